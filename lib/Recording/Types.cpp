//===- Types.cpp - Types of recorded values -------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Recording/Types.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <limits>

namespace dtensor::recording {

namespace {
struct DTypeFacts {
  DType dtype;
  llvm::StringLiteral name, mlir;
  Kind kind;
  unsigned bits;
};
} // namespace

static constexpr DTypeFacts kFacts[kNumDTypes] = {
    {DType::boolean, "bool", "i1", kBoolean, 8},
    {DType::int8, "int8", "i8", kSigned, 8},
    {DType::int16, "int16", "i16", kSigned, 16},
    {DType::int32, "int32", "i32", kSigned, 32},
    {DType::int64, "int64", "i64", kSigned, 64},
    {DType::uint8, "uint8", "ui8", kUnsigned, 8},
    {DType::uint16, "uint16", "ui16", kUnsigned, 16},
    {DType::uint32, "uint32", "ui32", kUnsigned, 32},
    {DType::uint64, "uint64", "ui64", kUnsigned, 64},
    {DType::float16, "float16", "f16", kFloat, 16},
    {DType::bfloat16, "bfloat16", "bf16", kFloat, 16},
    {DType::float32, "float32", "f32", kFloat, 32},
    {DType::float64, "float64", "f64", kFloat, 64},
    {DType::complex64, "complex64", "complex<f32>", kComplex, 64},
    {DType::complex128, "complex128", "complex<f64>", kComplex, 128},
    {DType::float8_e5m2, "float8_e5m2", "f8E5M2", kFloat, 8},
    {DType::float8_e4m3fn, "float8_e4m3fn", "f8E4M3FN", kFloat, 8},
    {DType::float8_e4m3, "float8_e4m3", "f8E4M3", kFloat, 8},
    {DType::float8_e5m2fnuz, "float8_e5m2fnuz", "f8E5M2FNUZ", kFloat, 8},
    {DType::float8_e4m3fnuz, "float8_e4m3fnuz", "f8E4M3FNUZ", kFloat, 8},
    {DType::float8_e4m3b11fnuz, "float8_e4m3b11fnuz", "f8E4M3B11FNUZ", kFloat,
     8},
    {DType::float8_e3m4, "float8_e3m4", "f8E3M4", kFloat, 8},
    {DType::float8_e8m0fnu, "float8_e8m0fnu", "f8E8M0FNU", kFloat, 8},
};

static const DTypeFacts &getFacts(DType dtype) {
  return kFacts[static_cast<unsigned>(dtype)];
}

Kind getKind(DType dtype) { return getFacts(dtype).kind; }
unsigned getBits(DType dtype) { return getFacts(dtype).bits; }
llvm::StringRef getName(DType dtype) { return getFacts(dtype).name; }
llvm::StringRef getMLIRName(DType dtype) { return getFacts(dtype).mlir; }

std::optional<DType> parseDType(llvm::StringRef name) {
  for (const DTypeFacts &facts : kFacts)
    if (facts.name == name)
      return facts.dtype;
  return std::nullopt;
}

std::string describeKinds(unsigned kinds) {
  static constexpr std::pair<unsigned, llvm::StringLiteral> kNames[] = {
      {kBoolean, "bool"},          {kInteger, "integer"},
      {kSigned, "signed integer"}, {kUnsigned, "unsigned integer"},
      {kFloat, "float"},           {kComplex, "complex"}};
  llvm::SmallVector<llvm::StringRef> names;
  for (auto [bits, name] : kNames)
    if ((kinds & bits) == bits) {
      names.push_back(name);
      kinds &= ~bits;
    }
  std::string text;
  for (auto [index, name] : llvm::enumerate(names))
    text += (index == 0                  ? ""
             : index + 1 == names.size() ? " or "
                                         : ", ") +
            name.str();
  return text;
}

DType getComponent(DType dtype) {
  return dtype == DType::complex64    ? DType::float32
         : dtype == DType::complex128 ? DType::float64
                                      : dtype;
}

DType getComplexOf(DType dtype) {
  return isA(dtype, kComplex)      ? dtype
         : dtype == DType::float64 ? DType::complex128
                                   : DType::complex64;
}

std::optional<DType> promote(DType lhs, DType rhs) {
  if (lhs == rhs)
    return lhs;
  // The one of the lower kind first.
  if (getKind(lhs) > getKind(rhs))
    std::swap(lhs, rhs);
  if (isA(lhs, kBoolean))
    return rhs;
  if (getKind(lhs) == getKind(rhs)) {
    // None of two narrow floats of one size has the numbers of the other, and
    // no float of 16 bits has the range of float8_e8m0fnu but bfloat16.
    bool hasScale =
        lhs == DType::float8_e8m0fnu || rhs == DType::float8_e8m0fnu;
    if (getBits(lhs) == getBits(rhs) ||
        (hasScale && getBits(lhs) <= 16 && getBits(rhs) <= 16))
      return DType::float32;
    return getBits(lhs) > getBits(rhs) ? lhs : rhs;
  }
  if (isA(rhs, kUnsigned)) {
    if (getBits(lhs) > getBits(rhs))
      return lhs;
    if (rhs == DType::uint64)
      return std::nullopt;
    // The next wider signed type holds both.
    return static_cast<DType>(static_cast<unsigned>(rhs) -
                              static_cast<unsigned>(DType::uint8) +
                              static_cast<unsigned>(DType::int16));
  }
  if (isA(rhs, kComplex) && lhs == DType::float64)
    return DType::complex128;
  return rhs;
}

int64_t multiplyExtents(llvm::ArrayRef<int64_t> extents) {
  int64_t product = 1;
  if (llvm::is_contained(extents, 0))
    return 0;
  for (int64_t extent : extents)
    if (llvm::MulOverflow(product, extent, product))
      return std::numeric_limits<int64_t>::max();
  return product;
}

int64_t TensorType::numElements() const { return multiplyExtents(shape); }

bool TensorType::isCountable() const {
  return numElements() <=
         std::numeric_limits<int64_t>::max() / (getBits(dtype) / 8) - 1;
}

std::string toString(llvm::ArrayRef<int64_t> shape) {
  std::string text = "[";
  for (auto [axis, extent] : llvm::enumerate(shape))
    text += (axis ? ", " : "") + std::to_string(extent);
  return text + "]";
}

std::string TensorType::str() const {
  return getName(dtype).str() + toString(shape);
}

std::string TensorType::mlir() const {
  std::string text = "tensor<";
  for (int64_t extent : shape)
    text += (extent == kOpen ? "?" : std::to_string(extent)) + "x";
  return text + getMLIRName(dtype).str() + ">";
}

llvm::hash_code hash_value(const TensorType &type) {
  return llvm::hash_combine(
      static_cast<int>(type.dtype),
      llvm::hash_combine_range(type.shape.begin(), type.shape.end()));
}

std::optional<Shape> broadcastShapes(llvm::ArrayRef<int64_t> lhs,
                                     llvm::ArrayRef<int64_t> rhs) {
  if (lhs.size() < rhs.size())
    std::swap(lhs, rhs);
  Shape shape(lhs);
  size_t offset = lhs.size() - rhs.size();
  for (auto [axis, extent] : llvm::enumerate(rhs)) {
    int64_t &common = shape[axis + offset];
    if (common == 1)
      common = extent;
    else if (extent != 1 && extent != common)
      return std::nullopt;
  }
  return shape;
}

} // namespace dtensor::recording
