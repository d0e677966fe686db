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
/// operands. None for what is not associative and commutative, nor for integer
/// ops with overflow flags: what they promise of the whole need not hold of
/// parts. On i1 it is always `And`, `Or` or `Xor`, also for addi, muli, max and
/// min.
std::optional<Combiner> getCombiner(mlir::Operation *op);

/// How a structured op reduces into one of its results.
struct ReductionBody {
  Combiner combiner;
  /// What the combining op may assume; its identity must respect it.
  mlir::arith::FastMathFlags fastMath;
};

/// Recognises a body whose yielded value number `result` is the accumulator of
/// that result combined with values that depend on no accumulator:
/// `acc + f(ins)`, `max(acc, f(ins))`, `(acc + f(ins)) + g(ins)`. None for all
/// else: a difference, an argmax, an accumulator that is converted or used
/// twice.
std::optional<ReductionBody> matchReductionBody(mlir::linalg::LinalgOp op,
                                                unsigned result);

/// The same of a region that combines scalars: the first arguments are the
/// accumulators, one for each value that the terminator yields.
std::optional<ReductionBody> matchCombiningBlock(mlir::Block &block,
                                                 unsigned result);

/// The value that leaves every other one as it is: -0.0 for a sum of floats,
/// NaN for `MaxNum` and `MinNum`, infinities for `Maximum` and `Minimum`; the
/// nearest finite value where the type or `fastMath` excludes these. `Or`
/// applies to every type: it joins bits, of which one device has all. A
/// `TypedAttr` of `elementType`, or for a complex type the array [real,
/// imaginary] that complex.constant takes. `Avg` has that of its sum. Null
/// where the combiner does not apply to the type.
mlir::Attribute getIdentity(
    Combiner combiner, mlir::Type elementType,
    mlir::arith::FastMathFlags fastMath = mlir::arith::FastMathFlags::none);

/// A constant for `getIdentity`, which must exist.
mlir::Value createIdentity(
    mlir::OpBuilder &builder, mlir::Location loc, Combiner combiner,
    mlir::Type elementType,
    mlir::arith::FastMathFlags fastMath = mlir::arith::FastMathFlags::none);

/// The scalars `lhs` and `rhs` of one type, combined. `Avg` adds. Null where
/// the combiner does not apply to the type.
mlir::Value createCombine(mlir::OpBuilder &builder, mlir::Location loc,
                          Combiner combiner, mlir::Value lhs, mlir::Value rhs);

} // namespace dtensor

#endif // DTENSOR_SHARDINGRULES_COMBINEROF_H
