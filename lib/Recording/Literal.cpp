//===- Literal.cpp - Elements that are part of a program ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Recording/Literal.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

namespace dtensor::recording {

/// Larger constants are printed as digits of their bytes.
static constexpr int64_t kMaxListed = 64;

const llvm::fltSemantics &getSemantics(DType dtype) {
  switch (dtype) {
  case DType::float16:
    return llvm::APFloat::IEEEhalf();
  case DType::bfloat16:
    return llvm::APFloat::BFloat();
  case DType::float32:
    return llvm::APFloat::IEEEsingle();
  case DType::float8_e5m2:
    return llvm::APFloat::Float8E5M2();
  case DType::float8_e4m3fn:
    return llvm::APFloat::Float8E4M3FN();
  case DType::float8_e4m3:
    return llvm::APFloat::Float8E4M3();
  case DType::float8_e5m2fnuz:
    return llvm::APFloat::Float8E5M2FNUZ();
  case DType::float8_e4m3fnuz:
    return llvm::APFloat::Float8E4M3FNUZ();
  case DType::float8_e4m3b11fnuz:
    return llvm::APFloat::Float8E4M3B11FNUZ();
  case DType::float8_e3m4:
    return llvm::APFloat::Float8E3M4();
  case DType::float8_e8m0fnu:
    return llvm::APFloat::Float8E8M0FNU();
  default:
    return llvm::APFloat::IEEEdouble();
  }
}

static void append(std::string &bytes, uint64_t bits, unsigned width) {
  bytes.append(reinterpret_cast<const char *>(&bits), width / 8);
}

/// Adds a NaN for a number that the type does not have: those that are not
/// positive of `float8_e8m0fnu`.
static bool appendMissing(std::string &bytes, DType dtype, bool isPositive) {
  if (dtype != DType::float8_e8m0fnu || isPositive)
    return false;
  append(bytes,
         llvm::APFloat::getNaN(getSemantics(dtype))
             .bitcastToAPInt()
             .getZExtValue(),
         8);
  return true;
}

static void appendFloat(std::string &bytes, DType dtype, double value) {
  if (appendMissing(bytes, dtype, value > 0))
    return;
  llvm::APFloat number(value);
  bool losesInfo;
  number.convert(getSemantics(dtype), llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
  append(bytes, number.bitcastToAPInt().getZExtValue(), getBits(dtype));
}

static void appendInteger(std::string &bytes, DType dtype, int64_t value) {
  if (isA(dtype, kBoolean))
    append(bytes, value != 0, 8);
  else if (isA(dtype, kInteger))
    append(bytes, static_cast<uint64_t>(value), getBits(dtype));
  else {
    // Of an integer, only the rounding to the type counts.
    DType component = getComponent(dtype);
    if (appendMissing(bytes, component, value > 0))
      return;
    llvm::APFloat number(getSemantics(component));
    number.convertFromAPInt(llvm::APInt(64, value, /*isSigned=*/true),
                            /*IsSigned=*/true,
                            llvm::APFloat::rmNearestTiesToEven);
    append(bytes, number.bitcastToAPInt().getZExtValue(), getBits(component));
    if (isA(dtype, kComplex))
      appendFloat(bytes, component, 0);
  }
}

Literal Literal::splat(TensorType type, std::complex<double> value) {
  if (isA(type.dtype, kBoolean))
    return splat(std::move(type), static_cast<int64_t>(value != 0.0));
  if (isA(type.dtype, kInteger))
    return splat(std::move(type), static_cast<int64_t>(value.real()));
  Literal literal{std::move(type), {}};
  DType component = getComponent(literal.type.dtype);
  appendFloat(literal.bytes, component, value.real());
  if (isA(literal.type.dtype, kComplex))
    appendFloat(literal.bytes, component, value.imag());
  return literal;
}

Literal Literal::splat(TensorType type, int64_t value) {
  Literal literal{std::move(type), {}};
  appendInteger(literal.bytes, literal.type.dtype, value);
  return literal;
}

Literal Literal::of(DType dtype, Shape shape, llvm::ArrayRef<int64_t> values) {
  Literal literal{{dtype, std::move(shape)}, {}};
  for (int64_t value : values)
    appendInteger(literal.bytes, dtype, value);
  return literal;
}

double toDouble(llvm::APFloat number) {
  bool losesInfo;
  number.convert(llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return number.convertToDouble();
}

/// An infinity, or the extreme number of a type without them.
static double getExtreme(DType dtype, bool isNegative) {
  const llvm::fltSemantics &semantics = getSemantics(getComponent(dtype));
  if (llvm::APFloat::semanticsHasInf(semantics))
    return toDouble(llvm::APFloat::getInf(semantics, isNegative));
  if (isNegative && !llvm::APFloat::semanticsHasSignedRepr(semantics))
    return toDouble(llvm::APFloat::getSmallest(semantics));
  return toDouble(llvm::APFloat::getLargest(semantics, isNegative));
}

Literal Literal::lowest(TensorType type) {
  if (isA(type.dtype, kInexact))
    return splat(type, getExtreme(type.dtype, /*isNegative=*/true));
  unsigned bits = getBits(type.dtype);
  bool isSigned = isA(type.dtype, kSigned);
  return splat(std::move(type),
               isSigned ? llvm::APInt::getSignedMinValue(bits).getSExtValue()
                        : int64_t(0));
}

Literal Literal::greatest(TensorType type) {
  if (isA(type.dtype, kInexact))
    return splat(type, getExtreme(type.dtype, /*isNegative=*/false));
  unsigned bits = getBits(type.dtype);
  bool isSigned = isA(type.dtype, kSigned);
  return splat(std::move(type),
               isSigned ? llvm::APInt::getSignedMaxValue(bits).getSExtValue()
                        : int64_t(-1));
}

static uint64_t readBits(const char *data, unsigned width) {
  uint64_t bits = 0;
  std::memcpy(&bits, data, width / 8);
  return bits;
}

static void printElement(llvm::raw_ostream &os, DType dtype, const char *data) {
  unsigned width = getBits(dtype);
  if (isA(dtype, kBoolean)) {
    os << (*data ? "true" : "false");
  } else if (isA(dtype, kUnsigned)) {
    os << readBits(data, width);
  } else if (isA(dtype, kSigned)) {
    os << llvm::SignExtend64(readBits(data, width), width);
  } else if (isA(dtype, kFloat)) {
    // A short decimal number where it is exact, or else the bits.
    llvm::APFloat number(getSemantics(dtype),
                         llvm::APInt(width, readBits(data, width)));
    llvm::SmallString<24> text;
    number.toString(text, 6, 0, /*TruncateZero=*/false);
    llvm::APFloat again(getSemantics(dtype));
    if (width > 8 && number.isFinite() &&
        llvm::cantFail(again.convertFromString(
            text, llvm::APFloat::rmNearestTiesToEven)) == llvm::APFloat::opOK &&
        again.bitwiseIsEqual(number))
      os << text;
    else
      os << llvm::format_hex(readBits(data, width), 2 + width / 4,
                             /*Upper=*/true);
  } else {
    DType component = getComponent(dtype);
    os << '(';
    printElement(os, component, data);
    os << ',';
    printElement(os, component, data + width / 16);
    os << ')';
  }
}

/// Prints the elements from `axis` on as nested lists.
static const char *printNested(llvm::raw_ostream &os, const TensorType &type,
                               unsigned axis, const char *data) {
  if (axis == type.shape.size()) {
    printElement(os, type.dtype, data);
    return data + getBits(type.dtype) / 8;
  }
  os << '[';
  for (int64_t index = 0; index < type.shape[axis]; ++index) {
    if (index)
      os << ", ";
    data = printNested(os, type, axis + 1, data);
  }
  os << ']';
  return data;
}

std::string Literal::mlir() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "dense<";
  if (type.numElements() == 0)
    ; // no elements
  else if (isSplat())
    printElement(os, type.dtype, bytes.data());
  else if (type.numElements() <= kMaxListed || isA(type.dtype, kBoolean))
    printNested(os, type, 0, bytes.data());
  else
    os << "\"0x" << llvm::toHex(bytes) << '"';
  os << "> : " << type.mlir();
  return text;
}

llvm::hash_code hash_value(const Literal &literal) {
  return llvm::hash_combine(literal.type, llvm::StringRef(literal.bytes));
}

} // namespace dtensor::recording
