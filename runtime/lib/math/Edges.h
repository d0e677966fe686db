//===- Edges.h - Inputs on which SLEEF is inexact ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_LIB_MATH_EDGES_H
#define DTENSOR_RUNTIME_LIB_MATH_EDGES_H

#include <type_traits>

namespace dtensor::edges {

// SLEEF 3.5 returns infinity for some large arguments whose results are finite,
// and for tiny ones a result that is not the argument itself. `before` changes
// an argument, and `after` the result. Both are for numbers and for vectors of
// them. They are compiled without contracting products and sums, so that all
// give the same bits.

/// The numbers of a type, f64 or f32.
template <typename V> struct Numbers {
  using T = std::remove_reference_t<decltype(V{}[0])>;
};
template <> struct Numbers<double> {
  using T = double;
};
template <> struct Numbers<float> {
  using T = float;
};

template <typename V> V fill(double value) {
  return V{} + static_cast<typename Numbers<V>::T>(value);
}

/// Chooses by the type of the elements.
template <typename V> V choose(double ofF64, double ofF32) {
  return fill<V>(sizeof(typename Numbers<V>::T) == 8 ? ofF64 : ofF32);
}

template <typename V> V abs(V x) { return x < fill<V>(0) ? -x : x; }

/// A function and its vectors, each of which has a type.
#define DT_MATH_FUNCTION(name, arity, accuracy)                                \
  struct name##_ {};
#include "dtensor/Runtime/MathFunctions.def"

template <typename Function, typename V> V before(Function, V x) { return x; }
template <typename Function, typename V> V after(Function, V x, V result) {
  return result;
}

//===----------------------------------------------------------------------===//
// Logarithms
//===----------------------------------------------------------------------===//

/// The squares of larger numbers overflow. For these, f(x) = log(2x) = 2
/// f(sqrt(x / 2)), and the rounding error of the root does not change the
/// result.
template <typename V> V leastOfSquares() { return choose<V>(0x1p500, 0x1p60); }
template <typename V> V takeRoot(V x) {
  V root = __builtin_elementwise_sqrt(abs(x) * fill<V>(0.5));
  return abs(x) >= leastOfSquares<V>() ? (x < fill<V>(0) ? -root : root) : x;
}
template <typename V> V square(V x, V result) {
  return abs(x) >= leastOfSquares<V>() ? result + result : result;
}

template <typename V> V before(acosh_, V x) { return takeRoot(x); }
template <typename V> V after(acosh_, V x, V result) {
  return square(x, result);
}
template <typename V> V before(asinh_, V x) { return takeRoot(x); }

/// For larger numbers SLEEF's result is infinite. For these, log(x) = log(x /
/// 2^k) + k ln2, and k is chosen so that k ln2 is nearly a float.
template <typename V> V leastOfLog1p() { return choose<V>(0x1p1000, 0x1p120); }
template <typename V> V before(log1p_, V x) {
  return x >= leastOfLog1p<V>() ? x * choose<V>(0x1p-457, 0x1p-40) : x;
}
template <typename V> V after(log1p_, V x, V result) {
  V larger = result + choose<V>(316.768261515895, 27.725887);
  result = x >= leastOfLog1p<V>() ? larger : result;
  // For the smallest numbers no digits would be left.
  return abs(x) < choose<V>(0x1p-54, 0x1p-25) ? x : result;
}

//===----------------------------------------------------------------------===//
// Exponentials: f(x) = 2 f(x - ln2) if x is large. The first digits of ln2 are
// those for which the difference is exact. The rest changes the result in
// proportion.
//===----------------------------------------------------------------------===//

template <typename V> V halve(V x, V least) {
  V part = choose<V>(0x1.62e42fefa38p-1, 0x1.62e4p-1);
  V smaller = x + (x < fill<V>(0) ? part : -part);
  return abs(x) >= least ? smaller : x;
}
template <typename V> V twice(V x, V least, V result) {
  V larger = result + result;
  V rest = larger * choose<V>(-5.497923018708371e-14, -1.4286068e-6);
  // Infinities would cancel.
  V infinity = fill<V>(__builtin_huge_val());
  larger = abs(larger) < infinity ? larger + rest : larger;
  return abs(x) >= least ? larger : result;
}

template <typename V> V leastOfHyperbolics() { return choose<V>(709, 88); }

template <typename V> V before(cosh_, V x) {
  return halve(x, leastOfHyperbolics<V>());
}
template <typename V> V after(cosh_, V x, V result) {
  return twice(x, leastOfHyperbolics<V>(), result);
}
template <typename V> V before(sinh_, V x) {
  return halve(x, leastOfHyperbolics<V>());
}

/// SLEEF's f64 result is infinite from here on, which is too early; that of f32
/// is not. The largest argument, 1024 ln2 in two parts, is so near that few
/// terms of the series are needed in between.
template <typename V> V after(exp_, V x, V result) {
  V least = choose<V>(709.78271114955742, __builtin_huge_val());
  V below = (fill<V>(709.782712893384) - x) + fill<V>(2.3747039373786107e-14);
  V lost = below - below * below * fill<V>(0.5);
  V largest = choose<V>(0x1p1023, 0x1p127);
  V larger = (fill<V>(1) - lost) * largest;
  return x > least ? larger + larger : result;
}

//===----------------------------------------------------------------------===//
// Near zero: f(x) = x.
//===----------------------------------------------------------------------===//

/// The range in which the next term is a third of x^3, or less.
template <typename V> V keepTiny(V x, V result) {
  return abs(x) < choose<V>(0x1p-27, 0x1p-12) ? x : result;
}

template <typename V> V after(asinh_, V x, V result) {
  return keepTiny(x, square(x, result));
}
template <typename V> V after(atanh_, V x, V result) {
  return keepTiny(x, result);
}
template <typename V> V after(sinh_, V x, V result) {
  return keepTiny(x, twice(x, leastOfHyperbolics<V>(), result));
}
template <typename V> V after(tan_, V x, V result) {
  return keepTiny(x, result);
}
template <typename V> V after(tanh_, V x, V result) {
  return keepTiny(x, result);
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

template <typename Function, typename V>
V after(Function, V (*)(V, V), V x, V y, V result) {
  return result;
}

inline bool hasAny(bool condition) { return condition; }
template <typename Mask> bool hasAny(Mask condition) {
  return __builtin_reduce_or(condition) != 0;
}

/// A little below the largest number x^y is infinite. There it is p p^c of
/// p = x^(y - d), where d = cy is so small that p is finite, and so large that
/// its logarithm is that of 2^1024 and a short series.
template <typename V> V powBelowLargest(V (*pow)(V, V), V x, V y, V result) {
  V infinity = fill<V>(__builtin_huge_val());
  if (!hasAny(abs(result) == infinity))
    return result;
  V smaller = y - y * fill<V>(0x1p-27);
  V p = pow(abs(x), smaller);
  V below = fill<V>(1) - p * fill<V>(0x1p-1000) * fill<V>(0x1p-24);
  V lost = below + below * below * (fill<V>(0.5) + below * fill<V>(1.0 / 3));
  V power = (y - smaller) / smaller * (fill<V>(709.782712893384) - lost);
  V gained = power + power * power * (fill<V>(0.5) + power * fill<V>(1.0 / 6));
  V larger = p + p * gained;
  // If p is infinite, so is the result.
  larger = p < infinity ? larger : infinity;
  larger = result < fill<V>(0) ? -larger : larger;
  return abs(result) == infinity ? larger : result;
}

template <typename V> V after(pow_, V (*pow)(V, V), V x, V y, V result) {
  if constexpr (sizeof(typename Numbers<V>::T) == 8)
    result = powBelowLargest(pow, x, y, result);
  // The largest number is its own power.
  return y == fill<V>(1) ? x : result;
}

} // namespace dtensor::edges

#endif // DTENSOR_RUNTIME_LIB_MATH_EDGES_H
