//===- ScalarForms.h - Functions as evaluations of ops ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each form converts the operands to the arguments of a function, and rounds
// its result to the result's type.
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_REFERENCE_SCALARFORMS_H
#define DTENSOR_LIB_REFERENCE_SCALARFORMS_H

#include "ScalarOp.h"

namespace dtensor::reference {

/// Floats to a float, computed in double. The result is exact, or rounding it
/// again has no effect (sums, products, quotients and roots of narrower
/// floats).
template <auto function>
const char *inDouble(const ScalarOp &op, const Number *o, Number *result) {
  double value;
  if constexpr (std::is_invocable_v<decltype(function), double>)
    value = function(o[0].real);
  else if constexpr (std::is_invocable_v<decltype(function), double, double>)
    value = function(o[0].real, o[1].real);
  else
    value = function(o[0].real, o[1].real, o[2].real);
  *result = Number::ofFloat(roundFloat(op.resultType, value));
  return nullptr;
}

/// Floats to a float, computed with more digits than the result has.
template <auto function>
const char *inWider(const ScalarOp &op, const Number *o, Number *result) {
  auto evaluate = [&]<typename T>(T) {
    if constexpr (std::is_invocable_v<decltype(function), T>)
      return roundFloat(op.resultType, function(T(o[0].real)));
    else
      return roundFloat(op.resultType, function(T(o[0].real), T(o[1].real)));
  };
  *result = Number::ofFloat(op.resultType == ElementType::F64 ? evaluate(0.0L)
                                                              : evaluate(0.0));
  return nullptr;
}

/// Signed integers to an integer.
template <auto function>
const char *onSigned(const ScalarOp &op, const Number *o, Number *result) {
  auto get = [&](int i) { return getSigned(op.operandType, o[i].integer); };
  int64_t value;
  if constexpr (std::is_invocable_v<decltype(function), int64_t>)
    value = function(get(0));
  else
    value = function(get(0), get(1));
  *result = Number::ofInteger(wrapInteger(op.resultType, value));
  return nullptr;
}

/// Unsigned integers to an integer.
template <auto function>
const char *onUnsigned(const ScalarOp &op, const Number *o, Number *result) {
  auto get = [&](int i) { return getUnsigned(op.operandType, o[i].integer); };
  uint64_t value;
  if constexpr (std::is_invocable_v<decltype(function), uint64_t>)
    value = function(get(0));
  else
    value = function(get(0), get(1));
  *result = Number::ofInteger(wrapInteger(op.resultType, value));
  return nullptr;
}

/// A float to a boolean.
template <auto function>
const char *testFloat(const ScalarOp &op, const Number *o, Number *result) {
  *result = Number::ofInteger(function(o[0].real));
  return nullptr;
}

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_SCALARFORMS_H
