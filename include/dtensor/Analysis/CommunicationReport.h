//===- CommunicationReport.h - A report of communication --------*- C++ -*-===//
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
  /// The names of the mesh dimensions that span its groups, and the number of
  /// devices in a group.
  llvm::SmallVector<std::string> dims;
  int64_t group;
  /// The mesh of these dimensions. A program may have several, of the same
  /// devices.
  Mesh mesh;
  /// The number of times that one run of the program executes the collective,
  /// if trip counts are constants. If one is not, `inLoop` is set and this loop
  /// counts as one iteration.
  int64_t count;
  bool inLoop;
  /// The bytes that the most loaded device receives, over all `count` times.
  int64_t bytesReceived;
  /// The bytes that each device receives, if the devices differ; otherwise
  /// empty.
  std::vector<int64_t> bytesByDevice;
  /// Whether the volume depends on data or on dynamic extents, so that it is an
  /// upper bound.
  bool isBound;
  /// The op that needed the collective, and its place in the source.
  std::string reason, location;
  /// Whether every device receives the whole value although no annotation asks
  /// for it.
  bool isFullReplication;
};

/// The layouts of an op's operands and results, by name, and the bytes that the
/// most loaded device receives if they are chosen.
struct LayoutChoice {
  std::string layouts;
  int64_t bytesReceived;
};

/// An op whose operands and results have layouts that conflict.
struct ConflictReport {
  std::string op, location;
  /// The choice that was taken, followed by others.
  std::vector<LayoutChoice> choices;
};

/// The totals of one kind of collective.
struct CollectiveTotal {
  int64_t count = 0;
  int64_t bytesReceived = 0;
};

/// All communication of one run of a function, computed from types and shapes.
struct CommunicationReport {
  std::vector<CollectiveReport> collectives;
  /// The conflicts of all functions of the module.
  std::vector<ConflictReport> conflicts;

  /// The bytes of the device that receives most, over all collectives.
  int64_t getBytesReceived() const;
  /// The unforced full replications.
  std::vector<const CollectiveReport *> getFullReplications() const;
  /// The totals by kind of collective.
  std::map<std::string, CollectiveTotal> getTotals() const;
};

/// Analyzes a function in the local view, on tensors, and the functions it
/// calls.
CommunicationReport analyzeCommunication(mlir::func::FuncOp entry);

} // namespace dtensor

#endif // DTENSOR_ANALYSIS_COMMUNICATIONREPORT_H
