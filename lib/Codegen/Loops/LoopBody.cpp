//===- LoopBody.cpp - The payload within loops ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBody.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;

IRMapping dtensor::cloneLoopBody(OpBuilder &builder, linalg::LinalgOp op,
                                 ArrayRef<Value> induction,
                                 function_ref<Value(BlockArgument)> load,
                                 ArrayRef<Operation *> except) {
  IRMapping mapping;
  Block *body = op.getBlock();
  for (BlockArgument argument : body->getArguments())
    if (!argument.use_empty())
      mapping.map(argument, load(argument));
  for (Operation &nested : body->without_terminator()) {
    if (llvm::is_contained(except, &nested))
      continue;
    if (auto index = dyn_cast<linalg::IndexOp>(nested))
      mapping.map(index.getResult(), induction[index.getDim()]);
    else
      builder.clone(nested, mapping)->walk([&](linalg::IndexOp index) {
        index.replaceAllUsesWith(induction[index.getDim()]);
        index.erase();
      });
  }
  return mapping;
}

SmallVector<Value> dtensor::getReadBuffers(linalg::LinalgOp op) {
  SmallVector<Value> buffers = op.getDpsInputs();
  for (auto load : op.getBlock()->getOps<memref::LoadOp>())
    buffers.push_back(load.getMemRef());
  return buffers;
}

void dtensor::hoistInvariants(scf::ForOp loop, ArrayRef<Value> inputs) {
  WalkResult nested =
      loop.getBody()->walk([](scf::ForOp) { return WalkResult::interrupt(); });
  if (nested.wasInterrupted())
    return;
  moveLoopInvariantCode(loop);
  for (auto load :
       llvm::make_early_inc_range(loop.getBody()->getOps<memref::LoadOp>()))
    if (llvm::is_contained(inputs, load.getMemRef()) &&
        llvm::all_of(load->getOperands(), [&](Value operand) {
          return loop.isDefinedOutsideOfLoop(operand);
        }))
      load->moveBefore(loop);
}
