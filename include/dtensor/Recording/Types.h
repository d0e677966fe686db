//===- Types.h - Types of recorded values -----------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RECORDING_TYPES_H
#define DTENSOR_RECORDING_TYPES_H

#include "dt/DType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace dtensor::recording {

using dt::DType;

/// The kinds of element types, as bits, so that a set of kinds is a number.
enum Kind : unsigned {
  kBoolean = 1,
  kSigned = 2,
  kUnsigned = 4,
  kFloat = 8,
  kComplex = 16,
  kInteger = kSigned | kUnsigned,
  kReal = kInteger | kFloat,
  kInexact = kFloat | kComplex,
  kNumeric = kReal | kComplex,
  kAnyKind = kNumeric | kBoolean,
};

constexpr unsigned kNumDTypes = 23;

Kind getKind(DType dtype);
inline bool isA(DType dtype, unsigned kinds) { return getKind(dtype) & kinds; }
/// The bits of an element; 8 for a boolean.
unsigned getBits(DType dtype);
/// The name in the array API standard: `float32`.
llvm::StringRef getName(DType dtype);
std::optional<DType> parseDType(llvm::StringRef name);
/// The name in MLIR: `f32`.
llvm::StringRef getMLIRName(DType dtype);
/// "integer or float" and so on.
std::string describeKinds(unsigned kinds);

/// The type of the parts of a complex number; any other type is its own.
DType getComponent(DType dtype);
/// The complex type with parts of `dtype`; `float64` for whatever is wider than
/// a `float32`.
DType getComplexOf(DType dtype);

/// The type that two operands are converted to. As the array API standard has
/// it; where that leaves the result open, an integer beside a float takes the
/// float's type, and a boolean takes the other's type. None for `uint64` beside
/// a signed integer, which have no common type.
std::optional<DType> promote(DType lhs, DType rhs);

/// The types of values whose maker does not say one.
constexpr DType kDefaultInteger = DType::int64;
constexpr DType kDefaultFloat = DType::float32;
constexpr DType kDefaultComplex = DType::complex64;

using Shape = llvm::SmallVector<int64_t, 4>;

/// The product, or the greatest number if it is greater.
int64_t multiplyExtents(llvm::ArrayRef<int64_t> extents);

/// Element type and shape, which is static for all values of a program.
struct TensorType {
  /// An extent of a component that devices know only when they run.
  static constexpr int64_t kOpen = -1;

  DType dtype = DType::float32;
  Shape shape;

  int64_t rank() const { return static_cast<int64_t>(shape.size()); }
  int64_t numElements() const;
  /// Whether the number of bytes fits an int64_t, as it does for all values of
  /// a program.
  bool isCountable() const;
  bool operator==(const TensorType &other) const {
    return dtype == other.dtype && shape == other.shape;
  }
  bool operator!=(const TensorType &other) const { return !(*this == other); }
  /// For messages: `float32[2, 3]`.
  std::string str() const;
  /// For programs: `tensor<2x3xf32>`.
  std::string mlir() const;
};

llvm::hash_code hash_value(const TensorType &type);

/// For messages: `[2, 3]`.
std::string toString(llvm::ArrayRef<int64_t> shape);

/// The common shape of two shapes, by the rules of broadcasting; none if two
/// extents differ and neither is 1.
std::optional<Shape> broadcastShapes(llvm::ArrayRef<int64_t> lhs,
                                     llvm::ArrayRef<int64_t> rhs);

} // namespace dtensor::recording

#endif // DTENSOR_RECORDING_TYPES_H
