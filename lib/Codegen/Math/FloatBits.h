//===- FloatBits.h - Arithmetic on the bits of floats -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_MATH_FLOATBITS_H
#define DTENSOR_LIB_CODEGEN_MATH_FLOATBITS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace dtensor {

/// Integer arithmetic on the bits of floats, or of vectors of floats.
struct Bits {
  Bits(mlir::Operation *op, mlir::OpBuilder &builder)
      : b(op->getLoc(), builder), shape(op->getOperand(0).getType()) {}

  mlir::Type like(mlir::Type element) {
    if (auto vector = mlir::dyn_cast<mlir::VectorType>(shape))
      return vector.clone(element);
    return element;
  }
  mlir::Value constant(mlir::TypedAttr value) {
    if (auto type = mlir::dyn_cast<mlir::VectorType>(like(value.getType())))
      return mlir::arith::ConstantOp::create(
          b, mlir::DenseElementsAttr::get(type, mlir::Attribute(value)));
    return mlir::arith::ConstantOp::create(b, value);
  }
  mlir::Value constant(uint32_t value) {
    return constant(b.getI32IntegerAttr(static_cast<int32_t>(value)));
  }
  mlir::Value constantF32(float value) {
    return constant(b.getF32FloatAttr(value));
  }
  mlir::Value cast(mlir::Value x, mlir::Type element) {
    return mlir::arith::BitcastOp::create(b, like(element), x);
  }
  mlir::Value of(mlir::Value f32) { return cast(f32, b.getI32Type()); }
  mlir::Value toF32(mlir::Value bits) { return cast(bits, b.getF32Type()); }
  mlir::Value add(mlir::Value x, mlir::Value y) {
    return mlir::arith::AddIOp::create(b, x, y);
  }
  mlir::Value mask(mlir::Value x, uint32_t y) {
    return mlir::arith::AndIOp::create(b, x, constant(y));
  }
  mlir::Value join(mlir::Value x, mlir::Value y) {
    return mlir::arith::OrIOp::create(b, x, y);
  }
  mlir::Value left(mlir::Value x, uint32_t by) {
    return mlir::arith::ShLIOp::create(b, x, constant(by));
  }
  mlir::Value right(mlir::Value x, uint32_t by) {
    return mlir::arith::ShRUIOp::create(b, x, constant(by));
  }
  /// `ifTrue` where x is at least y, else `ifFalse`.
  mlir::Value select(mlir::Value x, uint32_t y, mlir::Value ifTrue,
                     mlir::Value ifFalse) {
    mlir::Value condition = mlir::arith::CmpIOp::create(
        b, mlir::arith::CmpIPredicate::uge, x, constant(y));
    return mlir::arith::SelectOp::create(b, condition, ifTrue, ifFalse);
  }

  mlir::ImplicitLocOpBuilder b;
  mlir::Type shape;
};

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_MATH_FLOATBITS_H
