//===- Ops.h - Functions that record one op each ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RECORDING_OPS_H
#define DTENSOR_RECORDING_OPS_H

#include "dtensor/Recording/Graph.h"

/// One function per primitive. All record in the graph of their operands, whose
/// types have to be those that the op requires: nothing is broadcast or
/// converted (the functions in Functions.h do that).
namespace dtensor::recording::prim {

using Axes = llvm::ArrayRef<int64_t>;

#define DTENSOR_UNARY(name) Value name(Value x);
#define DTENSOR_BINARY(name) Value name(Value lhs, Value rhs);
#include "dtensor/Recording/Elementwise.def"

enum class Comparison { EQ, NE, LT, LE, GT, GE };
Value compare(Comparison comparison, Value lhs, Value rhs);
/// `condition ? onTrue : onFalse`, with a condition of the same shape.
Value select(Value condition, Value onTrue, Value onFalse);
/// Converts elements; nothing is recorded if they have the type.
Value convert(Value x, DType dtype);
/// The bits of each element as another type of the same width.
Value bitcast(Value x, DType dtype);

Value constant(Graph &graph, Literal literal);
template <typename T> Value full(Graph &graph, TensorType type, T value) {
  return constant(graph, Literal::splat(std::move(type), value));
}
/// A value with the type of `x`.
template <typename T> Value fullLike(Value x, T value) {
  return x ? full(*x.getGraph(), x.type(), value) : Value();
}
inline Value zerosLike(Value x) { return fullLike(x, 0); }
inline Value onesLike(Value x) { return fullLike(x, 1); }
/// Positions along an axis.
Value iota(Graph &graph, TensorType type, int64_t axis);

/// Axis i of `x` becomes axis `axes[i]`; an extent of 1 is repeated.
Value broadcast(Value x, Shape shape, Axes axes);
/// To `shape` by the rules of broadcasting; nothing is recorded if `x` has it.
Value broadcastTo(Value x, Axes shape);
Value reshape(Value x, Shape shape);
/// Axis i of the result is axis `permutation[i]` of `x`.
Value transpose(Value x, Axes permutation);
Value reverse(Value x, Axes axes);
Value pad(Value x, Value filling, Shape low, Shape high, Shape interior);
/// With zeros.
Value padZero(Value x, Shape low, Shape high);
Value slice(Value x, Shape begin, Shape end, Shape step);
/// Of one axis.
Value sliceAxis(Value x, int64_t axis, int64_t begin, int64_t end,
                int64_t step = 1);
Value concatenate(llvm::ArrayRef<Value> values, int64_t axis);

/// A slice whose corner is computed. It is moved so that it fits.
Value dynamicSlice(Value x, llvm::ArrayRef<Value> corner, Shape sizes);
Value dynamicUpdate(Value x, Value update, llvm::ArrayRef<Value> corner);
/// Position `index` of an axis, which the result has not.
Value dynamicIndex(Value x, Value index, int64_t axis);
Value dynamicIndexUpdate(Value x, Value update, Value index, int64_t axis);

/// The numbers of axes of StableHLO's gather and scatter. The last axis of the
/// indices has the coordinates.
struct IndexedAxes {
  Shape window, collapsed, indexed;
  /// Axes that go along with the axes of the indices that have the same
  /// numbers.
  Shape batch = {};
};
Value gather(Value x, Value indices, const IndexedAxes &axes, Shape sizes);
enum class Fold { sum, prod, max, min, all, any };
/// `assign`: windows replace elements; otherwise they are added.
Value scatter(Value x, Value indices, Value updates, const IndexedAxes &axes,
              bool assign);

Value reduce(Fold fold, Value x, Axes axes);
inline Value sum(Value x, Axes axes) { return reduce(Fold::sum, x, axes); }
/// The positions of the greatest or least elements, the first of equal ones; of
/// a NaN, if there is one.
Value argReduce(Value x, int64_t axis, bool greatest);
/// Sums or products of all elements up to each, or from each on.
Value cumulative(Fold fold, Value x, int64_t axis, bool reversed = false);

/// Sorts all operands by the first. NaNs come last.
Values sort(llvm::ArrayRef<Value> values, int64_t axis, bool descending);

struct DotAxes {
  Shape lhsBatch, rhsBatch, lhsContracted, rhsContracted;
};
Value dot(Value lhs, Value rhs, const DotAxes &axes);
/// Of the last two axes; others are batches.
Value matmul(Value lhs, Value rhs);
Value matrixTranspose(Value x);

/// The window of a convolution, by spatial axis.
struct ConvolutionWindow {
  /// A padding may be negative, which removes elements.
  Shape strides, low, high, xDilation, kernelDilation;
  int64_t groups = 1;
};
/// Of `x`, with axes for batch and features, then spatial ones, and `kernel`,
/// with axes for features of the result, features of a group of `x`, spatial
/// ones.
Value convolution(Value x, Value kernel, const ConvolutionWindow &window);

/// Of positive definite matrices: the lower factor. Only the lower half is
/// read.
Value cholesky(Value x);
enum class Transposition { none, transposed, adjoint };
/// Solves `a x = b`; only one half of `a` is read.
Value triangularSolve(Value a, Value b, bool lower, bool unitDiagonal,
                      Transposition transposition);
/// A routine of LAPACK, without its letter of the type, with the options that
/// jaxlib gives it.
Values lapack(llvm::StringRef routine, llvm::ArrayRef<Value> operands,
              llvm::StringRef options, llvm::ArrayRef<TensorType> results);

enum class Transform { FFT, IFFT, RFFT, IRFFT };
/// Of the last axis, which has `length` elements in the longer form.
Value fft(Transform transform, Value x, int64_t length);

/// Random bits by Threefry from a key of two `uint64`; and the next key.
Values randomBits(Value key, TensorType type);

/// A value with a layout, as `x,unsharded`. The program is printed with a mesh.
Value constrain(Value x, llvm::StringRef layout);
/// A value through which no derivative passes.
Value stopGradient(Value x);

/// A function that the user has defined by its name, with the rule by which it
/// is divided among devices.
Values customCall(Graph &graph, llvm::StringRef callee, llvm::StringRef rule,
                  llvm::ArrayRef<Value> operands,
                  llvm::ArrayRef<TensorType> results);
/// A function on components that the user has defined. `layouts` are those of
/// operands and results, as `x,unsharded;partial(sum):y`, and `components` the
/// types of their components, in which uneven extents are open.
Values localMap(Graph &graph, llvm::StringRef callee,
                llvm::ArrayRef<Value> operands,
                llvm::ArrayRef<TensorType> results,
                llvm::ArrayRef<std::string> layouts,
                llvm::ArrayRef<TensorType> components);

// With scalars of the program, which take the type of the other operand.
inline Value operator+(Value lhs, Value rhs) { return add(lhs, rhs); }
inline Value operator-(Value lhs, Value rhs) { return subtract(lhs, rhs); }
inline Value operator*(Value lhs, Value rhs) { return multiply(lhs, rhs); }
inline Value operator/(Value lhs, Value rhs) { return divide(lhs, rhs); }
inline Value operator-(Value x) { return negate(x); }
inline Value operator+(Value x, double y) { return x + fullLike(x, y); }
inline Value operator-(Value x, double y) { return x - fullLike(x, y); }
inline Value operator*(Value x, double y) { return x * fullLike(x, y); }
inline Value operator/(Value x, double y) { return x / fullLike(x, y); }
inline Value operator+(double x, Value y) { return fullLike(y, x) + y; }
inline Value operator-(double x, Value y) { return fullLike(y, x) - y; }
inline Value operator*(double x, Value y) { return fullLike(y, x) * y; }
inline Value operator/(double x, Value y) { return fullLike(y, x) / y; }

} // namespace dtensor::recording::prim

namespace dtensor::recording {
// Operators are found by their operands' namespace.
using prim::operator+;
using prim::operator-;
using prim::operator*;
using prim::operator/;
} // namespace dtensor::recording

#endif // DTENSOR_RECORDING_OPS_H
