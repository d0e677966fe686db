//===- Number.cpp - One element of any type -------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Number.h"

#include "dtensor/Host/Element.h"
#include <bit>
#include <cmath>
#include <cstring>

namespace dtensor::reference {

/// Rounds to `precision` binary digits, or to fewer if the exponent is less
/// than `minExponent`. `max` is the largest finite number.
template <typename T>
static double roundToDigits(T value, int precision, int minExponent,
                            double max) {
  if (!std::isfinite(value) || value == 0)
    return value;
  int exponent = std::max(std::ilogb(value), minExponent);
  // Multiplying by a power of two is exact. The integer nearest to the
  // quotient, ties to even, has the required digits.
  T digits = std::nearbyint(std::ldexp(value, precision - 1 - exponent));
  double rounded = std::ldexp(digits, exponent - (precision - 1));
  if (std::abs(rounded) > max)
    return std::copysign(INFINITY, rounded);
  return rounded;
}

/// The host library knows the digits of each format, and what it has beyond its
/// largest number.
template <typename T> static double roundToByte(ElementType type, T value) {
  // An f64 rounded to odd has its last bit set if it is inexact, so it is never
  // a tie when it is rounded again.
  double wide = static_cast<double>(value);
  if (static_cast<T>(wide) != value && !std::isnan(wide)) {
    bool isAbove = std::abs(static_cast<T>(wide)) > std::abs(value);
    if (isAbove)
      wide = std::nextafter(wide, 0.0);
    wide = std::bit_cast<double>(std::bit_cast<uint64_t>(wide) | 1);
  }
  char element;
  storeFloat(type, &element, wide);
  return loadFloat(type, &element).real();
}

template <typename T> static double roundAny(ElementType type, T value) {
  if (isByteFloat(type))
    return roundToByte(type, value);
  switch (type) {
  case ElementType::F16:
    return roundToDigits(value, /*precision=*/11, /*minExponent=*/-14, 65504);
  case ElementType::BF16:
    return roundToDigits(value, /*precision=*/8, /*minExponent=*/-126,
                         0x1.FEp127);
  case ElementType::F32:
  case ElementType::C64:
    return static_cast<float>(value);
  default:
    return static_cast<double>(value);
  }
}

double roundFloat(ElementType type, double value) {
  return roundAny(type, value);
}

double roundFloat(ElementType type, long double value) {
  return roundAny(type, value);
}

int64_t wrapInteger(ElementType type, int64_t value) {
  switch (type) {
  case ElementType::I1:
    return value & 1;
  case ElementType::I8:
    return static_cast<int8_t>(value);
  case ElementType::I16:
    return static_cast<int16_t>(value);
  case ElementType::I32:
    return static_cast<int32_t>(value);
  default:
    return value;
  }
}

bool isHalf(ElementType type) {
  return type == ElementType::F16 || type == ElementType::BF16;
}

unsigned getWidth(ElementType type) {
  return type == ElementType::I1 ? 1 : 8 * getByteSize(type);
}

int64_t getSigned(ElementType type, int64_t value) {
  return type == ElementType::I1 ? -value : value;
}

uint64_t getUnsigned(ElementType type, int64_t value) {
  return static_cast<uint64_t>(value) & (~uint64_t(0) >> (64 - getWidth(type)));
}

Number roundTo(ElementType type, Number value) {
  if (isInteger(type))
    return Number::ofInteger(wrapInteger(type, value.integer));
  return Number::ofFloat(roundFloat(type, value.real),
                         isComplex(type) ? roundFloat(type, value.imaginary)
                                         : 0);
}

Number load(ElementType type, const char *element) {
  // Most elements have this type.
  if (type == ElementType::F32) {
    float value;
    std::memcpy(&value, element, sizeof(value));
    return Number::ofFloat(value);
  }
  if (isInteger(type))
    return Number::ofInteger(loadInteger(type, element));
  std::complex<double> value = loadFloat(type, element);
  return Number::ofFloat(value.real(), value.imag());
}

void store(ElementType type, char *element, Number value) {
  if (type == ElementType::F32) {
    float rounded = value.real;
    std::memcpy(element, &rounded, sizeof(rounded));
    return;
  }
  if (isInteger(type))
    storeInteger(type, element, value.integer);
  else
    storeFloat(type, element, value.getComplex());
}

Number load(const HostTensor &tensor, int64_t position) {
  ElementType type = tensor.getElementType();
  return load(type, tensor.getData() + position * getByteSize(type));
}

void store(HostTensor &tensor, int64_t position, Number value) {
  ElementType type = tensor.getElementType();
  store(type, tensor.getData() + position * getByteSize(type), value);
}

} // namespace dtensor::reference
