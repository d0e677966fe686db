//===- Collectives.cpp - Shared code of collectives -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/ElementBits.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "dtensor/Layout/RedistributionPlanner.h"
#include "dtensor/Layout/RelayoutVolume.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::comm;

#include "dtensor/Dialect/Comm/IR/CommInterfaces.cpp.inc"

DimList comm::detail::getGroup(LayoutAttr from, LayoutAttr to,
                               const Mesh &mesh) {
  return dtensor::getGroup(mesh, llvm::cantFail(from.resolve(mesh)),
                           llvm::cantFail(to.resolve(mesh)));
}

int64_t comm::detail::getBytesReceived(LayoutAttr from, LayoutAttr to,
                                       ArrayRef<int64_t> shape, Type component,
                                       const Mesh &mesh) {
  return getLowerBound(mesh, llvm::cantFail(from.resolve(mesh)),
                       llvm::cantFail(to.resolve(mesh)), shape,
                       getElementBits(getElementTypeOrSelf(component)));
}

/// Nothing moves if the layouts differ only in dimensions of size 1.
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
  Layout from = llvm::cantFail(op.getFrom().resolve(mesh));
  Layout to = llvm::cantFail(op.getTo().resolve(mesh));
  if (from.withoutTrivialDims(mesh) != to.withoutTrivialDims(mesh))
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
