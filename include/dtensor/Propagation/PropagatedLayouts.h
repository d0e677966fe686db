//===- PropagatedLayouts.h - The layouts of a module ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PROPAGATION_PROPAGATEDLAYOUTS_H
#define DTENSOR_PROPAGATION_PROPAGATEDLAYOUTS_H

#include "dtensor/Propagation/LayoutHistory.h"

namespace dtensor {

/// The propagated layouts of a module. This is an analysis: a pass that leaves
/// the module as it is hands them on to the next pass.
class PropagatedLayouts {
public:
  explicit PropagatedLayouts(mlir::Operation *module)
      : module(mlir::cast<mlir::ModuleOp>(module)) {}

  /// Propagates the layouts at the first call. Returns null after an error, and
  /// for a module without a mesh. See `LayoutGraph::build` for `choices`.
  LayoutGraph *get(bool replicateUnknown, SharedChoices *choices = nullptr);

  /// To be called when all layouts have been written into the module. Makes the
  /// graph the one that `LayoutGraph::buildAnnotated` would build.
  void settle();
  /// That graph. Null if layouts have not been written.
  LayoutGraph *getWritten() { return isWritten ? graph.get() : nullptr; }

  /// How the layouts came about.
  LayoutHistory &getHistory() { return *history; }

private:
  mlir::ModuleOp module;
  /// The history refers to the graph, so the graph stays at its place.
  std::unique_ptr<LayoutGraph> graph;
  std::optional<LayoutHistory> history;
  bool isWritten = false;
};

} // namespace dtensor

#endif // DTENSOR_PROPAGATION_PROPAGATEDLAYOUTS_H
