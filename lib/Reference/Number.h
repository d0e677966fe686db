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

/// An element. Its type is known from where it is: a float or complex number
/// is in `real` and `imaginary`, exactly as its type holds it; an integer, an
/// index or a truth value is in `integer`, sign-extended to 64 bits, a truth
/// value as 0 or 1.
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
/// Rounds to the tensor's type, integers to their low bits.
void store(HostTensor &tensor, int64_t position, Number value);
/// The same of one element in memory.
Number load(ElementType type, const char *element);
void store(ElementType type, char *element, Number value);

/// As if `value` were stored and loaded again.
Number roundTo(ElementType type, Number value);
/// The float of a type, or of the parts of a complex type, that is nearest to
/// `value`, ties to even.
double roundFloat(ElementType type, double value);
double roundFloat(ElementType type, long double value);
/// The integer of a type that has the low bits of `value`.
int64_t wrapInteger(ElementType type, int64_t value);

/// A float of 16 bits.
bool isHalf(ElementType type);
/// The number of bits of an integer type.
unsigned getWidth(ElementType type);
/// An integer of `type` read as one with a sign, which a truth value lacks in
/// `Number`, and as one without.
int64_t getSigned(ElementType type, int64_t value);
uint64_t getUnsigned(ElementType type, int64_t value);

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_NUMBER_H
