//===- ReductionFolds.h - Sums and their like, and their order --*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_LOOPS_REDUCTIONFOLDS_H
#define DTENSOR_LIB_CODEGEN_LOOPS_REDUCTIONFOLDS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SmallBitVector.h"

namespace dtensor {

/// A result of floats that a structured operation makes of elements that do
/// not depend on it: a sum, a product, a maximum or a minimum.
struct Fold {
  /// Number of the result among the operation's destinations.
  unsigned init;
  /// Combines what there is with the next element.
  mlir::Operation *combiner;
  mlir::Value element;
  /// That of the partial results: f32 for halves.
  mlir::FloatType type;
};

/// A reduction of floats whose order is not the loops'. Element `i` of the
/// split loop belongs to partial result `i mod lanes`; elements of one are
/// combined as they come, and in the end the partial results by halves: `j`
/// with `j + lanes / 2`, and so on. So the order depends on the extent and the
/// type alone.
struct ReductionFolds {
  llvm::SmallVector<Fold> folds;
  /// The loops that the folds go along.
  llvm::SmallBitVector reduced;
  unsigned split;
  /// A power of two; fewer for a loop that is shorter, of which the rest would
  /// be empty.
  int64_t lanes;
};

/// Nothing if the operation has no such fold, or another result that depends on
/// the order, or no loop that is long enough: the order is the loops' then.
/// `order` has the loops from the outermost to the innermost.
std::optional<ReductionFolds> matchFolds(mlir::linalg::LinalgOp op,
                                         llvm::ArrayRef<unsigned> order);

/// Combines two numbers, or vectors of them, as `fold` does, but a maximum or
/// minimum may be the other zero.
mlir::Value createCombination(mlir::OpBuilder &builder, mlir::Location loc,
                              const Fold &fold, mlir::Value first,
                              mlir::Value second);

/// What is stored in the end: a maximum or minimum that is zero is +0, since
/// processors differ in the zero that they take.
mlir::Value createFinal(mlir::OpBuilder &builder, mlir::Location loc,
                        const Fold &fold, mlir::Value value);

/// The number that changes none that it is combined with, as often as `type`
/// has elements.
mlir::Value createIdentity(mlir::OpBuilder &builder, mlir::Location loc,
                           const Fold &fold, mlir::Type type);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_LOOPS_REDUCTIONFOLDS_H
