//===- CombineFloats.cpp - Combinations of f32 and f64 --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombineRealOps.h"

namespace dtensor::runtime::DTENSOR_ISA {

namespace {
template <typename T> struct Real {
  using Storage = T;
  using Value = T;
  static Value load(Storage value) { return value; }
  static Storage store(Value value) { return value; }
  static Value addZero(Value value) { return value + T(0); }
  static Value divide(Value value, int64_t count) {
    return value / static_cast<T>(count);
  }
};
} // namespace

CombineKernel getFloatKernel(DtElementType type, DtCombiner combiner) {
  return type == DT_F32 ? getRealKernel<Real<float>>(combiner)
                        : getRealKernel<Real<double>>(combiner);
}

} // namespace dtensor::runtime::DTENSOR_ISA
