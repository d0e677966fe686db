//===- PrimitiveTable.cpp - All primitives --------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrimitiveInfo.h"
#include "dtensor/Recording/Ops.h"
#include <array>

namespace dtensor::recording {

const PrimitiveInfo &getInfo(Primitive primitive) {
  static const auto table = [] {
    std::array<const PrimitiveInfo *, kNumPrimitives> rows{};
    for (llvm::ArrayRef<PrimitiveInfo> family :
         {getUnaryPrimitives(), getBinaryPrimitives(), getSelectionPrimitives(),
          getMakingPrimitives(), getMovementPrimitives(), getSlicePrimitives(),
          getIndexingPrimitives(), getReductionPrimitives(),
          getOrderPrimitives(), getContractionPrimitives(),
          getConvolutionPrimitives(), getMatrixPrimitives(),
          getAnnotationPrimitives(), getCallPrimitives(),
          getControlFlowPrimitives()})
      for (const PrimitiveInfo &info : family)
        rows[static_cast<unsigned>(info.primitive)] = &info;
    return rows;
  }();
  const PrimitiveInfo *info = table[static_cast<unsigned>(primitive)];
  assert(info && "each primitive has a row");
  return *info;
}

bool Inference::fail(const llvm::Twine &message) {
  graph.fail(llvm::Twine(info.name) + ": " + message);
  return false;
}

bool Inference::checkKind(unsigned index, unsigned kinds) {
  if (isA(type(index).dtype, kinds))
    return true;
  return fail("operand " + llvm::Twine(index) + ": required " +
              describeKinds(kinds) + ", found " + type(index).str());
}

bool Inference::checkType(unsigned index, const TensorType &required) {
  if (type(index) == required)
    return true;
  return fail("operand " + llvm::Twine(index) + ": required " + required.str() +
              ", found " + type(index).str());
}

bool Inference::checkAxis(int64_t axis, int64_t rank) {
  if (axis >= 0 && axis < rank)
    return true;
  return fail("required an axis below " + llvm::Twine(rank) + ", found " +
              llvm::Twine(axis));
}

Value Pullback::ct(unsigned index) const {
  return cotangents[index] ? cotangents[index] : prim::zerosLike(y(index));
}

void deriveZero(Pullback &) {}

} // namespace dtensor::recording
