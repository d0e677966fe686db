//===- CombinerBody.cpp - Bodies that are known combiners -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombinerBody.h"

using namespace mlir;
using namespace dtensor;

Operation *dtensor::matchKnownCombiner(Region &body, unsigned index,
                                       unsigned count) {
  Block &block = body.front();
  Operation *op = block.getTerminator()->getOperand(index).getDefiningOp();
  if (!op || op->getBlock() != &block || op->getNumOperands() != 2)
    return nullptr;
  Value accumulator = block.getArgument(index);
  Value element = block.getArgument(count + index);
  if ((op->getOperand(0) != accumulator || op->getOperand(1) != element) &&
      (op->getOperand(0) != element || op->getOperand(1) != accumulator))
    return nullptr;
  return getCombiner(op) ? op : nullptr;
}

arith::FastMathFlags dtensor::getFastMath(Operation *op) {
  auto flags = dyn_cast<arith::ArithFastMathInterface>(op);
  return flags ? flags.getFastMathFlagsAttr().getValue()
               : arith::FastMathFlags::none;
}
