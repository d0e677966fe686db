//===- Norms.cpp - Norms of vectors and matrices --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Matrices.h"

#include <cmath>

namespace dtensor::recording {
using namespace prim;

/// The root of a sum of squares. No derivative passes at zero, where there is
/// none.
static Value rootOf(Value squares) {
  Value isZero = compare(Comparison::EQ, squares, zerosLike(squares));
  Value safe = select(isZero, onesLike(squares), squares);
  return select(isZero, zerosLike(squares), sqrt(safe));
}

static Value squaresOf(Value x) {
  return isA(x.dtype(), kComplex) ? real(x * conj(x)) : x * x;
}

static Value vectorNorm(Value x, double ord, llvm::ArrayRef<int64_t> axes) {
  if (ord == 2)
    return rootOf(sum(squaresOf(x), axes));
  Value length = abs(x);
  if (ord == 1)
    return sum(length, axes);
  if (std::isinf(ord))
    return reduce(ord > 0 ? Fold::max : Fold::min, length, axes);
  if (ord == 0)
    return sum(convert(toBoolean(x), length.dtype()), axes);
  Value total = sum(prim::power(length, fullLike(length, ord)), axes);
  return prim::power(total, fullLike(total, 1 / ord));
}

Argument normOfVectors(Call &call) {
  Value x = toInexact(call.array("x"));
  Shape axes = call.axes("axis", x.rank());
  if (call.hasFailed())
    return {};
  Value wide = convert(x, getSumType(x.dtype()));
  Value norm = vectorNorm(wide, call.number("ord"), axes);
  return restoreAxes(convert(norm, getComponent(x.dtype())), x, axes,
                     call.flag("keepdims"));
}

Argument normOfMatrices(Call &call) {
  Value x = getMatrices(call, "x", false);
  if (call.hasFailed())
    return {};
  int64_t rows = x.rank() - 2, columns = x.rank() - 1;
  const Argument &ord = call.get("ord");
  std::string name = ord.is<std::string>() ? ord.get<std::string>() : "";
  double number = ord.is<int64_t>()  ? double(ord.get<int64_t>())
                  : ord.is<double>() ? ord.get<double>()
                                     : 0;
  Value norm;
  if (ord.isNone() || name == "fro") {
    norm = rootOf(sum(squaresOf(x), {rows, columns}));
  } else if (name == "nuc" || std::abs(number) == 2) {
    Value singular = factorSVD(x, false)[1];
    Fold fold = name == "nuc" ? Fold::sum : number > 0 ? Fold::max : Fold::min;
    norm = singular ? reduce(fold, singular, {singular.rank() - 1}) : Value();
  } else if (std::abs(number) == 1 || std::isinf(number)) {
    bool isColumns = std::abs(number) == 1;
    Value sums = sum(abs(x), {isColumns ? rows : columns});
    norm = reduce(number > 0 ? Fold::max : Fold::min, sums, {rows});
  } else {
    return call.fail("argument 'ord': required 'fro', 'nuc', 1, -1, 2, -2, inf "
                     "or -inf, found " +
                     ord.describe());
  }
  return restoreAxes(norm, x, {rows, columns}, call.flag("keepdims"));
}

} // namespace dtensor::recording
