//===- AutoLayout.h - Layouts chosen for the user ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_AUTOLAYOUT_AUTOLAYOUT_H
#define DTENSOR_AUTOLAYOUT_AUTOLAYOUT_H

#include "dtensor/Machine/Machine.h"
#include "dtensor/Selection/SelectionProblem.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dtensor {

struct LayoutChoiceOptions {
  /// The machine on which times are predicted, also by the search for less
  /// communication; null for the abstract ones.
  const Machine *machine = nullptr;
  /// The bytes that a device may hold; nothing if there is no limit.
  std::optional<int64_t> memoryPerDevice;
  /// See PartitionOptions.
  bool replicateUnknown = false, gather = false, strict = false;
  std::vector<std::string> proposals;
};

/// The layout of some arguments, or of some results, that were chosen together
/// since they should agree: a weight and its state in an optimizer.
struct LayoutDecision {
  llvm::SmallVector<unsigned> arguments, results;
  Layout chosen;
  /// The best of the other layouts that were tried, with all else as chosen.
  std::optional<Layout> second;
  /// What that takes longer, and the peak of memory of a device with it. It may
  /// be faster, but hold more than fits.
  double savedSeconds = 0;
  int64_t secondPeakBytes = 0;
};

/// How well the problem was solved that models the choice of layouts.
struct ProblemSolution {
  /// The modelled time of the solution, and one that no solution is below, both
  /// in seconds.
  double seconds = 0, bound = 0;
  /// Whether it was solved with a proof in mind, and not by the search alone.
  bool isExact = false;

  /// The part by which the solution may be above the optimum.
  double getGap() const {
    return seconds > bound ? (seconds - bound) / seconds : 0;
  }
};

/// Layouts for a program's arguments and results.
struct AutoLayout {
  Mesh mesh;
  /// By position. Nothing for what is no tensor, and for a result whose layout
  /// is left to propagation.
  std::vector<std::optional<Layout>> arguments, results;
  /// The predicted time of a run, and the peak of memory of a device.
  double seconds = 0;
  int64_t peakBytes = 0;
  /// The limit of it under which they were chosen.
  std::optional<int64_t> memoryPerDevice;
  std::vector<LayoutDecision> decisions;
  /// The number of plans that were priced exactly.
  unsigned numPriced = 0;
  /// The problem whose solutions were tried first, and how well it was solved;
  /// nothing if no solution was found.
  SelectionProblem problem;
  std::optional<ProblemSolution> solution;
};

/// Chooses layouts for the arguments and results of `entry`, whose module has a
/// mesh, so that the predicted time is least. What is annotated stays as it is.
/// The module is not changed. The result is the same on each machine. Errors
/// are reported: a module without a mesh, a program that cannot be partitioned,
/// no layouts within the memory.
mlir::FailureOr<AutoLayout> chooseLayouts(mlir::func::FuncOp entry,
                                          const LayoutChoiceOptions &options);

} // namespace dtensor

#endif // DTENSOR_AUTOLAYOUT_AUTOLAYOUT_H
