//===- CombineComplex.cpp - Combinations of complex numbers ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombineLoops.h"

namespace dtensor::runtime::DTENSOR_ISA {

namespace {
template <typename T> struct Pair {
  T real;
  T imaginary;
};

template <typename T> struct Complex {
  using Storage = Pair<T>;
  using Value = Pair<T>;
  static Value load(Storage value) { return value; }
  static Storage store(Value value) { return value; }
  static Value divide(Value value, int64_t count) {
    return {value.real / static_cast<T>(count),
            value.imaginary / static_cast<T>(count)};
  }
};

struct ComplexMulOp {
  template <typename T> static Pair<T> apply(Pair<T> a, Pair<T> b) {
    return {a.real * b.real - a.imaginary * b.imaginary,
            a.real * b.imaginary + a.imaginary * b.real};
  }
};

template <typename Op> struct PairwiseOp {
  template <typename T> static Pair<T> apply(Pair<T> a, Pair<T> b) {
    return {Op::apply(a.real, b.real), Op::apply(a.imaginary, b.imaginary)};
  }
};

template <typename T, typename Bits>
CombineKernel getKernel(DtCombiner combiner) {
  switch (combiner) {
  case DT_AND:
    return combineRun<Complex<Bits>, PairwiseOp<AndOp>>;
  case DT_OR:
    return combineRun<Complex<Bits>, PairwiseOp<OrOp>>;
  case DT_XOR:
    return combineRun<Complex<Bits>, PairwiseOp<XorOp>>;
  case DT_ADD:
    return combineRun<Complex<T>, PairwiseOp<AddOp>>;
  case DT_AVG:
    return combineRun<Complex<T>, PairwiseOp<AddOp>, Average>;
  case DT_MUL:
    return combineRun<Complex<T>, ComplexMulOp>;
  default:
    return nullptr;
  }
}
} // namespace

CombineKernel getComplexKernel(DtElementType type, DtCombiner combiner) {
  return type == DT_C64 ? getKernel<float, uint32_t>(combiner)
                        : getKernel<double, uint64_t>(combiner);
}

} // namespace dtensor::runtime::DTENSOR_ISA
