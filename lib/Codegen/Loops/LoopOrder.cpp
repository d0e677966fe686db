//===- LoopOrder.cpp - Which loop is the innermost ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopOrder.h"

using namespace mlir;

/// The loop that makes most accesses contiguous if it is innermost. A loop that
/// strides through an operand costs much more than a contiguous one gains, and
/// most of all for a result.
static unsigned pickInnermost(linalg::LinalgOp op) {
  constexpr int kContiguous = 1, kStridedInput = -8, kStridedResult = -9;
  unsigned numLoops = op.getNumLoops();
  SmallVector<int> score(numLoops, 0);
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (map.getNumResults() == 0)
      continue;
    for (unsigned dim = 0; dim < numLoops; ++dim) {
      if (map.getResults().back().isFunctionOfDim(dim))
        score[dim] += kContiguous;
      if (llvm::any_of(map.getResults().drop_back(), [&](AffineExpr expr) {
            return expr.isFunctionOfDim(dim);
          }))
        score[dim] += op.isDpsInit(&operand) ? kStridedResult : kStridedInput;
    }
  }
  unsigned best = numLoops - 1;
  for (unsigned dim = numLoops; dim-- > 0;)
    if (score[dim] > score[best])
      best = dim;
  return best;
}

SmallVector<unsigned> dtensor::pickLoopOrder(linalg::LinalgOp op) {
  SmallVector<unsigned> order;
  if (op.getNumLoops() == 0)
    return order;
  unsigned innermost = pickInnermost(op);
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    if (dim != innermost)
      order.push_back(dim);
  order.push_back(innermost);
  return order;
}
