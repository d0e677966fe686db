//===- LoopWork.cpp - How much a loop does --------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Analysis/LoopWork.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

/// A loop whose number of iterations is not known.
static constexpr uint64_t kUnknownTrips = 1 << 10;

uint64_t dtensor::getTrips(Operation *op) {
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  if (!loop)
    return 1;
  std::optional<APInt> trips = loop.getStaticTripCount();
  return trips ? trips->getLimitedValue() : kUnknownTrips;
}

uint64_t dtensor::getWork(Operation *op) {
  uint64_t work = 1;
  if (auto copy = dyn_cast<memref::CopyOp>(op)) {
    ShapedType type = cast<ShapedType>(copy.getSource().getType());
    return type.hasStaticShape() ? static_cast<uint64_t>(type.getNumElements())
                                 : kUnknownTrips;
  }
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      work = llvm::SaturatingAdd(work, getWork(&inner));
  return llvm::SaturatingMultiply(work, getTrips(op));
}
