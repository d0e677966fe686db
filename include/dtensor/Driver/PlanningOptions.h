//===- PlanningOptions.h - Options about how programs are cut ---*- C++ -*-===//
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

/// `--kernels`, `--replicate-unknown`, `--gather-where-less`, `--strict`,
/// `--no-full-replication` and `--replication-limit` of what compiles programs.
/// They exist as long as the object, which must be made before the command line
/// is parsed.
class PlanningOptions {
public:
  explicit PlanningOptions(llvm::cl::OptionCategory &category);

  /// Errors: wrong values, options that exclude each other.
  llvm::Error read(CompileOptions &compile) const;

  /// Bytes that an unforced full replication may receive; nothing: any number.
  /// Errors: a limit that is no number, or for nothing.
  llvm::Expected<std::optional<int64_t>> readReplicationLimit() const;

private:
  TextFlag kernels, replicateUnknown, gatherWhereLess, strict;
  TextFlag noFullReplication, replicationLimit;
};

/// Errors: a value that nobody asked to be whole is gathered on every device,
/// and more bytes than that are received.
llvm::Error checkReplications(const CommunicationReport &report,
                              std::optional<int64_t> limit);

} // namespace dtensor

#endif // DTENSOR_DRIVER_PLANNINGOPTIONS_H
