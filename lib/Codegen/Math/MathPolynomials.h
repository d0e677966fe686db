//===- MathPolynomials.h - Functions that LLVM vectorises -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_MATH_MATHPOLYNOMIALS_H
#define DTENSOR_LIB_CODEGEN_MATH_MATHPOLYNOMIALS_H

#include "FloatRanges.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"

namespace dtensor {

/// Builds elementary functions of an f32, or of an f64 where it says so,
/// without branches and calls. They are faster, or more accurate, than the
/// runtime's. The errors given are the largest over all finite inputs, in units
/// of the last place. NaN gives NaN; signed zeros and infinities are as in C.
class MathPolynomials {
public:
  /// `fusesMultiplyAdd` says that one instruction can compute a product and a
  /// sum and round once. Otherwise functions that rely on it take more
  /// instructions. With `approximates`, exp, log and tanh are shorter: their
  /// error is below 4 ulp, and what is subnormal may be taken for zero.
  MathPolynomials(mlir::OpBuilder &builder, mlir::Location loc,
                  bool fusesMultiplyAdd, bool approximates)
      : b(builder), loc(loc), fusesMultiplyAdd(fusesMultiplyAdd),
        approximates(approximates) {}

  /// 0.87 ulp, without a fused multiply-add 0.96. Results may be subnormal. The
  /// function is shorter, and has the same bits, if all results are normal.
  mlir::Value expWithin(mlir::Value x, FloatRange range);
  mlir::Value exp(mlir::Value x) { return expWithin(x, {}); }
  /// 0.86 ulp, without a fused multiply-add 0.98; NaN for negative numbers. The
  /// function is shorter, and has the same bits, for positive numbers.
  mlir::Value logWithin(mlir::Value x, FloatRange range);
  mlir::Value log(mlir::Value x) { return logWithin(x, {}); }
  /// 0.89 ulp, with a fused multiply-add.
  mlir::Value tanh(mlir::Value x);
  /// 0.99 ulp, with a fused multiply-add.
  mlir::Value erf(mlir::Value x);
  /// 0.51 ulp, for an f32 or an f64.
  mlir::Value rsqrt(mlir::Value x);

  /// 0.51 ulp, computed in f64.
  mlir::Value cbrt(mlir::Value x);
  mlir::Value pow(mlir::Value x, mlir::Value y);
  mlir::Value sinh(mlir::Value x);
  mlir::Value cosh(mlir::Value x);
  mlir::Value asinh(mlir::Value x);
  mlir::Value acosh(mlir::Value x);
  mlir::Value atanh(mlir::Value x);

private:
  mlir::Value constant(float value);
  mlir::Value constant(double value) = delete;
  mlir::Value constantF64(double value);
  mlir::Value constantI32(int32_t value);
  mlir::Value add(mlir::Value x, mlir::Value y);
  mlir::Value sub(mlir::Value x, mlir::Value y);
  mlir::Value mul(mlir::Value x, mlir::Value y);
  mlir::Value div(mlir::Value x, mlir::Value y);
  mlir::Value fma(mlir::Value x, mlir::Value y, mlir::Value z);
  /// The bits of x 2^exponent, if that is a normal number. The low nine bits of
  /// an i32 are the exponent.
  mlir::Value addToExponent(mlir::Value x, mlir::Value exponent);
  /// x 2^exponent, for x of [1/2, 2) and an i32 whose low nine bits are from
  /// -150 to 128. Finite results only; subnormal ones are rounded once.
  mlir::Value scaleByPower(mlir::Value x, mlir::Value exponent);
  /// x y + z in f64, correct even if x y and z nearly cancel.
  mlir::Value fmaExact(mlir::Value x, mlir::Value y, mlir::Value z);
  mlir::Value abs(mlir::Value x);
  mlir::Value copySign(mlir::Value magnitude, mlir::Value sign);
  mlir::Value toBits(mlir::Value x);
  mlir::Value fromBits(mlir::Value bits);
  /// Horner's scheme, the leading coefficient first.
  mlir::Value polynomial(mlir::Value x, llvm::ArrayRef<float> coefficients);
  mlir::Value polynomial(mlir::Value x, mlir::Value leading,
                         llvm::ArrayRef<float> coefficients);
  /// f of x = n ln2 + f, and an i32 whose low bits are n.
  std::pair<mlir::Value, mlir::Value> reduceExponent(mlir::Value x);

  // The functions below compute in f64, which is accurate enough for functions
  // of an f32.
  mlir::Value widen(mlir::Value x);
  mlir::Value narrow(mlir::Value x);
  mlir::Value constantI64(int64_t value);
  mlir::Value toBitsF64(mlir::Value x);
  mlir::Value fromBitsF64(mlir::Value bits);
  mlir::Value polynomialF64(mlir::Value x, llvm::ArrayRef<double> coefficients);
  mlir::Value expF64(mlir::Value x);
  mlir::Value logF64(mlir::Value x);

  /// `ifTrue` where the comparison holds, else `ifFalse`.
  mlir::Value select(mlir::arith::CmpFPredicate predicate, mlir::Value x,
                     mlir::Value y, mlir::Value ifTrue, mlir::Value ifFalse);

  mlir::OpBuilder &b;
  mlir::Location loc;
  bool fusesMultiplyAdd, approximates;
};

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_MATH_MATHPOLYNOMIALS_H
