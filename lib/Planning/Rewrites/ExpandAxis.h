//===- ExpandAxis.h - An axis as two, from where it comes -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_REWRITES_EXPANDAXIS_H
#define DTENSOR_LIB_PLANNING_REWRITES_EXPANDAXIS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <map>
#include <vector>

namespace dtensor {

/// Makes values again with an axis as two: so many blocks, and the positions of
/// a block. What the value is computed from gets two axes as well, up to what
/// is not computed by an op that takes the axis position by position: that is
/// reshaped. (`UnmergeAxes` goes the other way, from what is reshaped to what
/// is computed from it.)
class AxisExpander {
public:
  /// `count` divides the extent of `axis`, which is static, as all others are.
  mlir::Value expand(mlir::Value value, unsigned axis, int64_t count);

  /// A value that had to be reshaped.
  struct Leaf {
    mlir::tensor::ExpandShapeOp reshape;
    /// The blocks; their positions are the next axis.
    unsigned axis;
  };
  llvm::ArrayRef<Leaf> getLeaves() const { return leaves; }

  /// Lets users of what was made again take that. To be called when users of
  /// the values that were asked for have been changed.
  void replaceOthers();

private:
  mlir::Value expandOp(mlir::OpResult value, unsigned axis, int64_t count);
  mlir::Value expandLinalg(mlir::linalg::LinalgOp op, unsigned axis,
                           int64_t count);
  mlir::Value expandElementwise(mlir::Operation *op, unsigned axis,
                                int64_t count);
  mlir::Value expandReshape(mlir::tensor::ExpandShapeOp op, unsigned axis,
                            int64_t count);
  mlir::Value addLeaf(mlir::Value value, unsigned axis, int64_t count);

  struct Made {
    mlir::Value old, expanded;
    unsigned axis;
  };
  std::map<std::tuple<void *, unsigned, int64_t>, mlir::Value> known;
  std::vector<Made> made;
  llvm::SmallVector<Leaf> leaves;
};

/// `value` with `axis` and the next one as one.
mlir::Value collapseAxis(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value value, unsigned axis);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_REWRITES_EXPANDAXIS_H
