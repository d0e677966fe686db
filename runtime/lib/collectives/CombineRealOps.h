//===- CombineRealOps.h - Combiners of real numbers -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_COLLECTIVES_COMBINEREALOPS_H
#define DTENSOR_RUNTIME_COLLECTIVES_COMBINEREALOPS_H

#include "CombineLoops.h"

namespace dtensor::runtime::DTENSOR_ISA {

struct MaximumOp {
  template <typename T> static T apply(T a, T b) {
    return __builtin_elementwise_maximum(a, b);
  }
};
struct MinimumOp {
  template <typename T> static T apply(T a, T b) {
    return __builtin_elementwise_minimum(a, b);
  }
};
// Upstream leaves the sign of a zero open in its `num` forms. It is fixed here.
struct MaxNumOp {
  template <typename T> static T apply(T a, T b) {
    return a != a ? b : b != b ? a : MaximumOp::apply(a, b);
  }
};
struct MinNumOp {
  template <typename T> static T apply(T a, T b) {
    return a != a ? b : b != b ? a : MinimumOp::apply(a, b);
  }
};

/// The combiners of real numbers that do not work on bits.
template <typename Element> CombineKernel getRealKernel(DtCombiner combiner) {
  switch (combiner) {
  case DT_ADD:
    return combineRun<Element, AddOp>;
  case DT_ADD_FROM_ZERO:
    return combineRun<Element, AddOp, PlusZero>;
  case DT_AVG:
    return combineRun<Element, AddOp, Average>;
  case DT_MUL:
    return combineRun<Element, MulOp>;
  case DT_MAXIMUM:
    return combineRun<Element, MaximumOp>;
  case DT_MINIMUM:
    return combineRun<Element, MinimumOp>;
  case DT_MAX_NUM:
    return combineRun<Element, MaxNumOp>;
  case DT_MIN_NUM:
    return combineRun<Element, MinNumOp>;
  default:
    return nullptr;
  }
}

} // namespace dtensor::runtime::DTENSOR_ISA

#endif // DTENSOR_RUNTIME_COLLECTIVES_COMBINEREALOPS_H
