//===- Divergence.h - Values that differ between devices --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_COLLECTIVES_DIVERGENCE_H
#define DTENSOR_LIB_COLLECTIVES_DIVERGENCE_H

#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace dtensor {

/// For each value of a module in the local view, the mesh dimensions along
/// which devices may hold different ones. A value differs along a dimension if
/// it is a coordinate of the device (`comm.coordinate` and the like), if it is
/// an argument that is sharded or partial along it, if a collective makes it
/// differ, or if it is computed from, or chosen by, one that differs.
class Divergence {
public:
  Divergence(mlir::ModuleOp module, const Mesh &mesh);

  bool differs(mlir::Value value, unsigned dim) const;

  /// The op at which the difference begins; null if it begins at an argument.
  mlir::Operation *getOrigin(mlir::Value value, unsigned dim) const;

  /// The values that decide whether or how often the regions of `op` run. They
  /// include those that its own regions compute.
  llvm::SmallVector<mlir::Value> getConditions(mlir::Operation *op) const;

  DimList getDims(mlir::ArrayAttr names) const;

private:
  /// A bit per mesh dimension.
  using Dims = uint64_t;
  struct State {
    Dims dims = 0;
    /// For each dimension the op at which the difference begins.
    llvm::SmallDenseMap<unsigned, mlir::Operation *, 2> origins;
  };

  static Dims getMask(llvm::ArrayRef<unsigned> dims);
  Dims get(mlir::Value value) const;
  /// The dimensions by which `layout` is sharded or partial.
  Dims getMask(LayoutAttr layout) const;
  void add(mlir::Value value, Dims dims, mlir::Operation *origin);
  /// Records that `to` differs where `from` does, except along the dimensions
  /// in `without`.
  void flow(mlir::Value from, mlir::Value to, Dims without = 0);
  void visitFunction(mlir::func::FuncOp function);
  void visit(mlir::Operation *op);

  const Mesh &mesh;
  mlir::ModuleOp module;
  llvm::DenseMap<mlir::Value, State> states;
  bool changed = false;
};

} // namespace dtensor

#endif // DTENSOR_LIB_COLLECTIVES_DIVERGENCE_H
