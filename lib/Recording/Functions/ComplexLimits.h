//===- ComplexLimits.h - Functions of infinities and NaNs -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RECORDING_FUNCTIONS_COMPLEXLIMITS_H
#define DTENSOR_RECORDING_FUNCTIONS_COMPLEXLIMITS_H

#include "dtensor/Recording/Graph.h"

namespace dtensor::recording {

/// A function of the number x + i y, of which a part is infinite or NaN.
using Limit = Value (*)(Value x, Value y);

/// `regular`, a function of `z`, or the limit where `z` is complex and a part
/// of it is infinite or NaN.
Value atLimits(Value z, Value regular, Limit limit);

Value limitOfAcos(Value x, Value y);
Value limitOfAcosh(Value x, Value y);
Value limitOfAsin(Value x, Value y);
Value limitOfAsinh(Value x, Value y);
Value limitOfAtan(Value x, Value y);
Value limitOfAtanh(Value x, Value y);
Value limitOfCos(Value x, Value y);
Value limitOfCosh(Value x, Value y);
Value limitOfExp(Value x, Value y);
Value limitOfExpm1(Value x, Value y);
Value limitOfSin(Value x, Value y);
Value limitOfSinh(Value x, Value y);
Value limitOfTan(Value x, Value y);
Value limitOfTanh(Value x, Value y);

} // namespace dtensor::recording

#endif // DTENSOR_RECORDING_FUNCTIONS_COMPLEXLIMITS_H
