//===- ComplexOps.cpp - Complex elements ----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarForms.h"
#include <cmath>

namespace dtensor::reference {

template <typename T> using Complex = std::complex<T>;

template <typename T> static Complex<T> get(const Number &number) {
  return {T(number.real), T(number.imaginary)};
}

/// Complex operands to a complex number or a float, computed with more digits
/// than the result has.
template <auto function>
static const char *onComplex(const ScalarOp &op, const Number *o,
                             Number *result) {
  auto evaluate = [&]<typename T>(T) {
    Complex<T> value;
    if constexpr (std::is_invocable_v<decltype(function), Complex<T>>)
      value = function(get<T>(o[0]));
    else
      value = function(get<T>(o[0]), get<T>(o[1]));
    *result = Number::ofFloat(
        roundFloat(op.resultType, value.real()),
        isComplex(op.resultType) ? roundFloat(op.resultType, value.imag()) : 0);
  };
  if (op.operandType == ElementType::C128)
    evaluate(0.0L);
  else
    evaluate(0.0);
  return nullptr;
}

/// Multiplies by parts. Infinities give the results of sums of products.
template <typename T> static Complex<T> multiply(Complex<T> a, Complex<T> b) {
  return {a.real() * b.real() - a.imag() * b.imag(),
          a.real() * b.imag() + a.imag() * b.real()};
}

/// Follows NumPy: a power of 0 is defined for the exponent 0 and for positive
/// ones.
template <typename T> static Complex<T> power(Complex<T> a, Complex<T> b) {
  if (b == Complex<T>(0))
    return 1;
  if (a != Complex<T>(0))
    return std::pow(a, b);
  T undefined = std::numeric_limits<T>::quiet_NaN();
  return b.real() > 0 && b.imag() == 0 ? Complex<T>(0)
                                       : Complex<T>(undefined, undefined);
}

/// exp(a) - 1, accurate even if the result is small.
template <typename T> static Complex<T> exponentialLess1(Complex<T> a) {
  T half = std::sin(a.imag() / 2);
  return {std::expm1(a.real()) * std::cos(a.imag()) - 2 * half * half,
          std::exp(a.real()) * std::sin(a.imag())};
}

/// log(1 + a), accurate even if the result is small.
template <typename T> static Complex<T> logarithmOf1Plus(Complex<T> a) {
  T x = a.real(), y = a.imag();
  T magnitude = std::abs(x) < 0.5 && std::abs(y) < 0.5
                    ? std::log1p(x * (2 + x) + y * y) / 2
                    : std::log(std::hypot(1 + x, y));
  return {magnitude, std::atan2(y, 1 + x)};
}

template <typename T>
static Complex<T> arcTangent2(Complex<T> y, Complex<T> x) {
  Complex<T> i(0, 1);
  return -i * std::log((x + i * y) / std::sqrt(x * x + y * y));
}

static const char *raiseToInteger(const ScalarOp &op, const Number *o,
                                  Number *result) {
  Complex<long double> value =
      power(get<long double>(o[0]), Complex<long double>(o[1].integer));
  *result = Number::ofFloat(roundFloat(op.resultType, value.real()),
                            roundFloat(op.resultType, value.imag()));
  return nullptr;
}

static const char *create(const ScalarOp &, const Number *o, Number *result) {
  *result = Number::ofFloat(o[0].real, o[1].real);
  return nullptr;
}

static bool areEqual(const Number *o) {
  return o[0].real == o[1].real && o[0].imaginary == o[1].imaginary;
}

static const char *equal(const ScalarOp &, const Number *o, Number *result) {
  *result = Number::ofInteger(areEqual(o));
  return nullptr;
}

static const char *notEqual(const ScalarOp &, const Number *o, Number *result) {
  *result = Number::ofInteger(!areEqual(o));
  return nullptr;
}

void addComplexOps(ScalarEvaluations &all) {
  all["complex.create"] = create;
  all["complex.eq"] = equal;
  all["complex.neq"] = notEqual;
  all["complex.bitcast"] = all["arith.bitcast"];
  all["complex.powi"] = raiseToInteger;

  all["complex.abs"] = onComplex<[](auto a) { return std::abs(a); }>;
  all["complex.angle"] = onComplex<[](auto a) { return std::arg(a); }>;
  all["complex.re"] = onComplex<[](auto a) { return a.real(); }>;
  all["complex.im"] = onComplex<[](auto a) { return a.imag(); }>;
  all["complex.conj"] = onComplex<[](auto a) { return std::conj(a); }>;
  all["complex.neg"] = onComplex<[](auto a) { return -a; }>;
  all["complex.cos"] = onComplex<[](auto a) { return std::cos(a); }>;
  all["complex.exp"] = onComplex<[](auto a) { return std::exp(a); }>;
  all["complex.expm1"] = onComplex<[](auto a) { return exponentialLess1(a); }>;
  all["complex.log"] = onComplex<[](auto a) { return std::log(a); }>;
  all["complex.log1p"] = onComplex<[](auto a) { return logarithmOf1Plus(a); }>;
  all["complex.rsqrt"] =
      onComplex<[](auto a) { return decltype(a)(1) / std::sqrt(a); }>;
  all["complex.sign"] = onComplex<[](auto a) {
    return a == decltype(a)(0) ? a : a / std::abs(a);
  }>;
  all["complex.sin"] = onComplex<[](auto a) { return std::sin(a); }>;
  all["complex.sqrt"] = onComplex<[](auto a) { return std::sqrt(a); }>;
  all["complex.tan"] = onComplex<[](auto a) { return std::tan(a); }>;
  all["complex.tanh"] = onComplex<[](auto a) { return std::tanh(a); }>;

  all["complex.add"] = onComplex<[](auto a, decltype(a) b) { return a + b; }>;
  all["complex.sub"] = onComplex<[](auto a, decltype(a) b) { return a - b; }>;
  all["complex.mul"] =
      onComplex<[](auto a, decltype(a) b) { return multiply(a, b); }>;
  all["complex.div"] = onComplex<[](auto a, decltype(a) b) { return a / b; }>;
  all["complex.pow"] =
      onComplex<[](auto a, decltype(a) b) { return power(a, b); }>;
  all["complex.atan2"] =
      onComplex<[](auto a, decltype(a) b) { return arcTangent2(a, b); }>;
}

} // namespace dtensor::reference
