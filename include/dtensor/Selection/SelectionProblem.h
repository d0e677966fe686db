//===- SelectionProblem.h - Which strategy each node takes ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_SELECTION_SELECTIONPROBLEM_H
#define DTENSOR_SELECTION_SELECTIONPROBLEM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace dtensor {

/// A graph of which each node takes one of its strategies. The sum of the costs
/// of nodes and edges shall be least, while memory stays under a limit at every
/// moment. A node is a tensor or an op; a strategy is one of its layouts; an
/// edge has the costs of relayouts. This is the problem of Google's contest
/// "IOPDDL" (github.com/google/iopddl, ASPLOS and EuroSys 2025).
struct SelectionProblem {
  /// Costs from here on mark what is forbidden. The contest writes 2^60. Sums
  /// of smaller ones are exact in `double`.
  static constexpr int64_t kForbidden = 1'000'000'000'000'000;

  struct Node {
    /// The node holds memory from moment `begin` to before moment `end`.
    int64_t begin = 0;
    int64_t end = 0;
    /// Both by strategy; usages are in bytes.
    std::vector<int64_t> costs;
    std::vector<int64_t> usages;
  };

  struct Edge {
    unsigned first;
    unsigned second;
    /// By the strategies of both nodes; that of `second` varies fastest.
    std::vector<int64_t> costs;
  };

  std::string name;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  int64_t usageLimit = 0;

  /// Errors: a node without a strategy; numbers of costs that do not agree; an
  /// edge to a node that is not there; negative costs, usages or times.
  llvm::Error verify() const;
};

/// One strategy for each node.
using Selection = std::vector<unsigned>;

struct SelectionValue {
  /// The sum of all costs; saturated at `kForbidden` if a choice is forbidden.
  int64_t cost;
  /// The most memory of any moment, in bytes.
  int64_t peakUsage;

  bool isFeasible(const SelectionProblem &problem) const {
    return cost < SelectionProblem::kForbidden &&
           peakUsage <= problem.usageLimit;
  }
};

SelectionValue evaluate(const SelectionProblem &problem,
                        llvm::ArrayRef<unsigned> selection);

/// Reads the contest's JSON, packed with gzip or plain. Errors: a file that
/// cannot be read or unpacked, other text, what `verify` finds.
llvm::Expected<SelectionProblem> readSelectionProblem(llvm::StringRef path);

/// Writes the contest's JSON.
void writeSelectionProblem(const SelectionProblem &problem,
                           llvm::raw_ostream &stream);

} // namespace dtensor

#endif // DTENSOR_SELECTION_SELECTIONPROBLEM_H
