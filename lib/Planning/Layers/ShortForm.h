//===- ShortForm.h - A program with fewer equal layers ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_LAYERS_SHORTFORM_H
#define DTENSOR_LIB_PLANNING_LAYERS_SHORTFORM_H

#include "../Plan.h"
#include "LayerCuts.h"

namespace dtensor {

/// A copy of a program in which three of its equal layers are left: the first
/// one, one that stands for all others, and the last one. It exists only to be
/// planned: it computes something else.
///
/// A layer is a part of a block's ops after which equal ops follow. The forward
/// pass, the backward pass and the optimizer of a program each have such parts,
/// and all lose the same number of them. An op that loses an operand gets the
/// equal value of an earlier layer instead.
class ShortForm {
public:
  /// Nothing if no block has four equal layers.
  static std::optional<ShortForm> make(mlir::ModuleOp program);

  mlir::ModuleOp getModule() const { return *module; }
  /// The number of equal layers that the program has, and this form.
  size_t getNumLayers() const { return cuts.numLayers; }
  size_t getNumLeft() const { return cuts.numLayers - cuts.numRemoved; }

  /// Finds what stands for each op and value of the layers that are removed.
  /// Returns false if a layer differs from the one that stands for it.
  bool matchLayers();
  /// Gives a copy of the program all that the plan of this form has: each layer
  /// what the layer that stands for it has. The layers must have been matched.
  void apply(const Plan &plan, Edit &edit) const;

private:
  friend class LayerRemover;
  ShortForm() = default;

  void annotate(mlir::Operation *op, Edit &edit) const;
  void constrainUsers(mlir::Value value, const Plan &plan, Edit &edit) const;
  void constrainReturned(mlir::func::ReturnOp op, const Plan &plan,
                         Edit &edit) const;

  mlir::ModuleOp program;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  LayerCuts cuts;
  /// For each value and op of the program, the one that stands for it.
  mlir::IRMapping standIns;
  /// For each returned value of a function that has lost results, the result
  /// that stands for it.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<std::optional<unsigned>>>
      resultsOf;
};

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_LAYERS_SHORTFORM_H
