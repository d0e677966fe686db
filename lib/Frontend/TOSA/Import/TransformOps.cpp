//===- TransformOps.cpp - Fourier transforms of TOSA ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImportOps.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dtensor;

using Body = function_ref<Value(OpBuilder &, Location, ValueRange)>;

/// A tensor of the results of `body` for each element of `inputs`, which have
/// one shape.
static Value createMap(OpBuilder &builder, Location loc, Type element,
                       ValueRange inputs, Body body) {
  auto type = cast<RankedTensorType>(inputs[0].getType()).clone(element);
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(), element);
  SmallVector<AffineMap> maps(inputs.size() + 1,
                              builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, type, inputs, empty, maps, iterators,
             [&](OpBuilder &inner, Location, ValueRange arguments) {
               linalg::YieldOp::create(inner, loc,
                                       body(inner, loc, arguments.drop_back()));
             })
      .getResult(0);
}

static Value negate(OpBuilder &builder, Location loc, Value value) {
  return arith::NegFOp::create(builder, loc, value);
}

static Value createFft(OpBuilder &builder, Location loc, Value value,
                       RankedTensorType type, int64_t axis) {
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  return linalg_ext::FftOp::create(builder, loc, TypeRange(type), value,
                                   /*roots=*/Value(), empty, axis,
                                   /*inverse=*/false)
      ->getResult(0);
}

/// The imaginary part, negated where `isConjugated`.
static Value createImaginary(OpBuilder &builder, Location loc, Type element,
                             Value value, bool isConjugated) {
  return createMap(builder, loc, element, value,
                   [&](OpBuilder &b, Location l, ValueRange v) -> Value {
                     Value part = complex::ImOp::create(b, l, v[0]);
                     return isConjugated ? negate(b, l, part) : part;
                   });
}
static Value createReal(OpBuilder &builder, Location loc, Type element,
                        Value value) {
  return createMap(builder, loc, element, value,
                   [&](OpBuilder &b, Location l, ValueRange v) -> Value {
                     return complex::ReOp::create(b, l, v[0]);
                   });
}

void dtensor::importOp(tosa::FFT2dOp op, RewriterBase &rewriter) {
  Location loc = op.getLoc();
  Type element = getElementTypeOrSelf(op.getInputReal());
  auto complexElement = ComplexType::get(element);
  // TOSA's inverse does not divide. It is the conjugate of the transform of the
  // conjugate.
  bool inverse = op.getInverse();
  Value value = createMap(
      rewriter, loc, complexElement, {op.getInputReal(), op.getInputImag()},
      [&](OpBuilder &b, Location l, ValueRange v) -> Value {
        return complex::CreateOp::create(b, l, complexElement, v[0],
                                         inverse ? negate(b, l, v[1]) : v[1]);
      });
  auto type = cast<RankedTensorType>(value.getType());
  value = createFft(rewriter, loc, value, type, 1);
  value = createFft(rewriter, loc, value, type, 2);
  rewriter.replaceOp(op,
                     {createReal(rewriter, loc, element, value),
                      createImaginary(rewriter, loc, element, value, inverse)});
}

void dtensor::importOp(tosa::RFFT2dOp op, RewriterBase &rewriter) {
  Location loc = op.getLoc();
  auto input = cast<RankedTensorType>(op.getInputReal().getType());
  Type element = input.getElementType();
  SmallVector<int64_t> shape(input.getShape());
  shape.back() = shape.back() / 2 + 1;
  auto type = RankedTensorType::get(shape, ComplexType::get(element));
  Value value = createFft(rewriter, loc, op.getInputReal(), type, 2);
  value = createFft(rewriter, loc, value, type, 1);
  rewriter.replaceOp(op,
                     {createReal(rewriter, loc, element, value),
                      createImaginary(rewriter, loc, element, value, false)});
}
