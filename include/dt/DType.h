//===- DType.h - The types of elements --------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_DTYPE_H
#define DT_DTYPE_H

#include "dt/Export.h"

#include <complex>
#include <cstdint>
#include <string_view>

namespace dt {

/// The type of a tensor's elements. The names are those of the Python array API
/// standard, and of `ml_dtypes` for narrow floats. A boolean takes a byte,
/// which is 0 or 1. Of floats of 8 bits, `float8_e8m0fnu` has positive powers
/// of two only. The numbers are those of `DTensorDType` in the C API.
enum class DType : int32_t {
  boolean = 0,
  int8 = 1,
  int16 = 2,
  int32 = 3,
  int64 = 4,
  uint8 = 5,
  uint16 = 6,
  uint32 = 7,
  uint64 = 8,
  float16 = 9,
  bfloat16 = 10,
  float32 = 11,
  float64 = 12,
  complex64 = 13,
  complex128 = 14,
  float8_e5m2 = 15,
  float8_e4m3fn = 16,
  float8_e4m3 = 17,
  float8_e5m2fnuz = 18,
  float8_e4m3fnuz = 19,
  float8_e4m3b11fnuz = 20,
  float8_e3m4 = 21,
  float8_e8m0fnu = 22,
};

/// `bool`, `int32`, `bfloat16`, `float8_e4m3fn` ...
DT_EXPORT std::string_view to_string(DType dtype);
/// The inverse of `to_string`. MLIR's names (`i32`, `f32`, `f8E4M3FN`,
/// `complex<f32>`) are read as well. Errors: another text.
DT_EXPORT DType parse_dtype(std::string_view text);
/// The bytes of an element.
DT_EXPORT int64_t item_size(DType dtype);

/// The `DType` of a C++ type.
template <typename T> struct DTypeOf;
template <> struct DTypeOf<bool> {
  static constexpr DType value = DType::boolean;
};
template <> struct DTypeOf<int8_t> {
  static constexpr DType value = DType::int8;
};
template <> struct DTypeOf<int16_t> {
  static constexpr DType value = DType::int16;
};
template <> struct DTypeOf<int32_t> {
  static constexpr DType value = DType::int32;
};
template <> struct DTypeOf<int64_t> {
  static constexpr DType value = DType::int64;
};
template <> struct DTypeOf<uint8_t> {
  static constexpr DType value = DType::uint8;
};
template <> struct DTypeOf<uint16_t> {
  static constexpr DType value = DType::uint16;
};
template <> struct DTypeOf<uint32_t> {
  static constexpr DType value = DType::uint32;
};
template <> struct DTypeOf<uint64_t> {
  static constexpr DType value = DType::uint64;
};
template <> struct DTypeOf<float> {
  static constexpr DType value = DType::float32;
};
template <> struct DTypeOf<double> {
  static constexpr DType value = DType::float64;
};
template <> struct DTypeOf<std::complex<float>> {
  static constexpr DType value = DType::complex64;
};
template <> struct DTypeOf<std::complex<double>> {
  static constexpr DType value = DType::complex128;
};

} // namespace dt

#endif // DT_DTYPE_H
