//===- ComplexLanes.cpp - Arithmetic of complex numbers -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComplexLanes.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace dtensor;

Type ComplexLanes::getType(Type element) const {
  return lanes == 1 ? element : VectorType::get({lanes}, element);
}

Value ComplexLanes::number(double value) {
  Type type = getType(b.getF64Type());
  if (lanes == 1)
    return arith::ConstantOp::create(b, b.getF64FloatAttr(value));
  return arith::ConstantOp::create(
      b, DenseElementsAttr::get(cast<ShapedType>(type), value));
}

Complex ComplexLanes::spread(Value complexNumber) {
  Value real = complex::ReOp::create(b, complexNumber);
  Value imaginary = complex::ImOp::create(b, complexNumber);
  if (lanes == 1)
    return {real, imaginary};
  Type type = getType(b.getF64Type());
  return {vector::BroadcastOp::create(b, type, real),
          vector::BroadcastOp::create(b, type, imaginary)};
}

Value ComplexLanes::mulAndAdd(Value x, Value y, Value z) {
  if (fuses)
    return math::FmaOp::create(b, x, y, z);
  return arith::AddFOp::create(b, arith::MulFOp::create(b, x, y), z);
}

Complex ComplexLanes::add(Complex x, Complex y) {
  return {arith::AddFOp::create(b, x.real, y.real),
          arith::AddFOp::create(b, x.imaginary, y.imaginary)};
}

Complex ComplexLanes::sub(Complex x, Complex y) {
  return {arith::SubFOp::create(b, x.real, y.real),
          arith::SubFOp::create(b, x.imaginary, y.imaginary)};
}

Complex ComplexLanes::mul(Complex x, Complex y) {
  Value turned = arith::MulFOp::create(b, x.imaginary, y.imaginary);
  Value real = mulAndAdd(x.real, y.real, arith::NegFOp::create(b, turned));
  Value crossed = arith::MulFOp::create(b, x.imaginary, y.real);
  return {real, mulAndAdd(x.real, y.imaginary, crossed)};
}

Complex ComplexLanes::scale(Complex x, Value y) {
  return {arith::MulFOp::create(b, x.real, y),
          arith::MulFOp::create(b, x.imaginary, y)};
}

Complex ComplexLanes::scaleAndAdd(Complex x, Value y, Complex z) {
  return {mulAndAdd(x.real, y, z.real), mulAndAdd(x.imaginary, y, z.imaginary)};
}

Complex ComplexLanes::conjugate(Complex x) {
  return {x.real, arith::NegFOp::create(b, x.imaginary)};
}

Complex ComplexLanes::turn(Complex x) {
  return {arith::NegFOp::create(b, x.imaginary), x.real};
}
