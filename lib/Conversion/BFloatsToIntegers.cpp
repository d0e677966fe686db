//===- BFloatsToIntegers.cpp - Only storage is left of bf16 ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"

namespace dtensor {
#define GEN_PASS_DEF_BFLOATSTOINTEGERS
#include "dtensor/Conversion/Passes.h.inc"
} // namespace dtensor

using namespace mlir;

namespace {

struct BFloatsToIntegers
    : dtensor::impl::BFloatsToIntegersBase<BFloatsToIntegers> {
  void runOnOperation() override {
    auto bits = IntegerType::get(&getContext(), 16);
    AttrTypeReplacer replacer;
    replacer.addReplacement([&](BFloat16Type) { return bits; });
    replacer.addReplacement([&](FloatAttr number) -> std::optional<Attribute> {
      if (!number.getType().isBF16())
        return std::nullopt;
      return IntegerAttr::get(bits, number.getValue().bitcastToAPInt());
    });
    replacer.addReplacement(
        [&](DenseElementsAttr numbers) -> std::optional<Attribute> {
          if (!numbers.getElementType().isBF16())
            return std::nullopt;
          return numbers.bitcast(bits);
        });
    replacer.recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
    getOperation().walk([](LLVM::BitcastOp cast) {
      if (cast.getArg().getType() == cast.getType()) {
        cast.replaceAllUsesWith(cast.getArg());
        cast.erase();
      }
    });
  }
};

} // namespace
