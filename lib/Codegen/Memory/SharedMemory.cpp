//===- SharedMemory.cpp - Tensors that may get one buffer -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;

/// Whether the results of the op may be in the memory of its operands.
static bool isShared(Operation *op) {
  return isa<RegionBranchOpInterface, arith::SelectOp, tensor::CastOp,
             tensor::CollapseShapeOp, tensor::ExpandShapeOp,
             tensor::ExtractSliceOp, tensor::ReshapeOp,
             bufferization::MaterializeInDestinationOp>(op);
}

bool dtensor::mayLieIn(Value value, const DenseSet<Value> &tensors) {
  SmallVector<Value> work = {value};
  DenseSet<Value> seen;
  auto follow = [&](Operation *op) {
    llvm::append_range(work, op->getOperands());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(work, block.getTerminator()->getOperands());
  };
  while (!work.empty()) {
    Value each = work.pop_back_val();
    if (!isa<TensorType>(each.getType()) || !seen.insert(each).second)
      continue;
    if (tensors.contains(each))
      return true;
    if (Operation *op = each.getDefiningOp()) {
      if (auto writer = dyn_cast<DestinationStyleOpInterface>(op))
        llvm::append_range(work, writer.getDpsInits());
      else if (isShared(op))
        follow(op);
    } else if (Operation *op = each.getParentBlock()->getParentOp();
               isa<LoopLikeOpInterface>(op)) {
      follow(op);
    }
  }
  return false;
}
