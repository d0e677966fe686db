//===- Elementwise.h - Functions of elements that others use ----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RECORDING_FUNCTIONS_ELEMENTWISE_H
#define DTENSOR_RECORDING_FUNCTIONS_ELEMENTWISE_H

#include "dtensor/Recording/Ops.h"

namespace dtensor::recording {

Value isNaN(Value x);
Value logicalNot(Value x);
Value toBoolean(Value x);
/// Towards zero.
Value truncate(Value x);
/// Whether the sign bit is set, also of zeros.
Value signBit(Value x);
Value copySign(Value x, Value y);
Value floorDivide(Value x, Value y);
/// With the sign of `y`.
Value floorRemainder(Value x, Value y);

} // namespace dtensor::recording

#endif // DTENSOR_RECORDING_FUNCTIONS_ELEMENTWISE_H
