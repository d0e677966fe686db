//===- CombineIntegers.cpp - Combinations of integers ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombineLoops.h"

namespace dtensor::runtime::DTENSOR_ISA {
namespace {

/// Arithmetic wraps, so values are unsigned. Multiplication is done in at least
/// 32 bits, since narrower types would be promoted to signed ones.
template <typename Unsigned, typename Signed> struct Integer {
  using Storage = Unsigned;
  using Value = Unsigned;
  static Value load(Storage value) { return value; }
  static Storage store(Value value) { return value; }
  static Value divide(Value value, int64_t count) {
    return static_cast<Value>(static_cast<Signed>(value) / count);
  }
};

struct WrappingMulOp {
  template <typename T> static T apply(T a, T b) {
    return static_cast<T>(1u * a * b);
  }
};
template <typename T> struct MaxOp {
  template <typename U> static U apply(U a, U b) {
    return static_cast<T>(a) < static_cast<T>(b) ? b : a;
  }
};
template <typename T> struct MinOp {
  template <typename U> static U apply(U a, U b) {
    return static_cast<T>(b) < static_cast<T>(a) ? b : a;
  }
};

template <typename Unsigned, typename Signed>
CombineKernel getKernel(DtCombiner combiner) {
  using Element = Integer<Unsigned, Signed>;
  switch (combiner) {
  case DT_ADD:
    return combineRun<Element, AddOp>;
  case DT_AVG:
    return combineRun<Element, AddOp, Average>;
  case DT_MUL:
    return combineRun<Element, WrappingMulOp>;
  case DT_AND:
    return combineRun<Element, AndOp>;
  case DT_OR:
    return combineRun<Element, OrOp>;
  case DT_XOR:
    return combineRun<Element, XorOp>;
  case DT_MAX_SIGNED:
    return combineRun<Element, MaxOp<Signed>>;
  case DT_MIN_SIGNED:
    return combineRun<Element, MinOp<Signed>>;
  case DT_MAX_UNSIGNED:
    return combineRun<Element, MaxOp<Unsigned>>;
  case DT_MIN_UNSIGNED:
    return combineRun<Element, MinOp<Unsigned>>;
  default:
    return nullptr;
  }
}

/// An i1 is a byte of 0 or 1. As a signed number, true is -1.
CombineKernel getBooleanKernel(DtCombiner combiner) {
  using Element = Integer<uint8_t, int8_t>;
  switch (combiner) {
  case DT_ADD:
  case DT_XOR:
    return combineRun<Element, XorOp>;
  case DT_MUL:
  case DT_AND:
  case DT_MIN_UNSIGNED:
  case DT_MAX_SIGNED:
    return combineRun<Element, AndOp>;
  case DT_OR:
  case DT_MAX_UNSIGNED:
  case DT_MIN_SIGNED:
    return combineRun<Element, OrOp>;
  default:
    return nullptr;
  }
}

} // namespace

CombineKernel getIntegerKernel(DtElementType type, DtCombiner combiner) {
  switch (type) {
  case DT_I1:
    return getBooleanKernel(combiner);
  case DT_I8:
    return getKernel<uint8_t, int8_t>(combiner);
  case DT_I16:
    return getKernel<uint16_t, int16_t>(combiner);
  case DT_I32:
    return getKernel<uint32_t, int32_t>(combiner);
  case DT_I64:
    return getKernel<uint64_t, int64_t>(combiner);
  default:
    return nullptr;
  }
}

} // namespace dtensor::runtime::DTENSOR_ISA
