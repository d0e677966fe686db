//===- VerifySizes.cpp - Tensors that are too large -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyTypes.h"
#include "dtensor/Codegen/Fusion/Passes.h"
#include "dtensor/Dialect/DTensor/IR/ElementBits.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/MathExtras.h"

namespace dtensor {
#define GEN_PASS_DEF_VERIFYSIZES
#include "dtensor/Codegen/Fusion/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

/// Whether there are addresses for a value of the type, as far as its extents
/// are known.
static bool isAddressable(Type type) {
  constexpr uint64_t kMostBits = uint64_t(8) << 47;
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return true;
  uint64_t bits = getElementBits(tensor.getElementType());
  for (int64_t extent : tensor.getShape()) {
    if (extent == 0)
      return true;
    if (!ShapedType::isDynamic(extent))
      bits = llvm::SaturatingMultiply<uint64_t>(bits, extent);
  }
  return bits < kMostBits;
}

static LogicalResult verify(Operation *op, Type type) {
  if (isAddressable(type))
    return success();
  return op->emitError("'")
         << op->getName() << "' has a value of " << type
         << ", which is too large; required: less than 2^47 bytes on a device";
}

namespace {

struct VerifySizes : dtensor::impl::VerifySizesBase<VerifySizes> {
  void runOnOperation() override {
    if (failed(verifyTypes(getOperation(), verify)))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
