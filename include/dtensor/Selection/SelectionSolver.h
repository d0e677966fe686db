//===- SelectionSolver.h - Solvers of selection problems --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_SELECTION_SELECTIONSOLVER_H
#define DTENSOR_SELECTION_SELECTIONSOLVER_H

#include "dtensor/Selection/SelectionProblem.h"
#include <climits>
#include <functional>
#include <optional>

namespace dtensor {

struct SelectionResult {
  /// The best selection found. It may be one that is not feasible if no other
  /// was found.
  Selection selection;
  SelectionValue value;
  /// No feasible selection costs less.
  int64_t bound;

  bool isOptimal(const SelectionProblem &problem) const {
    return value.isFeasible(problem) && value.cost <= bound;
  }
};

struct SelectionOptions {
  /// The search ends after this time, or when it has proved its result.
  double seconds = 10;
  /// The search also ends after this many sums, about 10^9 a second. With time
  /// enough, the result is the same on every machine.
  uint64_t work = UINT64_MAX;
  /// Proofs also end after this many nodes of their search trees.
  int numBranches = INT_MAX;
  uint64_t seed = 1;
  /// Is called each time when a better selection or bound is found.
  std::function<void(const SelectionResult &)> report;
};

/// A search that has some result at any time: prices of memory, messages along
/// edges and exact choices of regions, one after the other. Errors: a node that
/// has no strategy which may be chosen.
llvm::Expected<SelectionResult>
searchSelection(const SelectionProblem &problem,
                const SelectionOptions &options);

/// Whether the library was built with HiGHS (https://highs.dev), and HiGHS can
/// be loaded.
bool hasIntegerProgramming();

/// The optimum with its proof. `searchSelection` gets a little of the time.
/// Then branch and bound divides the problem. A problem that this cannot finish
/// in six tenths of the time is left to integer programming, if there is HiGHS.
/// A problem that is too large for a proof is searched all the time. Errors:
/// those of `searchSelection`.
llvm::Expected<SelectionResult> solveSelection(const SelectionProblem &problem,
                                               const SelectionOptions &options);

} // namespace dtensor

#endif // DTENSOR_SELECTION_SELECTIONSOLVER_H
