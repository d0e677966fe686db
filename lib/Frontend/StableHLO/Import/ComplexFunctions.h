//===- ComplexFunctions.h - Functions of complex numbers --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_COMPLEXFUNCTIONS_H
#define DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_COMPLEXFUNCTIONS_H

#include "Formula.h"

namespace dtensor::stablehlo {

/// A complex number in a formula.
struct Complex {
  Real re, im;
};

/// Elementary functions of f64 parts, with the branch cuts and signs of zero of
/// C99 (Annex G), after W. Kahan, "Branch cuts for complex elementary
/// functions" (1987). Parts are correct to some units of the last place, except
/// for those that are differences of large numbers.
Complex exp(Complex z);
Complex expm1(Complex z);
Complex log(Complex z);
Complex log1p(Complex z);
Complex sqrt(Complex z);
Complex rsqrt(Complex z);
Complex pow(Complex z, Complex w);
Complex logistic(Complex z);
/// z / |z|, or 0 if z is 0.
Complex sign(Complex z);
Complex sin(Complex z);
Complex cos(Complex z);
Complex tan(Complex z);
Complex sinh(Complex z);
Complex cosh(Complex z);
Complex tanh(Complex z);
Complex asin(Complex z);
Complex acos(Complex z);
Complex atan(Complex z);
Complex asinh(Complex z);
Complex acosh(Complex z);
Complex atanh(Complex z);
/// |z|.
Real hypot(Complex z);

/// A function of complex scalars, computed on f64 parts. For f32 parts no
/// intermediate result overflows, and differences are exact enough.
template <typename... Numbers>
mlir::Value createComplex(mlir::ImplicitLocOpBuilder &b,
                          Complex (*function)(Numbers...),
                          mlir::ValueRange operands) {
  auto part = llvm::cast<mlir::FloatType>(
      llvm::cast<mlir::ComplexType>(operands[0].getType()).getElementType());
  auto get = [&](mlir::Value value) -> Complex {
    Real re{&b, mlir::complex::ReOp::create(b, value)};
    Real im{&b, mlir::complex::ImOp::create(b, value)};
    return {convert(re, b.getF64Type()), convert(im, b.getF64Type())};
  };
  auto apply = [&]<size_t... i>(std::index_sequence<i...>) {
    return function(get(operands[i])...);
  };
  Complex result = apply(std::index_sequence_for<Numbers...>());
  return mlir::complex::CreateOp::create(b, operands[0].getType(),
                                         convert(result.re, part).value,
                                         convert(result.im, part).value);
}

} // namespace dtensor::stablehlo

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_COMPLEXFUNCTIONS_H
