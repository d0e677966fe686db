//===- TakeOp.cpp - Elements from any device along an axis ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/ElementBits.h"
#include "dtensor/Dialect/DTensor/IR/VerifyLayout.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace dtensor;
using namespace dtensor::comm;

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult TakeOp::verify() {
  auto source = cast<ShapedType>(getSource().getType());
  auto positions = cast<ShapedType>(getPositions().getType());
  auto dest = cast<ShapedType>(getDest().getType());
  bool onTensors = isa<TensorType>(dest);
  if (!source.hasRank() || !positions.hasRank() || !dest.hasRank() ||
      isa<TensorType>(source) != onTensors ||
      isa<TensorType>(positions) != onTensors)
    return emitOpError("requires ranked tensors, or ranked buffers, found ")
           << source << ", " << positions << " and " << dest;
  if (source.getElementType() != dest.getElementType())
    return emitOpError("source and destination must have one element type, "
                       "found ")
           << source.getElementType() << " and " << dest.getElementType();
  if (!positions.getElementType().isIndex())
    return emitOpError("positions must be of type index, found ")
           << positions.getElementType();
  int64_t rank = getGlobalShape().size();
  if (source.getRank() != rank || positions.getRank() != rank ||
      dest.getRank() != rank)
    return emitOpError("source, positions and destination must have the ")
           << rank << " axes of the global shape, found " << source << ", "
           << positions << " and " << dest;
  int64_t along = getAxis();
  if (along < 0 || along >= rank)
    return emitOpError("the axis must be one of ")
           << rank << ", found " << along;
  auto differ = [](int64_t a, int64_t b) {
    return !ShapedType::isDynamic(a) && !ShapedType::isDynamic(b) && a != b;
  };
  for (int64_t axis = 0; axis < rank; ++axis) {
    int64_t wanted = dest.getDimSize(axis);
    if (differ(positions.getDimSize(axis), wanted) ||
        (axis != along && differ(source.getDimSize(axis), wanted)))
      return emitOpError("axis ")
             << axis << " of " << source << ", " << positions << " and " << dest
             << " must have one extent, but for axis " << along
             << " of the source";
  }
  return success();
}

LogicalResult TakeOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto source = cast<ShapedType>(getSource().getType());
  if (failed(verifyLayout(*this, "the source", getFrom(), source, &symbols)))
    return failure();
  FailureOr<Mesh> mesh = verifyMesh(*this, getMeshName(), &symbols);
  if (failed(mesh))
    return failure();
  Layout from = llvm::cantFail(getFrom().resolve(*mesh));
  if (from.isPartial())
    return emitOpError("must not take from what is partial, found [")
           << from.str(*mesh) << "]";
  return verifyComponent(*this, "the source", source, getGlobalShape(), *mesh,
                         from);
}

//===----------------------------------------------------------------------===//
// Communication
//===----------------------------------------------------------------------===//

DimList TakeOp::getGroup(const Mesh &mesh) {
  Layout from = llvm::cantFail(getFrom().resolve(mesh));
  DimList dims;
  for (unsigned dim : from.getAxis(getAxis()))
    if (mesh.getSize(dim) > 1)
      dims.push_back(dim);
  llvm::sort(dims);
  return dims;
}

/// The upper bound: the largest number of elements that a device may need, all
/// of which others have.
int64_t TakeOp::getBytesReceived(const Mesh &mesh) {
  if (getGroup(mesh).empty())
    return 0;
  Layout from = llvm::cantFail(getFrom().resolve(mesh));
  auto dest = cast<ShapedType>(getDest().getType());
  int64_t bits = getElementBits(dest.getElementType());
  for (auto [axis, extent] : llvm::enumerate(getGlobalShape())) {
    int64_t wanted = dest.getDimSize(axis);
    if (ShapedType::isDynamic(wanted))
      wanted = ShapedType::isDynamic(extent)
                   ? 1024
                   : from.getMaxLocalExtent(mesh, axis, extent);
    bits *= wanted;
  }
  return llvm::divideCeil(bits, 8);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void TakeOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (!isa<BaseMemRefType>(getDest().getType()))
    return;
  effects.emplace_back(MemoryEffects::Read::get(), &getSourceMutable());
  effects.emplace_back(MemoryEffects::Read::get(), &getPositionsMutable());
  effects.emplace_back(MemoryEffects::Write::get(), &getDestMutable());
}

Speculation::Speculatability TakeOp::getSpeculatability() {
  return Speculation::NotSpeculatable;
}

bool TakeOp::bufferizesToMemoryRead(OpOperand &operand, const AnalysisState &) {
  return &operand != &getDestMutable();
}

bool TakeOp::bufferizesToMemoryWrite(OpOperand &operand,
                                     const AnalysisState &) {
  return &operand == &getDestMutable();
}

AliasingValueList TakeOp::getAliasingValues(OpOperand &operand,
                                            const AnalysisState &) {
  if (&operand != &getDestMutable())
    return {};
  return {{getOperation()->getResult(0), BufferRelation::Equivalent}};
}

LogicalResult TakeOp::bufferize(RewriterBase &rewriter,
                                const BufferizationOptions &options,
                                BufferizationState &state) {
  SmallVector<Value, 3> buffers;
  for (Value value : {getSource(), getPositions(), getDest()}) {
    FailureOr<Value> buffer = getBuffer(rewriter, value, options, state);
    if (failed(buffer))
      return failure();
    buffers.push_back(*buffer);
  }
  auto onBuffers = TakeOp::create(
      rewriter, getLoc(), /*result=*/Type(), buffers[0], buffers[1], buffers[2],
      getFromAttr(), getGlobalShapeAttr(), getAxisAttr(), getReasonAttr());
  onBuffers->setDiscardableAttrs(
      getOperation()->getDiscardableAttrDictionary());
  replaceOpWithBufferizedValues(rewriter, getOperation(), buffers[2]);
  return success();
}
