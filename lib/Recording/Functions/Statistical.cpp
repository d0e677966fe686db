//===- Statistical.cpp - Sums, means, extrema -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include "Elementwise.h"

namespace dtensor::recording {
using namespace prim;

static int64_t countElements(Value x, llvm::ArrayRef<int64_t> axes) {
  int64_t count = 1;
  for (int64_t axis : axes)
    count *= x.dim(axis);
  return count;
}

/// The type of sums and products: at least as wide as the default integer.
static DType getAccumulated(DType dtype) {
  return isA(dtype, kUnsigned)            ? DType::uint64
         : isA(dtype, kSigned | kBoolean) ? DType::int64
                                          : dtype;
}

/// Narrow floats are accumulated in `float32`.
template <Fold fold> static Argument accumulate(Call &call) {
  Value x = call.array("x");
  DType dtype = call.dtype("dtype", getAccumulated(x.dtype()));
  Shape axes = call.axes("axis", x.rank());
  if (call.hasFailed())
    return {};
  Value wide = convert(x, getSumType(dtype));
  Value folded = convert(reduce(fold, wide, axes), dtype);
  return restoreAxes(folded, x, axes, call.flag("keepdims"));
}

template <Fold fold> static Argument accumulateTo(Call &call) {
  Value x = call.array("x");
  DType dtype = call.dtype("dtype", getAccumulated(x.dtype()));
  if (!call.has("axis") && x.rank() != 1)
    return call.fail("argument 'axis': required for " + x.type().str() +
                     ", which has not exactly one axis");
  int64_t axis = call.has("axis") ? call.axis("axis", x.rank()) : 0;
  if (call.hasFailed())
    return {};
  Value wide = convert(x, getSumType(dtype));
  Value folded = cumulative(fold, wide, axis);
  if (call.flag("include_initial")) {
    Value initial = full(call.graph, {wide.dtype(), {}}, fold == Fold::prod);
    Shape low(x.rank(), 0), none(x.rank(), 0);
    low[axis] = 1;
    folded = pad(folded, initial, low, none, none);
  }
  return convert(folded, dtype);
}

template <Fold fold> static Argument findExtremum(Call &call) {
  Value x = call.array("x");
  Shape axes = call.axes("axis", x.rank());
  if (!call.checkKind("x", x, kReal | kBoolean) || call.hasFailed())
    return {};
  if (countElements(x, axes) == 0)
    return call.fail("required at least one element along the axes, found " +
                     x.type().str());
  return restoreAxes(reduce(fold, x, axes), x, axes, call.flag("keepdims"));
}

static Value meanOf(Value x, llvm::ArrayRef<int64_t> axes) {
  Value total = sum(x, axes);
  return total / fullLike(total, double(countElements(x, axes)));
}

static Argument findMean(Call &call) {
  Value x = toInexact(call.array("x"));
  Shape axes = call.axes("axis", x.rank());
  if (call.hasFailed())
    return {};
  Value wide = convert(x, getSumType(x.dtype()));
  Value mean = convert(meanOf(wide, axes), x.dtype());
  return restoreAxes(mean, x, axes, call.flag("keepdims"));
}

/// The squared distance from the mean, in two passes.
static Value findVariance(Call &call, Value x, const Shape &axes) {
  Value wide = convert(x, getSumType(x.dtype()));
  Value mean = restoreAxes(meanOf(wide, axes), x, axes, true);
  Value distance = wide - broadcastTo(mean, x.shape());
  Value squares = isA(x.dtype(), kComplex) ? real(distance * conj(distance))
                                           : distance * distance;
  Value total = sum(squares, axes);
  double divisor = double(countElements(x, axes)) - call.number("correction");
  return total / fullLike(total, std::max(divisor, 0.0));
}

template <bool takesRoot> static Argument findSpread(Call &call) {
  Value x = toInexact(call.array("x"));
  Shape axes = call.axes("axis", x.rank());
  if (call.hasFailed())
    return {};
  Value spread = findVariance(call, x, axes);
  if (takesRoot)
    spread = sqrt(spread);
  return restoreAxes(convert(spread, getComponent(x.dtype())), x, axes,
                     call.flag("keepdims"));
}

llvm::ArrayRef<FunctionInfo> getStatisticalFunctions() {
  static const FunctionInfo functions[] = {
      {"cumulative_prod",
       "(x: array, /, *, axis: int? = None, dtype: dtype? = None, "
       "include_initial: bool = False) -> array",
       "Products of all elements up to each.", accumulateTo<Fold::prod>},
      {"cumulative_sum",
       "(x: array, /, *, axis: int? = None, dtype: dtype? = None, "
       "include_initial: bool = False) -> array",
       "Sums of all elements up to each.", accumulateTo<Fold::sum>},
      {"max",
       "(x: array, /, *, axis: ints? = None, keepdims: bool = False) -> array",
       "The greatest elements; NaN if there is one.", findExtremum<Fold::max>},
      {"mean",
       "(x: array, /, *, axis: ints? = None, keepdims: bool = False) -> array",
       "The arithmetic mean.", findMean},
      {"min",
       "(x: array, /, *, axis: ints? = None, keepdims: bool = False) -> array",
       "The least elements; NaN if there is one.", findExtremum<Fold::min>},
      {"prod",
       "(x: array, /, *, axis: ints? = None, dtype: dtype? = None, keepdims: "
       "bool = False) -> array",
       "Products.", accumulate<Fold::prod>},
      {"std",
       "(x: array, /, *, axis: ints? = None, correction: number = 0.0, "
       "keepdims: bool = False) -> array",
       "Standard deviations.", findSpread<true>},
      {"sum",
       "(x: array, /, *, axis: ints? = None, dtype: dtype? = None, keepdims: "
       "bool = False) -> array",
       "Sums.", accumulate<Fold::sum>},
      {"var",
       "(x: array, /, *, axis: ints? = None, correction: number = 0.0, "
       "keepdims: bool = False) -> array",
       "Variances.", findSpread<false>},
  };
  return functions;
}

//===----------------------------------------------------------------------===//
// Utility functions
//===----------------------------------------------------------------------===//

template <Fold fold> static Argument test(Call &call) {
  Value x = call.array("x");
  Shape axes = call.axes("axis", x.rank());
  if (call.hasFailed())
    return {};
  return restoreAxes(reduce(fold, toBoolean(x), axes), x, axes,
                     call.flag("keepdims"));
}

static Argument subtractNeighbours(Call &call) {
  Value x = call.array("x");
  int64_t axis = call.axis("axis", x.rank());
  if (call.hasFailed() || !call.checkKind("x", x, kNumeric))
    return {};
  Values parts;
  if (call.has("prepend"))
    parts.push_back(convert(call.array("prepend"), x.dtype()));
  parts.push_back(x);
  if (call.has("append"))
    parts.push_back(convert(call.array("append"), x.dtype()));
  x = concatenate(parts, axis);
  if (call.hasFailed())
    return {};
  for (int64_t n = call.integer("n"); n > 0; --n) {
    int64_t extent = x.dim(axis);
    if (extent == 0)
      break;
    x = sliceAxis(x, axis, 1, extent) - sliceAxis(x, axis, 0, extent - 1);
  }
  return x;
}

llvm::ArrayRef<FunctionInfo> getUtilityFunctions() {
  static const FunctionInfo functions[] = {
      {"all",
       "(x: array, /, *, axis: ints? = None, keepdims: bool = False) -> array",
       "Whether all elements are true.", test<Fold::all>},
      {"any",
       "(x: array, /, *, axis: ints? = None, keepdims: bool = False) -> array",
       "Whether an element is true.", test<Fold::any>},
      {"diff",
       "(x: array, /, *, axis: int = -1, n: int = 1, prepend: array? = None, "
       "append: array? = None) -> array",
       "n times the differences of neighbours.", subtractNeighbours},
  };
  return functions;
}

} // namespace dtensor::recording
