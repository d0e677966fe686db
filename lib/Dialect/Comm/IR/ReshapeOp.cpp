//===- ReshapeOp.cpp - Moves between tensors of two shapes ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/ElementBits.h"
#include "dtensor/Dialect/DTensor/IR/VerifyLayout.h"
#include "dtensor/Layout/Reshape.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace dtensor;
using namespace dtensor::comm;

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult ReshapeOp::verify() {
  auto source = cast<ShapedType>(getSource().getType());
  auto dest = cast<ShapedType>(getDest().getType());
  if (!source.hasRank() || !dest.hasRank() ||
      isa<TensorType>(source) != isa<TensorType>(dest))
    return emitOpError("requires two ranked tensors or two ranked buffers, "
                       "found ")
           << source << " and " << dest;
  if (source.getElementType() != dest.getElementType())
    return emitOpError("source and destination must have one element type, "
                       "found ")
           << source.getElementType() << " and " << dest.getElementType();
  for (auto [name, type, shape] :
       {std::tuple("source", source, getGlobalShape()),
        std::tuple("destination", dest, getResultShape())})
    if (type.getRank() != int64_t(shape.size()))
      return emitOpError("the ") << name << " must have the " << shape.size()
                                 << " axes of its global shape, found " << type;
  if (ShapedType::isStaticShape(getGlobalShape()) &&
      ShapedType::isStaticShape(getResultShape()) &&
      ShapedType::getNumElements(getGlobalShape()) !=
          ShapedType::getNumElements(getResultShape()))
    return emitOpError("both global shapes must have the same number of "
                       "elements, found ")
           << ShapedType::getNumElements(getGlobalShape()) << " and "
           << ShapedType::getNumElements(getResultShape());
  if (getFrom().getMesh() != getTo().getMesh())
    return emitOpError("both layouts must be on one mesh, found ")
           << getFrom().getMesh() << " and " << getTo().getMesh();
  return success();
}

LogicalResult ReshapeOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto source = cast<ShapedType>(getSource().getType());
  auto dest = cast<ShapedType>(getDest().getType());
  if (failed(verifyLayout(*this, "the source", getFrom(), source, &symbols)) ||
      failed(verifyLayout(*this, "the destination", getTo(), dest, &symbols)))
    return failure();
  FailureOr<Mesh> mesh = verifyMesh(*this, getFrom().getMesh(), &symbols);
  if (failed(mesh))
    return failure();
  Layout from = llvm::cantFail(getFrom().resolve(*mesh));
  Layout to = llvm::cantFail(getTo().resolve(*mesh));
  if (from.withoutTrivialDims(*mesh).getPartial() !=
      to.withoutTrivialDims(*mesh).getPartial())
    return emitOpError("the layouts must keep what is partial; found [")
           << from.str(*mesh) << "] to [" << to.str(*mesh) << "] on <"
           << mesh->str() << ">";
  // The part of an axis that a device owns depends on its extent, which would
  // not be known.
  for (auto [layout, shape] :
       {std::pair(&from, getGlobalShape()), std::pair(&to, getResultShape())})
    for (auto [axis, extent] : llvm::enumerate(shape))
      if (ShapedType::isDynamic(extent) &&
          mesh->getGroupSize(layout->getAxis(axis)) > 1)
        return emitOpError("an axis of dynamic extent cannot be sharded; found "
                           "axis ")
               << axis << " of [" << layout->str(*mesh) << "]";
  if (failed(verifyComponent(*this, "the source", source, getGlobalShape(),
                             *mesh, from)))
    return failure();
  return verifyComponent(*this, "the destination", dest, getResultShape(),
                         *mesh, to);
}

//===----------------------------------------------------------------------===//
// Communication
//===----------------------------------------------------------------------===//

DimList ReshapeOp::getGroup(const Mesh &mesh) {
  Layout from = llvm::cantFail(getFrom().resolve(mesh));
  Layout to = llvm::cantFail(getTo().resolve(mesh));
  return getReshapeDims(mesh, {getGlobalShape(), from}, {getResultShape(), to});
}

int64_t ReshapeOp::getBytesReceived(const Mesh &mesh) {
  Layout from = llvm::cantFail(getFrom().resolve(mesh));
  Layout to = llvm::cantFail(getTo().resolve(mesh));
  int64_t bits = getElementBits(getElementTypeOrSelf(getSource().getType()));
  return llvm::divideCeil(getReshapedElements(mesh, {getGlobalShape(), from},
                                              {getResultShape(), to}) *
                              bits,
                          8);
}

/// Dynamic extents are derived from the components.
OperandRange ReshapeOp::getGlobalExtents() {
  return (*this)->getOperands().take_front(0);
}

/// Sharing is not possible: devices would have to divide the work of writing a
/// set of elements that is not a box.
bool ReshapeOp::canShare() { return false; }
bool ReshapeOp::getShared() { return false; }
void ReshapeOp::setShared(bool) {}
void ReshapeOp::setFromZero(bool) {}

//===----------------------------------------------------------------------===//
// Effects and bufferization, which all collectives share
//===----------------------------------------------------------------------===//

void ReshapeOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  detail::getCollectiveEffects(getSourceMutable(), getDestMutable(), effects);
}

Speculation::Speculatability ReshapeOp::getSpeculatability() {
  return Speculation::NotSpeculatable;
}

bool ReshapeOp::bufferizesToMemoryRead(OpOperand &operand,
                                       const AnalysisState &) {
  return &operand == &getSourceMutable();
}

bool ReshapeOp::bufferizesToMemoryWrite(OpOperand &operand,
                                        const AnalysisState &) {
  return &operand == &getDestMutable();
}

AliasingValueList ReshapeOp::getAliasingValues(OpOperand &operand,
                                               const AnalysisState &) {
  if (&operand != &getDestMutable())
    return {};
  return {{(*this)->getResult(0), BufferRelation::Equivalent}};
}

LogicalResult ReshapeOp::bufferize(RewriterBase &rewriter,
                                   const BufferizationOptions &options,
                                   BufferizationState &state) {
  return detail::bufferizeCollective(*this, rewriter, options, state);
}
