//===- ExpandAxis.h - Values with an axis split -----------------*- C++ -*-===//
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

/// Makes values again with an axis split into two: the blocks, and the
/// positions of a block. The values that they are computed from get two axes as
/// well. This ends at a value that is not computed by an op that takes the axis
/// position by position. Such a value is reshaped. (`UnmergeAxes` goes the
/// other way, from reshaped values to values that are computed from them.)
class AxisExpander {
public:
  /// Makes `value` again. `count` must divide the extent of `axis`, and all
  /// extents must be static.
  mlir::Value expand(mlir::Value value, unsigned axis, int64_t count);

  /// A value that had to be reshaped.
  struct Leaf {
    mlir::tensor::ExpandShapeOp reshape;
    /// The axis of the blocks. Their positions are the next axis.
    unsigned axis;
  };
  llvm::ArrayRef<Leaf> getLeaves() const { return leaves; }

  /// Makes other users of the replaced values use the new ones. Call this after
  /// the users of the requested values have been changed.
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

/// Merges `axis` of `value` with the next axis.
mlir::Value collapseAxis(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value value, unsigned axis);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_REWRITES_EXPANDAXIS_H
