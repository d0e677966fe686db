//===- Searching.cpp - Searching and sorting ------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Elementwise.h"
#include "Indexing.h"

namespace dtensor::recording {
using namespace prim;

template <bool greatest> static Argument findPosition(Call &call) {
  Value x = call.array("x");
  if (!call.checkKind("x", x, kReal | kBoolean))
    return {};
  Value searched = call.has("axis") ? x : flatten(x);
  int64_t axis = call.has("axis") ? call.axis("axis", x.rank()) : 0;
  if (call.hasFailed())
    return {};
  Value position = argReduce(searched, axis, greatest);
  Shape axes = call.has("axis") ? Shape{axis} : allAxes(x.rank());
  return restoreAxes(position, x, axes, call.flag("keepdims"));
}

static Argument countNonzero(Call &call) {
  Value x = call.array("x");
  Shape axes = call.axes("axis", x.rank());
  if (call.hasFailed())
    return {};
  Value ones = convert(toBoolean(x), DType::int64);
  return restoreAxes(sum(ones, axes), x, axes, call.flag("keepdims"));
}

static Argument refuseShape(Call &call) {
  return call.fail("the shape of the result depends on data; use where, "
                   "count_nonzero or sort, whose shapes do not");
}

/// How many elements of x1 are before each of x2: each is compared with each,
/// which needs no order of the devices.
static Argument searchSorted(Call &call) {
  Values both = call.promoted({"x1", "x2"});
  if (call.hasFailed() || !call.checkKind("x1", both[0], kReal))
    return {};
  if (both[0].rank() != 1)
    return call.fail("argument 'x1': required one axis, found " +
                     both[0].type().str());
  bool isLeft = call.text("side") == "left";
  if (!isLeft && call.text("side") != "right")
    return call.fail("argument 'side': required 'left' or 'right', found '" +
                     call.text("side") + "'");
  if (call.has("sorter"))
    both[0] = takeAlong(both[0], call.array("sorter"), 0);
  Shape shape = both[1].shape();
  int64_t last = shape.size();
  shape.push_back(both[0].type().numElements());
  Value sorted = broadcast(both[0], shape, {last});
  Value wanted = broadcast(both[1], shape, allAxes(last));
  Value before =
      compare(isLeft ? Comparison::LT : Comparison::LE, sorted, wanted);
  // NaNs are last.
  if (isA(sorted.dtype(), kFloat)) {
    Value wantedNaN = isNaN(wanted);
    Value notNaN = compare(Comparison::EQ, sorted, sorted);
    before = bitOr(before, isLeft ? bitAnd(wantedNaN, notNaN) : wantedNaN);
  }
  return sum(convert(before, DType::int64), {last});
}

static Argument sortElements(Call &call) {
  Value x = call.array("x");
  int64_t axis = call.axis("axis", x.rank());
  if (call.hasFailed())
    return {};
  return sort({x}, axis, call.flag("descending"))[0];
}

static Argument sortPositions(Call &call) {
  Value x = call.array("x");
  int64_t axis = call.axis("axis", x.rank());
  if (call.hasFailed())
    return {};
  Value positions = iota(call.graph, {DType::int64, x.shape()}, axis);
  return sort({x, positions}, axis, call.flag("descending"))[1];
}

llvm::ArrayRef<FunctionInfo> getSearchingFunctions() {
  static const FunctionInfo functions[] = {
      {"argmax",
       "(x: array, /, *, axis: int? = None, keepdims: bool = False) -> array",
       "Positions of the greatest elements, the first of equal ones.",
       findPosition<true>},
      {"argmin",
       "(x: array, /, *, axis: int? = None, keepdims: bool = False) -> array",
       "Positions of the least elements, the first of equal ones.",
       findPosition<false>},
      {"argsort",
       "(x: array, /, *, axis: int = -1, descending: bool = False, stable: "
       "bool = True) -> array",
       "The positions of sorted elements; NaNs are last.", sortPositions},
      {"count_nonzero",
       "(x: array, /, *, axis: ints? = None, keepdims: bool = False) -> array",
       "The numbers of elements that are not zero.", countNonzero},
      {"nonzero", "(x: array, /) -> arrays",
       "An error: the shape of the result depends on data.", refuseShape},
      {"searchsorted",
       "(x1: array, x2: array, /, *, side: string = 'left', sorter: array? = "
       "None) -> array",
       "Where elements of x2 belong among the sorted elements of x1.",
       searchSorted},
      {"sort",
       "(x: array, /, *, axis: int = -1, descending: bool = False, stable: "
       "bool = True) -> array",
       "Elements in order, stable; NaNs are last.", sortElements},
  };
  return functions;
}

llvm::ArrayRef<FunctionInfo> getSetFunctions() {
  static const FunctionInfo functions[] = {
      {"unique_all", "(x: array, /) -> arrays",
       "An error: the shape of the result depends on data.", refuseShape},
      {"unique_counts", "(x: array, /) -> arrays",
       "An error: the shape of the result depends on data.", refuseShape},
      {"unique_inverse", "(x: array, /) -> arrays",
       "An error: the shape of the result depends on data.", refuseShape},
      {"unique_values", "(x: array, /) -> array",
       "An error: the shape of the result depends on data.", refuseShape},
  };
  return functions;
}

} // namespace dtensor::recording
