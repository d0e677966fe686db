//===- LayerCuts.h - Equal layers that a program can lose -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_LAYERS_LAYERCUTS_H
#define DTENSOR_LIB_PLANNING_LAYERS_LAYERCUTS_H

#include "OpStructure.h"

namespace dtensor {

/// Equal parts of a block, one after the other, that can be removed.
struct LayerCut {
  /// The position of the first op that is removed.
  size_t begin;
  /// The number of ops of a part, and of parts that are removed.
  size_t period, numParts;
  /// Whether the part behind those that are removed stands for them. Otherwise
  /// the part before them does.
  bool standInIsBehind;

  size_t getEnd() const { return begin + numParts * period; }
  bool contains(size_t position) const {
    return position >= begin && position < getEnd();
  }
  /// The position of the op in the part before the cut that is equal to a
  /// removed one.
  size_t getBefore(size_t position) const {
    return begin - period + (position - begin) % period;
  }
  /// The position of the op that stands for a removed one.
  size_t getStandIn(size_t position) const {
    return standInIsBehind ? getBefore(position) + period + numParts * period
                           : getBefore(position);
  }
};

/// The cuts of one block. All remove the same number of parts.
struct LayerCuts {
  /// The ops of the block, and the position of each. Without the positions if
  /// there are no cuts.
  std::vector<mlir::Operation *> ops;
  llvm::DenseMap<mlir::Operation *, size_t> positionOf;
  /// In the order of the block.
  std::vector<LayerCut> cuts;
  size_t numLayers = 0, numRemoved = 0;

  /// The number of ops that are removed.
  size_t getNumOps() const;
  /// The cut that removes the op at a position. Null if the op is left.
  const LayerCut *getCut(size_t position) const;
  /// The cut that removes an op. Null if the op is left, or is in another
  /// block.
  const LayerCut *getCut(mlir::Operation *op) const;
  /// The op that stands for a removed one.
  mlir::Operation *getStandIn(mlir::Operation *removed) const;
  /// Calls `visit` for each op that is removed, in the order of the block, with
  /// the op that stands for it. Ends, and returns false, if that does.
  bool forEachRemoved(llvm::function_ref<bool(mlir::Operation *removed,
                                              mlir::Operation *standIn)>
                          visit) const;
};

/// Finds the equal layers of a block, of which three are left. No cuts if there
/// are fewer than four.
LayerCuts findLayerCuts(mlir::Block &block, OpStructure &structure);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_LAYERS_LAYERCUTS_H
