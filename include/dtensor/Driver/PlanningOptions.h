//===- PlanningOptions.h - Options of layouts and relayouts -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_PLANNINGOPTIONS_H
#define DTENSOR_DRIVER_PLANNINGOPTIONS_H

#include "dtensor/Driver/CompiledProgram.h"
#include "dtensor/Launch/CommandLine.h"

namespace dtensor {

/// The options `--kernels`, `--replicate-unknown`, `--gather-where-less`,
/// `--plan`, `--strict`, `--no-full-replication` and `--replication-limit` of
/// tools that compile programs. They exist as long as the object, which must be
/// made before the command line is parsed.
class PlanningOptions {
public:
  explicit PlanningOptions(llvm::cl::OptionCategory &category);

  /// Errors: wrong values, options that exclude each other.
  llvm::Error read(CompileOptions &compile) const;

  /// The number of bytes that an unforced full replication may receive; nothing
  /// if there is no limit. Errors: a limit that is no number, or a limit
  /// without the option that it belongs to.
  llvm::Expected<std::optional<int64_t>> readReplicationLimit() const;

private:
  llvm::Error readProposals(std::vector<std::string> &chosen) const;

  TextFlag kernels, fastMath, replicateUnknown, gatherWhereLess, plan, strict;
  TextFlag noFullReplication, replicationLimit;
};

/// Errors: a value is gathered on every device without a request, and more
/// bytes than the limit are received.
llvm::Error checkReplications(const CommunicationReport &report,
                              std::optional<int64_t> limit);

} // namespace dtensor

#endif // DTENSOR_DRIVER_PLANNINGOPTIONS_H
