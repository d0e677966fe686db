//===- DType.cpp - The types of elements ----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "Implementation.h"

namespace dt {

using dtensor::ElementType;

namespace {

struct Row {
  DType dtype;
  std::string_view name;
  /// MLIR's name.
  std::string_view shortName;
  ElementType type;
  bool isUnsigned = false;
};

} // namespace

static constexpr Row rows[] = {
    {DType::boolean, "bool", "i1", ElementType::I1},
    {DType::int8, "int8", "i8", ElementType::I8},
    {DType::int16, "int16", "i16", ElementType::I16},
    {DType::int32, "int32", "i32", ElementType::I32},
    {DType::int64, "int64", "i64", ElementType::I64},
    {DType::uint8, "uint8", "ui8", ElementType::I8, true},
    {DType::uint16, "uint16", "ui16", ElementType::I16, true},
    {DType::uint32, "uint32", "ui32", ElementType::I32, true},
    {DType::uint64, "uint64", "ui64", ElementType::I64, true},
    {DType::float16, "float16", "f16", ElementType::F16},
    {DType::bfloat16, "bfloat16", "bf16", ElementType::BF16},
    {DType::float32, "float32", "f32", ElementType::F32},
    {DType::float64, "float64", "f64", ElementType::F64},
    {DType::complex64, "complex64", "complex<f32>", ElementType::C64},
    {DType::complex128, "complex128", "complex<f64>", ElementType::C128},
    {DType::float8_e5m2, "float8_e5m2", "f8E5M2", ElementType::F8E5M2},
    {DType::float8_e4m3fn, "float8_e4m3fn", "f8E4M3FN", ElementType::F8E4M3FN},
    {DType::float8_e4m3, "float8_e4m3", "f8E4M3", ElementType::F8E4M3},
    {DType::float8_e5m2fnuz, "float8_e5m2fnuz", "f8E5M2FNUZ",
     ElementType::F8E5M2FNUZ},
    {DType::float8_e4m3fnuz, "float8_e4m3fnuz", "f8E4M3FNUZ",
     ElementType::F8E4M3FNUZ},
    {DType::float8_e4m3b11fnuz, "float8_e4m3b11fnuz", "f8E4M3B11FNUZ",
     ElementType::F8E4M3B11FNUZ},
    {DType::float8_e3m4, "float8_e3m4", "f8E3M4", ElementType::F8E3M4},
    {DType::float8_e8m0fnu, "float8_e8m0fnu", "f8E8M0FNU",
     ElementType::F8E8M0FNU},
};

static const Row &getRow(DType dtype) {
  auto index = static_cast<size_t>(dtype);
  if (index >= std::size(rows))
    raise("there is no element type " + llvm::Twine(int(dtype)));
  return rows[index];
}

std::string_view to_string(DType dtype) { return getRow(dtype).name; }

DType parse_dtype(std::string_view text) {
  for (const Row &row : rows)
    if (text == row.name || text == row.shortName)
      return row.dtype;
  std::string names;
  for (const Row &row : rows)
    names.append(names.empty() ? "" : ", ").append(row.name);
  raise("there is no element type '" + llvm::Twine(text) + "'; there are " +
        names);
}

int64_t item_size(DType dtype) { return getByteSize(getRow(dtype).type); }

ElementType getElementType(DType dtype) { return getRow(dtype).type; }

bool isUnsigned(DType dtype) { return getRow(dtype).isUnsigned; }

void requireZero(llvm::StringRef function, DType dtype) {
  if (dtype == DType::float8_e8m0fnu)
    raise(function +
          ": required a type with zero and negative numbers, found " +
          nameOf(dtype) + ", which has positive powers of two only");
}

DType makeDType(ElementType type, bool isUnsigned) {
  // Only integers have a sign, and a boolean is no integer.
  bool hasSign = dtensor::isInteger(type) && type != ElementType::I1;
  for (const Row &row : rows)
    if (row.type == type && row.isUnsigned == (hasSign && isUnsigned))
      return row.dtype;
  raise("required elements of a type that this library has, found " +
        stringify(type));
}

} // namespace dt
