//===- Number.h - One element of any type -----------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_REFERENCE_NUMBER_H
#define DTENSOR_LIB_REFERENCE_NUMBER_H

#include "dtensor/Host/HostTensor.h"
#include <complex>

namespace dtensor::reference {

/// An element, whose type is known from its context. A float or complex number
/// is in `real` and `imaginary`, exactly as its type holds it. An integer, an
/// index or a boolean is in `integer`, sign-extended to 64 bits; a boolean is 0
/// or 1.
struct Number {
  union {
    double real;
    int64_t integer;
  };
  double imaginary;

  Number() : integer(0), imaginary(0) {}
  static Number ofInteger(int64_t value) {
    Number number;
    number.integer = value;
    return number;
  }
  static Number ofFloat(double real, double imaginary = 0) {
    Number number;
    number.real = real;
    number.imaginary = imaginary;
    return number;
  }
  std::complex<double> getComplex() const { return {real, imaginary}; }
};

/// The element at a position of the row-major order.
Number load(const HostTensor &tensor, int64_t position);
/// Stores an element. It is rounded to the tensor's type, and an integer to its
/// low bits.
void store(HostTensor &tensor, int64_t position, Number value);
/// The same for one element in memory.
Number load(ElementType type, const char *element);
void store(ElementType type, char *element, Number value);

/// The number after `value` is stored and loaded again.
Number roundTo(ElementType type, Number value);
/// The float of a type, or of the parts of a complex type, that is closest to
/// `value`; ties go to even.
double roundFloat(ElementType type, double value);
double roundFloat(ElementType type, long double value);
/// The integer of a type that has the low bits of `value`.
int64_t wrapInteger(ElementType type, int64_t value);

/// Whether the type is a float of 16 bits.
bool isHalf(ElementType type);
/// The number of bits of an integer type.
unsigned getWidth(ElementType type);
/// An integer of `type` as a signed number, and as an unsigned one. A boolean
/// has no sign in `Number`.
int64_t getSigned(ElementType type, int64_t value);
uint64_t getUnsigned(ElementType type, int64_t value);

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_NUMBER_H
