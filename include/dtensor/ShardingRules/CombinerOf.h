//===- CombinerOf.h - Combiners and scalar ops ------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_SHARDINGRULES_COMBINEROF_H
#define DTENSOR_SHARDINGRULES_COMBINEROF_H

#include "dtensor/Layout/Combiner.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dtensor {

/// The combiner that a scalar op of arith or complex applies to its two
/// operands. Returns none for an op that is not associative and commutative.
/// Returns none also for integer ops with overflow flags, since a flag that
/// holds for the whole need not hold for parts. On i1 the combiner is always
/// `And`, `Or` or `Xor`, also for addi, muli, max and min.
std::optional<Combiner> getCombiner(mlir::Operation *op);

/// The way in which a structured op reduces into one of its results.
struct ReductionBody {
  Combiner combiner;
  /// The assumptions that the combining op may make. Its identity must respect
  /// them.
  mlir::arith::FastMathFlags fastMath;
};

/// Recognises a body that reduces into its result number `result`. The yielded
/// value must be the accumulator of that result combined with values that
/// depend on no accumulator, such as `acc + f(ins)`, `max(acc, f(ins))` or
/// `(acc + f(ins)) + g(ins)`. Returns none for all other bodies: a difference,
/// an argmax, an accumulator that is converted or used twice.
std::optional<ReductionBody> matchReductionBody(mlir::linalg::LinalgOp op,
                                                unsigned result);

/// Recognises a region that combines scalars in the same way. Its first
/// arguments are the accumulators, one for each value that the terminator
/// yields.
std::optional<ReductionBody> matchCombiningBlock(mlir::Block &block,
                                                 unsigned result);

/// The combiner that `spelled` means for elements of a type. The names `max`
/// and `min` stand for other combiners if the elements are integers or bits.
Combiner getCombinerFor(Combiner spelled, mlir::Type element,
                        bool isUnsigned = false);

/// The identity of the combiner: the value that leaves every other value
/// unchanged. It is -0.0 for a sum of floats, NaN for `MaxNum` and `MinNum`,
/// and an infinity for `Maximum` and `Minimum`. If the type or `fastMath`
/// excludes it, it is the nearest finite value. `Avg` has the identity of its
/// sum. `Or` applies to every type: it joins the bits of devices of which only
/// one has the value.
///
/// Returns a `TypedAttr` of `elementType`, or for a complex type the array
/// [real, imaginary] that complex.constant takes. Returns null if the combiner
/// does not apply to the type.
mlir::Attribute getIdentity(
    Combiner combiner, mlir::Type elementType,
    mlir::arith::FastMathFlags fastMath = mlir::arith::FastMathFlags::none);

/// A constant with the value of `getIdentity`, which must exist.
mlir::Value createIdentity(
    mlir::OpBuilder &builder, mlir::Location loc, Combiner combiner,
    mlir::Type elementType,
    mlir::arith::FastMathFlags fastMath = mlir::arith::FastMathFlags::none);

/// Combines the scalars `lhs` and `rhs`, which have the same type. `Avg` adds.
/// Returns null if the combiner does not apply to the type.
mlir::Value createCombine(mlir::OpBuilder &builder, mlir::Location loc,
                          Combiner combiner, mlir::Value lhs, mlir::Value rhs);

} // namespace dtensor

#endif // DTENSOR_SHARDINGRULES_COMBINEROF_H
