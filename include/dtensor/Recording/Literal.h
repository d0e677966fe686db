//===- Literal.h - Elements that are part of a program ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RECORDING_LITERAL_H
#define DTENSOR_RECORDING_LITERAL_H

#include "dtensor/Recording/Types.h"
#include "llvm/ADT/APFloat.h"
#include <complex>

namespace dtensor::recording {

/// The format of a float type.
const llvm::fltSemantics &getSemantics(DType dtype);
/// Of a number that a double holds.
double toDouble(llvm::APFloat number);

/// Elements that a program contains. `bytes` has them in row-major order, or
/// one element, which then stands at all positions.
struct Literal {
  TensorType type;
  std::string bytes;

  /// `value` at all positions, converted to the type as by `static_cast`, or
  /// rounded to the nearest float.
  static Literal splat(TensorType type, std::complex<double> value);
  /// The same for integers, which a double may not hold.
  static Literal splat(TensorType type, int64_t value);
  static Literal splat(TensorType type, int value) {
    return splat(std::move(type), static_cast<int64_t>(value));
  }
  static Literal splat(TensorType type, double value) {
    return splat(std::move(type), std::complex<double>(value));
  }
  /// Integers, in row-major order.
  static Literal of(DType dtype, Shape shape, llvm::ArrayRef<int64_t> values);
  /// The least and the greatest value of the type; infinities of floats that
  /// have them.
  static Literal lowest(TensorType type);
  static Literal greatest(TensorType type);

  bool isSplat() const { return bytes.size() * 8 == getBits(type.dtype); }
  bool operator==(const Literal &other) const {
    return type == other.type && bytes == other.bytes;
  }
  /// The elements as MLIR's `dense<...>`.
  std::string mlir() const;
};

llvm::hash_code hash_value(const Literal &literal);

} // namespace dtensor::recording

#endif // DTENSOR_RECORDING_LITERAL_H
