//===- CombineHalves.cpp - Combinations of f16 and bf16 -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombineRealOps.h"

namespace dtensor::runtime::DTENSOR_ISA {

namespace {
struct Half {
  using Storage = _Float16;
  using Value = float;
  static Value load(Storage value) { return value; }
  static Storage store(Value value) { return static_cast<Storage>(value); }
  static Value addZero(Value value) { return value + 0.0f; }
  static Value divide(Value value, int64_t count) {
    return value / static_cast<float>(count);
  }
};

/// The upper half of an f32.
struct BFloat {
  using Storage = uint16_t;
  using Value = float;
  static Value load(Storage value) {
    return __builtin_bit_cast(float, static_cast<uint32_t>(value) << 16);
  }
  /// Rounds to nearest, ties to even; a NaN stays one.
  static Storage store(Value value) {
    uint32_t bits = __builtin_bit_cast(uint32_t, value);
    uint32_t rounded = bits + 0x7fff + ((bits >> 16) & 1);
    uint32_t quiet = bits | 0x400000;
    return static_cast<Storage>((value != value ? quiet : rounded) >> 16);
  }
  static Value addZero(Value value) { return value + 0.0f; }
  static Value divide(Value value, int64_t count) {
    return value / static_cast<float>(count);
  }
};
} // namespace

CombineKernel getHalfKernel(DtElementType type, DtCombiner combiner) {
  return type == DT_F16 ? getRealKernel<Half>(combiner)
                        : getRealKernel<BFloat>(combiner);
}

} // namespace dtensor::runtime::DTENSOR_ISA
