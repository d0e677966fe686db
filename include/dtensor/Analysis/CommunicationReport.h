//===- CommunicationReport.h - What devices send each other -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_ANALYSIS_COMMUNICATIONREPORT_H
#define DTENSOR_ANALYSIS_COMMUNICATIONREPORT_H

#include "dtensor/Layout/Layout.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <map>
#include <string>
#include <vector>

namespace dtensor {

/// One collective of a program.
struct CollectiveReport {
  /// The op's name without its dialect: `all_reduce`.
  std::string kind;
  /// Names of the mesh dimensions that span its groups, and devices a group.
  llvm::SmallVector<std::string> dims;
  int64_t group;
  /// How often one run of the program comes here, as far as trip counts are
  /// constants; `inLoop` if one is not, which then counts as 1.
  int64_t count;
  bool inLoop;
  /// What the most loaded device receives, over all `count` times.
  int64_t bytesReceived;
  /// The same of each device, where they differ; else empty.
  std::vector<int64_t> bytesByDevice;
  /// The volume depends on data or on dynamic extents: no more than that.
  bool isBound;
  /// Who needed it, and where in the source.
  std::string reason, location;
  /// It gives the whole value to every device though no annotation asks for it.
  bool isFullReplication;
};

/// Layouts of the operands and results of an op, by name, and what the most
/// loaded device receives if they are chosen.
struct LayoutChoice {
  std::string layouts;
  int64_t bytesReceived;
};

/// An op around which layouts did not fit together.
struct ConflictReport {
  std::string op, location;
  /// The one that was taken, then others.
  std::vector<LayoutChoice> choices;
};

/// Totals of one kind.
struct CollectiveTotal {
  int64_t count = 0;
  int64_t bytesReceived = 0;
};

/// All communication of one run of a function, from types and shapes.
struct CommunicationReport {
  std::vector<CollectiveReport> collectives;
  /// Of all functions of the module.
  std::vector<ConflictReport> conflicts;

  /// By the device that receives most of all collectives together.
  int64_t getBytesReceived() const;
  /// The unforced full replications.
  std::vector<const CollectiveReport *> getFullReplications() const;
  /// By kind.
  std::map<std::string, CollectiveTotal> getTotals() const;
};

/// Of a function in the local view, on tensors, and of what it calls.
CommunicationReport analyzeCommunication(mlir::func::FuncOp entry);

} // namespace dtensor

#endif // DTENSOR_ANALYSIS_COMMUNICATIONREPORT_H
