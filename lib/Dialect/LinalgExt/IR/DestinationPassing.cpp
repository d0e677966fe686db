//===- DestinationPassing.cpp - Results are destinations ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace dtensor;
using namespace dtensor::linalg_ext;

void linalg_ext::detail::getEffects(
    DestinationStyleOpInterface op,
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  auto own = cast<LinalgExtOpInterface>(op.getOperation());
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    bool isInit = op.isDpsInit(&operand);
    if (!isInit || own.readsDestination(operand))
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
    if (isInit)
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
  }
}

AliasingValueList
linalg_ext::detail::getAliasingValues(DestinationStyleOpInterface op,
                                      OpOperand &operand) {
  if (!op.isDpsInit(&operand) || !isa<TensorType>(operand.get().getType()))
    return {};
  return {{op.getTiedOpResult(&operand), BufferRelation::Equivalent}};
}

LogicalResult linalg_ext::detail::bufferizeOnDestinations(
    DestinationStyleOpInterface op, RewriterBase &rewriter,
    const BufferizationOptions &options, BufferizationState &state) {
  OperationState onBuffers(op.getLoc(), op->getName());
  SmallVector<Value> results;
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    if (isa<TensorType>(value.getType())) {
      FailureOr<Value> buffer = getBuffer(rewriter, value, options, state);
      if (failed(buffer))
        return failure();
      value = *buffer;
      if (op.isDpsInit(&operand))
        results.push_back(value);
    }
    onBuffers.addOperands(value);
  }
  onBuffers.addAttributes(op->getAttrs());
  for (Region &region : op->getRegions())
    onBuffers.addRegion()->takeBody(region);
  rewriter.create(onBuffers);
  replaceOpWithBufferizedValues(rewriter, op, results);
  return success();
}
