//===- ComplexLanes.h - Arithmetic of complex numbers -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_LINALGEXT_COMPLEXLANES_H
#define DTENSOR_LIB_CODEGEN_LINALGEXT_COMPLEXLANES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <complex>

namespace dtensor {

/// A complex number with f64 parts, or a vector of such numbers.
struct Complex {
  mlir::Value real, imaginary;
};

/// Creates ops on complex numbers, on one number or on `lanes` numbers at a
/// time. Each lane has the same bits for any number of lanes.
class ComplexLanes {
public:
  /// If `fuses` is set, a product and a sum are rounded only once.
  ComplexLanes(mlir::ImplicitLocOpBuilder &b, int64_t lanes, bool fuses)
      : b(b), lanes(lanes), fuses(fuses) {}

  int64_t getNumLanes() const { return lanes; }
  /// `element`, or a vector of it.
  mlir::Type getType(mlir::Type element) const;

  mlir::Value number(double value);
  /// Repeats a number in all lanes.
  Complex spread(mlir::Value complexNumber);

  Complex add(Complex x, Complex y);
  Complex sub(Complex x, Complex y);
  Complex mul(Complex x, Complex y);
  Complex scale(Complex x, mlir::Value y);
  /// `x * y + z`, where `y` is real.
  Complex scaleAndAdd(Complex x, mlir::Value y, Complex z);
  Complex conjugate(Complex x);
  /// `i * x`.
  Complex turn(Complex x);

private:
  mlir::Value mulAndAdd(mlir::Value x, mlir::Value y, mlir::Value z);

  mlir::ImplicitLocOpBuilder &b;
  int64_t lanes;
  bool fuses;
};

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_LINALGEXT_COMPLEXLANES_H
