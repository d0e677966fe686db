//===- Numbers.h - Arithmetic of floats and complex numbers -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_LINALGEXT_NUMBERS_H
#define DTENSOR_LIB_CODEGEN_LINALGEXT_NUMBERS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace dtensor {

/// Arithmetic with the same functions for real and complex scalars.
class Numbers {
public:
  Numbers(mlir::ImplicitLocOpBuilder &b, mlir::Type type)
      : b(b), type(type), complexType(llvm::dyn_cast<mlir::ComplexType>(type)) {
  }

  mlir::Type getFloatType() const {
    return complexType ? complexType.getElementType() : type;
  }
  mlir::Value zero() {
    return makeReal(mlir::arith::ConstantOp::create(
        b, b.getFloatAttr(getFloatType(), 0.0)));
  }
  mlir::Value subtract(mlir::Value x, mlir::Value y) {
    return create<mlir::arith::SubFOp, mlir::complex::SubOp>(x, y);
  }
  mlir::Value multiply(mlir::Value x, mlir::Value y) {
    return create<mlir::arith::MulFOp, mlir::complex::MulOp>(x, y);
  }
  mlir::Value divide(mlir::Value x, mlir::Value y) {
    return create<mlir::arith::DivFOp, mlir::complex::DivOp>(x, y);
  }
  mlir::Value conjugate(mlir::Value x) {
    return complexType ? mlir::complex::ConjOp::create(b, x).getResult() : x;
  }
  mlir::Value getReal(mlir::Value x) {
    return complexType ? mlir::complex::ReOp::create(b, x).getResult() : x;
  }
  mlir::Value makeReal(mlir::Value real) {
    if (!complexType)
      return real;
    mlir::Value zero =
        mlir::arith::ConstantOp::create(b, b.getFloatAttr(getFloatType(), 0.0));
    return mlir::complex::CreateOp::create(b, complexType, real, zero);
  }

private:
  template <typename FloatOp, typename ComplexOp>
  mlir::Value create(mlir::Value x, mlir::Value y) {
    return complexType ? ComplexOp::create(b, x, y).getResult()
                       : FloatOp::create(b, x, y).getResult();
  }

  mlir::ImplicitLocOpBuilder &b;
  mlir::Type type;
  mlir::ComplexType complexType;
};

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_LINALGEXT_NUMBERS_H
