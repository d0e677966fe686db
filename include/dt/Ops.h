//===- Ops.h - Functions of arrays ------------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_OPS_H
#define DT_OPS_H

#include "dt/Call.h"

/// Functions of the Python array API standard with their types in C++. They do
/// what `call` does; it also has those that are not here.
namespace dt {

#define DTENSOR_API_UNARY(name)                                                \
  inline DTensor name(const DTensor &x) { return call(#name, {x})[0]; }
DTENSOR_API_UNARY(abs)
DTENSOR_API_UNARY(acos)
DTENSOR_API_UNARY(acosh)
DTENSOR_API_UNARY(asin)
DTENSOR_API_UNARY(asinh)
DTENSOR_API_UNARY(atan)
DTENSOR_API_UNARY(atanh)
DTENSOR_API_UNARY(ceil)
DTENSOR_API_UNARY(conj)
DTENSOR_API_UNARY(cos)
DTENSOR_API_UNARY(cosh)
DTENSOR_API_UNARY(exp)
DTENSOR_API_UNARY(expm1)
DTENSOR_API_UNARY(floor)
DTENSOR_API_UNARY(imag)
DTENSOR_API_UNARY(isfinite)
DTENSOR_API_UNARY(isinf)
DTENSOR_API_UNARY(isnan)
DTENSOR_API_UNARY(log)
DTENSOR_API_UNARY(log1p)
DTENSOR_API_UNARY(log2)
DTENSOR_API_UNARY(log10)
DTENSOR_API_UNARY(logical_not)
DTENSOR_API_UNARY(negative)
DTENSOR_API_UNARY(positive)
DTENSOR_API_UNARY(real)
DTENSOR_API_UNARY(reciprocal)
DTENSOR_API_UNARY(round)
DTENSOR_API_UNARY(sign)
DTENSOR_API_UNARY(signbit)
DTENSOR_API_UNARY(sin)
DTENSOR_API_UNARY(sinh)
DTENSOR_API_UNARY(square)
DTENSOR_API_UNARY(sqrt)
DTENSOR_API_UNARY(tan)
DTENSOR_API_UNARY(tanh)
DTENSOR_API_UNARY(trunc)
DTENSOR_API_UNARY(erf)
DTENSOR_API_UNARY(gelu)
DTENSOR_API_UNARY(logistic)
DTENSOR_API_UNARY(relu)
DTENSOR_API_UNARY(rsqrt)
DTENSOR_API_UNARY(stop_gradient)
DTENSOR_API_UNARY(zeros_like)
DTENSOR_API_UNARY(ones_like)
DTENSOR_API_UNARY(matrix_transpose)
#undef DTENSOR_API_UNARY

/// One of the operands of these is a tensor; the other may be a number.
#define DTENSOR_API_BINARY(name)                                               \
  inline DTensor name(const Argument &x1, const Argument &x2) {                \
    return call(#name, {x1, x2})[0];                                           \
  }
DTENSOR_API_BINARY(add)
DTENSOR_API_BINARY(atan2)
DTENSOR_API_BINARY(copysign)
DTENSOR_API_BINARY(divide)
DTENSOR_API_BINARY(equal)
DTENSOR_API_BINARY(floor_divide)
DTENSOR_API_BINARY(greater)
DTENSOR_API_BINARY(greater_equal)
DTENSOR_API_BINARY(hypot)
DTENSOR_API_BINARY(less)
DTENSOR_API_BINARY(less_equal)
DTENSOR_API_BINARY(logaddexp)
DTENSOR_API_BINARY(logical_and)
DTENSOR_API_BINARY(logical_or)
DTENSOR_API_BINARY(logical_xor)
DTENSOR_API_BINARY(maximum)
DTENSOR_API_BINARY(minimum)
DTENSOR_API_BINARY(multiply)
DTENSOR_API_BINARY(nextafter)
DTENSOR_API_BINARY(not_equal)
DTENSOR_API_BINARY(pow)
DTENSOR_API_BINARY(remainder)
DTENSOR_API_BINARY(subtract)
#undef DTENSOR_API_BINARY

inline DTensor matmul(const DTensor &x1, const DTensor &x2) {
  return call("matmul", {x1, x2})[0];
}

/// Axes that a function folds; all by default.
struct FoldOptions {
  std::optional<int64_t> axis;
  bool keepdims = false;
};

#define DTENSOR_API_FOLD(name)                                                 \
  inline DTensor name(const DTensor &x, const FoldOptions &options = {}) {     \
    return call(                                                               \
        #name, {x},                                                            \
        {{"axis", options.axis ? Argument(*options.axis) : Argument()},        \
         {"keepdims", options.keepdims}})[0];                                  \
  }
DTENSOR_API_FOLD(sum)
DTENSOR_API_FOLD(prod)
DTENSOR_API_FOLD(max)
DTENSOR_API_FOLD(min)
DTENSOR_API_FOLD(mean)
DTENSOR_API_FOLD(var)
DTENSOR_API_FOLD(std)
DTENSOR_API_FOLD(all)
DTENSOR_API_FOLD(any)
DTENSOR_API_FOLD(argmax)
DTENSOR_API_FOLD(argmin)
#undef DTENSOR_API_FOLD

inline DTensor softmax(const DTensor &x, int64_t axis = -1) {
  return call("softmax", {x}, {{"axis", axis}})[0];
}
inline DTensor reshape(const DTensor &x, const Shape &shape) {
  return call("reshape", {x, shape})[0];
}
inline DTensor permute_dims(const DTensor &x, const Shape &axes) {
  return call("permute_dims", {x, axes})[0];
}
inline DTensor expand_dims(const DTensor &x, int64_t axis) {
  return call("expand_dims", {x, axis})[0];
}
inline DTensor squeeze(const DTensor &x, int64_t axis) {
  return call("squeeze", {x, axis})[0];
}
inline DTensor broadcast_to(const DTensor &x, const Shape &shape) {
  return call("broadcast_to", {x, shape})[0];
}
inline DTensor astype(const DTensor &x, DType dtype) {
  return call("astype", {x, dtype})[0];
}
inline DTensor concat(const std::vector<DTensor> &arrays, int64_t axis = 0) {
  return call("concat", {arrays}, {{"axis", axis}})[0];
}
inline DTensor stack(const std::vector<DTensor> &arrays, int64_t axis = 0) {
  return call("stack", {arrays}, {{"axis", axis}})[0];
}
inline DTensor take(const DTensor &x, const DTensor &indices, int64_t axis) {
  return call("take", {x, indices}, {{"axis", axis}})[0];
}

/// The window of a convolution: one number for all axes, or one for each.
struct ConvOptions {
  Shape strides = {1}, padding = {0}, dilation = {1};
  int64_t groups = 1;
};
/// Of `x`, of shape (batch, features, ...), and `weight`, of shape (features of
/// the result, features of a group, ...).
inline DTensor conv(const DTensor &x, const DTensor &weight,
                    const ConvOptions &options = {}) {
  return call("conv", {x, weight},
              {{"strides", options.strides},
               {"padding", options.padding},
               {"dilation", options.dilation},
               {"groups", options.groups}})[0];
}

inline DTensor where(const DTensor &condition, const Argument &x1,
                     const Argument &x2) {
  return call("where", {condition, x1, x2})[0];
}

#define DTENSOR_API_OPERATOR(symbol, name)                                     \
  inline DTensor operator symbol(const DTensor &x1, const DTensor &x2) {       \
    return name(x1, x2);                                                       \
  }                                                                            \
  inline DTensor operator symbol(const DTensor &x1, double x2) {               \
    return name(x1, x2);                                                       \
  }                                                                            \
  inline DTensor operator symbol(double x1, const DTensor &x2) {               \
    return name(x1, x2);                                                       \
  }                                                                            \
  inline DTensor operator symbol(const DTensor &x1, int x2) {                  \
    return name(x1, x2);                                                       \
  }                                                                            \
  inline DTensor operator symbol(int x1, const DTensor &x2) {                  \
    return name(x1, x2);                                                       \
  }
DTENSOR_API_OPERATOR(+, add)
DTENSOR_API_OPERATOR(-, subtract)
DTENSOR_API_OPERATOR(*, multiply)
DTENSOR_API_OPERATOR(/, divide)
DTENSOR_API_OPERATOR(<, less)
DTENSOR_API_OPERATOR(<=, less_equal)
DTENSOR_API_OPERATOR(>, greater)
DTENSOR_API_OPERATOR(>=, greater_equal)
#undef DTENSOR_API_OPERATOR
inline DTensor operator-(const DTensor &x) { return negative(x); }

} // namespace dt

#endif // DT_OPS_H
