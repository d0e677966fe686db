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
/// As if `value` were stored and loaded again.
Number roundTo(ElementType type, Number value);

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_NUMBER_H
