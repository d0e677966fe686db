//===- Further.cpp - Functions beside the standard ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Elementwise.h"

#include <numbers>

namespace dtensor::recording {
using namespace prim;

template <Value (*f)(Value)> static Argument applyFloat(Call &call) {
  Value x = toInexact(call.array("x"));
  return call.checkKind("x", x, kFloat) ? f(x) : Value();
}

static Argument relu(Call &call) {
  Value x = call.array("x");
  if (!call.checkKind("x", x, kReal))
    return {};
  Value isPositive = compare(Comparison::GT, x, zerosLike(x));
  return select(isPositive, x, zerosLike(x));
}

/// x P(X < x) of a normal variable X.
static Argument gelu(Call &call) {
  Value x = toInexact(call.array("x"));
  if (!call.checkKind("x", x, kFloat))
    return {};
  return x * erfc(x * -(std::numbers::sqrt2 / 2)) * 0.5;
}

/// The greatest finite element along the axes, with extents of 1. It is not
/// differentiated, since it does not change the results.
static Value getPeak(Value x, const Shape &axes) {
  Value peak = restoreAxes(reduce(Fold::max, x, axes), x, axes, true);
  peak = stopGradient(peak);
  return select(isFinite(peak), peak, zerosLike(peak));
}

static Argument softmax(Call &call) {
  Value x = toInexact(call.array("x"));
  Shape axes = call.axes("axis", x.rank());
  if (call.hasFailed() || !call.checkKind("x", x, kFloat))
    return {};
  Value powers = exp(x - broadcastTo(getPeak(x, axes), x.shape()));
  Value total = restoreAxes(sum(powers, axes), x, axes, true);
  return powers / broadcastTo(total, x.shape());
}

static Argument logSumExp(Call &call) {
  Value x = toInexact(call.array("x"));
  Shape axes = call.axes("axis", x.rank());
  if (call.hasFailed() || !call.checkKind("x", x, kFloat))
    return {};
  Value peak = getPeak(x, axes);
  Value total = sum(exp(x - broadcastTo(peak, x.shape())), axes);
  Value result = log(total) + reshape(peak, total.shape());
  return restoreAxes(result, x, axes, call.flag("keepdims"));
}

static Argument oneHot(Call &call) {
  Value x = call.array("x");
  int64_t count = call.integer("num_classes");
  if (!call.checkKind("x", x, kInteger))
    return {};
  if (count < 0)
    return call.fail("argument 'num_classes': required at least 0, found " +
                     llvm::Twine(count));
  Shape shape = x.shape();
  shape.push_back(count);
  Value positions = iota(call.graph, {x.dtype(), shape}, x.rank());
  Value wanted = broadcast(x, shape, allAxes(x.rank()));
  return convert(compare(Comparison::EQ, positions, wanted),
                 call.dtype("dtype", kDefaultFloat));
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

/// Bits from a seed, and their number of significant ones: numbers are
/// multiples of 2^-24, or of 2^-53 for `float64`.
static Value drawUniform(Call &call, DType dtype) {
  Shape shape = call.shape("shape");
  if (call.hasFailed())
    return {};
  if (!isA(dtype, kFloat))
    return call.fail("argument 'dtype': required float, found " +
                     getName(dtype));
  Value key;
  const Argument &seed = call.get("seed");
  if (const auto *number = seed.getIf<int64_t>())
    key = constant(call.graph, Literal::of(DType::uint64, {2}, {0, *number}));
  else if (seed.is<Value>() || seed.is<Literal>())
    key = call.toArray(seed);
  else
    return call.fail("argument 'seed': required an integer or a key "
                     "uint64[2], found " +
                     seed.describe());
  bool isWide = dtype == DType::float64;
  DType bitsType = isWide ? DType::uint64 : DType::uint32;
  Value bits = randomBits(key, {bitsType, shape})[1];
  int64_t shift = isWide ? 11 : 8;
  Value digits = shiftRightLogical(bits, fullLike(bits, shift));
  DType wide = isWide ? DType::float64 : DType::float32;
  return convert(digits, wide) * (isWide ? 0x1p-53 : 0x1p-24);
}

static Argument rand(Call &call) {
  DType dtype = call.dtype("dtype", kDefaultFloat);
  return convert(drawUniform(call, dtype), dtype);
}

/// The inverse of the distribution at numbers in the middle of equal parts.
static Argument randn(Call &call) {
  DType dtype = call.dtype("dtype", kDefaultFloat);
  Value uniform = drawUniform(call, dtype);
  if (call.hasFailed())
    return {};
  double half = uniform.dtype() == DType::float64 ? 0x1p-53 : 0x1p-24;
  Value centred = uniform * 2 - (1 - half);
  return convert(erfInv(centred) * std::numbers::sqrt2, dtype);
}

//===----------------------------------------------------------------------===//
// Annotations
//===----------------------------------------------------------------------===//

static Argument relayout(Call &call) {
  return constrain(call.array("x"), call.text("layout"));
}

static Argument stop(Call &call) { return stopGradient(call.array("x")); }

llvm::ArrayRef<FunctionInfo> getFurtherFunctions() {
  static const FunctionInfo functions[] = {
      {"cbrt", "(x: array, /) -> array", "The cube root.", applyFloat<cbrt>},
      {"digamma", "(x: array, /) -> array", "The derivative of lgamma.",
       applyFloat<digamma>},
      {"erf", "(x: array, /) -> array", "The error function.", applyFloat<erf>},
      {"erfc", "(x: array, /) -> array", "1 - erf(x), exact for large x.",
       applyFloat<erfc>},
      {"erfinv", "(x: array, /) -> array", "The inverse of erf.",
       applyFloat<erfInv>},
      {"gelu", "(x: array, /) -> array",
       "x times the normal distribution function of x.", gelu},
      {"lgamma", "(x: array, /) -> array",
       "The logarithm of the gamma function's absolute value.",
       applyFloat<lgamma>},
      {"logistic", "(x: array, /) -> array", "1 / (1 + exp(-x)).",
       applyFloat<logistic>},
      {"logsumexp",
       "(x: array, /, *, axis: ints? = None, keepdims: bool = False) -> array",
       "log(sum(exp(x))).", logSumExp},
      {"one_hot",
       "(x: array, /, num_classes: int, *, dtype: dtype? = None) -> array",
       "Rows with a one at the position that x has.", oneHot},
      {"rand", "(shape: ints, *, seed: any = 0, dtype: dtype? = None) -> array",
       "Evenly distributed numbers from 0 to 1, without 1.", rand},
      {"randn",
       "(shape: ints, *, seed: any = 0, dtype: dtype? = None) -> array",
       "Normally distributed numbers.", randn},
      {"relayout", "(x: array, layout: string, /) -> array",
       "x with a layout, such as 'x,unsharded'.", relayout},
      {"relu", "(x: array, /) -> array", "x, or 0 if x is negative.", relu},
      {"rsqrt", "(x: array, /) -> array", "1 / sqrt(x).", applyFloat<rsqrt>},
      {"softmax", "(x: array, /, *, axis: ints = -1) -> array",
       "exp(x), divided by its sum.", softmax},
      {"stop_gradient", "(x: array, /) -> array",
       "x, through which no derivative passes.", stop},
  };
  return functions;
}

} // namespace dtensor::recording
