//===- ProducerWalk.cpp - From an op back to its producers ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProducerWalk.h"
#include "mlir/IR/Block.h"
#include "llvm/ADT/DenseSet.h"
#include <queue>

using namespace mlir;
using namespace dtensor;

void dtensor::walkProducers(Operation *root,
                            llvm::function_ref<bool(Operation *)> take) {
  auto isEarlier = [](Operation *first, Operation *second) {
    return first->isBeforeInBlock(second);
  };
  std::priority_queue<Operation *, std::vector<Operation *>,
                      decltype(isEarlier)>
      found(isEarlier);
  llvm::DenseSet<Operation *> known;
  auto addProducers = [&](Operation *reader) {
    for (Value operand : reader->getOperands())
      if (Operation *producer = operand.getDefiningOp();
          producer && producer->getBlock() == root->getBlock() &&
          known.insert(producer).second)
        found.push(producer);
  };
  for (addProducers(root); !found.empty();) {
    Operation *op = found.top();
    found.pop();
    if (take(op))
      addProducers(op);
  }
}
