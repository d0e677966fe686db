//===- Collectives.cpp - What all collectives share -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::comm;

#include "dtensor/Dialect/Comm/IR/CommInterfaces.cpp.inc"

/// Mesh dimensions on an axis whose list changes, but for the major ones that
/// stay, and partial ones that do not stay so.
DimList comm::detail::getGroup(LayoutAttr fromAttr, LayoutAttr toAttr,
                               const Mesh &mesh) {
  Layout from = llvm::cantFail(fromAttr.resolve(mesh));
  Layout to = llvm::cantFail(toAttr.resolve(mesh));
  llvm::SmallVector<bool> isInGroup(mesh.getNumDimensions(), false);
  for (unsigned axis = 0; axis < from.getRank(); ++axis) {
    ArrayRef<unsigned> before = from.getAxis(axis), after = to.getAxis(axis);
    while (!before.empty() && !after.empty() &&
           before.front() == after.front()) {
      before = before.drop_front();
      after = after.drop_front();
    }
    for (unsigned dim : llvm::concat<const unsigned>(before, after))
      isInGroup[dim] = true;
  }
  for (const PartialDim &partial : from.getPartial())
    if (to.getPartial(partial.dim) != partial.combiner)
      isInGroup[partial.dim] = true;
  DimList group;
  for (unsigned dim = 0; dim < mesh.getNumDimensions(); ++dim)
    if (isInGroup[dim])
      group.push_back(dim);
  return group;
}

/// Alone in its group, a device has all that it needs.
LogicalResult
comm::detail::foldCollective(CollectiveOpInterface op,
                             SmallVectorImpl<OpFoldResult> &results) {
  Value source = op.getSource();
  if (op->getNumResults() == 0 ||
      source.getType() != op->getResult(0).getType())
    return failure();
  MeshOp meshOp = lookupMeshOrNull(op, op.getFrom().getMesh());
  if (!meshOp)
    return failure();
  Mesh mesh = meshOp.getMesh();
  if (mesh.getGroupSize(op.getGroup(mesh)) != 1)
    return failure();
  results.push_back(source);
  return success();
}

void comm::detail::getCollectiveEffects(
    OpOperand &source, OpOperand &dest,
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (isa<BaseMemRefType>(source.get().getType()))
    effects.emplace_back(MemoryEffects::Read::get(), &source);
  if (isa<BaseMemRefType>(dest.get().getType()))
    effects.emplace_back(MemoryEffects::Write::get(), &dest);
}

LogicalResult comm::detail::bufferizeCollective(
    CollectiveOpInterface op, RewriterBase &rewriter,
    const bufferization::BufferizationOptions &options,
    bufferization::BufferizationState &state) {
  FailureOr<Value> source =
      bufferization::getBuffer(rewriter, op.getSource(), options, state);
  FailureOr<Value> dest =
      bufferization::getBuffer(rewriter, op.getDest(), options, state);
  if (failed(source) || failed(dest))
    return failure();
  IRMapping buffers;
  buffers.map(op.getSource(), *source);
  buffers.map(op.getDest(), *dest);
  OperationState onBuffers(op.getLoc(), op->getName());
  for (Value operand : op->getOperands())
    onBuffers.addOperands(buffers.lookupOrDefault(operand));
  onBuffers.addAttributes(op->getAttrs());
  rewriter.create(onBuffers);
  bufferization::replaceOpWithBufferizedValues(rewriter, op, *dest);
  return success();
}
