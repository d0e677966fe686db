//===- ControlFlow.cpp - Loops and branches of the program ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dtensor {

static constexpr llvm::StringLiteral kControl = "dtensor.control_flow";
/// A loop whose number of iterations is not known.
static constexpr uint64_t kUnknownTrips = 1 << 10;

void markControlFlow(Operation *op) {
  MLIRContext *context = op->getContext();
  if (!isControlFlow(op))
    op->setLoc(FusedLoc::get(context, {op->getLoc()},
                             StringAttr::get(context, kControl)));
}

bool isControlFlow(Operation *op) {
  auto fused = dyn_cast<FusedLoc>(op->getLoc());
  auto text =
      fused ? dyn_cast_or_null<StringAttr>(fused.getMetadata()) : nullptr;
  return text && text.getValue() == kControl;
}

uint64_t getTrips(Operation *op) {
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  if (!loop)
    return 1;
  std::optional<APInt> trips = loop.getStaticTripCount();
  return trips ? trips->getLimitedValue() : kUnknownTrips;
}

uint64_t getWork(Operation *op) {
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

} // namespace dtensor
