//===- StackedLoops.h - Loops that walk sharded stacks ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_REWRITES_STACKEDLOOPS_H
#define DTENSOR_LIB_PLANNING_REWRITES_STACKEDLOOPS_H

#include "dtensor/Propagation/LayoutGraph.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

namespace dtensor {

/// A read or write of one position of an axis of a tensor. The tensor is
/// operand `tensor` of the op, and operand `start` gives the position.
struct StackAccess {
  unsigned tensor;
  unsigned start;
  unsigned axis;
};

/// A loop with a counter over *stacks*: tensors of which each iteration uses
/// one position of an axis. Mesh dimensions shard these axes evenly. An example
/// is a scan over the weights of layers that lie on different devices. So each
/// device has all data for a number of consecutive iterations, except for the
/// carried values.
struct StackedLoop {
  mlir::scf::ForOp loop;
  /// The dimensions that shard the walked axes, major first.
  DimList dims;
  int64_t numIterations;
  /// Whether the loop walks from the last position to the first.
  bool isReversed;
  /// The values from outside that are stacks, with the walked axis.
  llvm::MapVector<mlir::Value, unsigned> stacks;
  /// The walked axes of the carried values. Nothing for a value that is not a
  /// stack.
  llvm::SmallVector<std::optional<unsigned>> carried;
  /// The accesses to stacks in the loop's body.
  llvm::DenseMap<mlir::Operation *, StackAccess> accesses;
  /// The value that was sharded before. Its annotation is the reason for the
  /// stages.
  mlir::Value sharded;

  /// The same loop in a clone of the module.
  StackedLoop getCopy(const mlir::IRMapping &mapping) const;
};

/// Finds the stacked loops of `module` that can be pipelined. The layouts in
/// the graph must have been propagated.
///
/// Apart from the stacks, such a loop must not carry or use values that are
/// sharded along the dimensions of the stacks. Otherwise each device would have
/// work in each iteration, or would get data that nobody asked for. The work of
/// the loop must not be divided along these dimensions either. One device must
/// be able to execute the body, except for the other dimensions of the mesh. Of
/// nested loops only the outermost one is returned.
std::vector<StackedLoop> findStackedLoops(LayoutGraph &graph,
                                          mlir::ModuleOp module);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_REWRITES_STACKEDLOOPS_H
