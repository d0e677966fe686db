//===- PlanningOptions.cpp - Options about how programs are cut -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/PlanningOptions.h"

#include "llvm/ADT/StringSwitch.h"

namespace cl = llvm::cl;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace dtensor {

PlanningOptions::PlanningOptions(cl::OptionCategory &category)
    : kernels("kernels", cl::value_desc("auto|generated"), cl::cat(category),
              cl::desc("how contractions are computed: by the kernel library "
                       "if it can (auto), or by generated code")),
      replicateUnknown("replicate-unknown", cl::ValueOptional,
                       cl::cat(category),
                       cl::desc("run ops that have no sharding rule on "
                                "gathered operands, with a warning")),
      gatherWhereLess(
          "gather-where-less", cl::ValueOptional, cl::cat(category),
          cl::desc("gather values that no annotation asks to gather, if far "
                   "fewer bytes are then received; the report lists them")),
      strict("strict", cl::ValueOptional, cl::cat(category),
             cl::desc("reject each relayout of an operand or a result that "
                      "moves something and that the program does not state; "
                      "the message has the line to add")),
      noFullReplication(
          "no-full-replication", cl::ValueOptional, cl::cat(category),
          cl::desc("reject a program that gathers a value whole on every "
                   "device, unless an annotation asks for it")),
      replicationLimit(
          "replication-limit", cl::value_desc("BYTES"), cl::cat(category),
          cl::desc("bytes that --no-full-replication lets pass (default 0)")) {}

static std::optional<Kernels> parseKernels(StringRef text) {
  return llvm::StringSwitch<std::optional<Kernels>>(text)
      .Case("auto", Kernels::Auto)
      .Case("generated", Kernels::Generated)
      .Default(std::nullopt);
}

Error PlanningOptions::read(CompileOptions &compile) const {
  if (Error error =
          readFlag(kernels, "auto or generated", compile.kernels, parseKernels))
    return error;
  if (Error error = readSwitch(replicateUnknown, compile.replicateUnknown))
    return error;
  if (Error error = readSwitch(gatherWhereLess, compile.gather))
    return error;
  if (Error error = readSwitch(strict, compile.strict))
    return error;
  if (compile.strict && compile.gather)
    return llvm::createStringError(
        "--gather-where-less does what --strict rejects");
  if (noFullReplication.getNumOccurrences() && compile.gather)
    return llvm::createStringError(
        "--gather-where-less does what --no-full-replication rejects");
  return Error::success();
}

Expected<std::optional<int64_t>> PlanningOptions::readReplicationLimit() const {
  bool isLimited = false;
  if (Error error = readSwitch(noFullReplication, isLimited))
    return std::move(error);
  if (!isLimited && !replicationLimit.empty())
    return llvm::createStringError(
        "--replication-limit is for --no-full-replication");
  int64_t limit = 0;
  if (!replicationLimit.empty())
    if (Error error = readInteger(replicationLimit, limit))
      return std::move(error);
  return isLimited ? std::optional(limit) : std::nullopt;
}

Error checkReplications(const CommunicationReport &report,
                        std::optional<int64_t> limit) {
  if (!limit)
    return Error::success();
  for (const CollectiveReport *replication : report.getFullReplications())
    if (replication->bytesReceived > *limit)
      return llvm::createStringError(
          replication->location +
          ": a value is gathered whole on every device though no annotation "
          "asks for it, " +
          Twine(replication->bytesReceived) + " bytes: " + replication->reason);
  return Error::success();
}

} // namespace dtensor
