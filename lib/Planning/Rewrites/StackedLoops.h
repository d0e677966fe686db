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

/// Where an op reads or writes one position of an axis of a tensor, which its
/// operand `tensor` is and its operand `start` tells.
struct StackAccess {
  unsigned tensor;
  unsigned start;
  unsigned axis;
};

/// A counted loop each turn of which handles one position of some tensors,
/// *stacks* along an axis that mesh dimensions shard evenly: a scan over the
/// weights of layers that lie on different devices. So each device has all that
/// some turns need, which follow each other, but for what the loop carries.
struct StackedLoop {
  mlir::scf::ForOp loop;
  /// What shards the walked axes, major first.
  DimList dims;
  int64_t numTurns;
  /// From the last position to the first.
  bool isReversed;
  /// Values from outside that are stacks, with the axis that is walked.
  llvm::MapVector<mlir::Value, unsigned> stacks;
  /// The same of what the loop carries; nothing for what is no stack.
  llvm::SmallVector<std::optional<unsigned>> carried;
  /// How the loop's body gets at stacks.
  llvm::DenseMap<mlir::Operation *, StackAccess> accesses;
  /// One that was sharded before: who annotates it asks for the stages.
  mlir::Value sharded;

  /// The same in a clone of the module.
  StackedLoop getCopy(const mlir::IRMapping &mapping) const;
};

/// Those of `module`, in a graph whose layouts have spread, that carry and use
/// nothing else that is sharded along the dimensions of their stacks (each
/// device has work in each turn then, or would get what nobody asked for),
/// whose work is not divided along these, and whose bodies can be done by one
/// device, the other dimensions of the mesh apart. Of loops in each other the
/// outermost.
std::vector<StackedLoop> findStackedLoops(LayoutGraph &graph,
                                          mlir::ModuleOp module);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_REWRITES_STACKEDLOOPS_H
