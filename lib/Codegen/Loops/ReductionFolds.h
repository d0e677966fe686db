//===- ReductionFolds.h - Order of float reductions -------------*- C++ -*-===//
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

/// A float result that a structured operation computes from elements that do
/// not depend on it: a sum, a product, a maximum or a minimum.
struct Fold {
  /// The number of the result among the operation's destinations.
  unsigned init;
  /// The op that combines the earlier result with the next element.
  mlir::Operation *combiner;
  mlir::Value element;
  /// The type of the partial results: f32 for halves.
  mlir::FloatType type;
};

/// A reduction of floats whose order is not that of the loops. Element `i` of
/// the split loop belongs to partial result `i mod lanes`. The elements of one
/// partial result are combined in order. In the end, the partial results are
/// combined by halves: `j` with `j + lanes / 2`, and so on. The order therefore
/// depends only on the extent and the type.
struct ReductionFolds {
  llvm::SmallVector<Fold> folds;
  /// The loops that the folds reduce.
  llvm::SmallBitVector reduced;
  unsigned split;
  /// The number of partial results, a power of two. It is smaller for a shorter
  /// loop, in which further lanes would be empty.
  int64_t lanes;
};

/// Finds the folds of the operation. `order` has the loops from the outermost
/// to the innermost.
///
/// Returns nothing if the operation has no fold, if another result depends on
/// the order, or if no loop is long enough. The order of the reduction is then
/// that of the loops.
std::optional<ReductionFolds> matchFolds(mlir::linalg::LinalgOp op,
                                         llvm::ArrayRef<unsigned> order);

/// Combines two numbers, or vectors of them, in the way of `fold`, except that
/// a maximum or minimum may be the other zero.
mlir::Value createCombination(mlir::OpBuilder &builder, mlir::Location loc,
                              const Fold &fold, mlir::Value first,
                              mlir::Value second);

/// The value that is stored in the end. A maximum or minimum that is zero
/// becomes +0, since processors differ in the zero that they take.
mlir::Value createFinal(mlir::OpBuilder &builder, mlir::Location loc,
                        const Fold &fold, mlir::Value value);

/// The number that does not change any number that it is combined with, in each
/// element of `type`.
mlir::Value createIdentity(mlir::OpBuilder &builder, mlir::Location loc,
                           const Fold &fold, mlir::Type type);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_LOOPS_REDUCTIONFOLDS_H
