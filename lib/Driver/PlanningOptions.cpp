//===- PlanningOptions.cpp - Options of layouts and relayouts -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/PlanningOptions.h"
#include "dtensor/Planning/ProposalNames.h"

#include "llvm/ADT/StringSwitch.h"

namespace cl = llvm::cl;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace dtensor {

/// The help keeps no copy of the text.
static StringRef describePlan() {
  static const std::string text =
      "the proposals that the search for layouts tries, or with a - before the "
      "name, those that it leaves out; the names, in the order of the "
      "search: " +
      llvm::join(getProposalNames(), ", ");
  return text;
}

PlanningOptions::PlanningOptions(cl::OptionCategory &category)
    : kernels("kernels", cl::value_desc("auto|generated"), cl::cat(category),
              cl::desc("compute contractions by the kernel library where it "
                       "can, or by generated code")),
      fastMath("fast-math", cl::ValueOptional, cl::cat(category),
               cl::desc("let arithmetic on floats round in other ways, and "
                        "take subnormal numbers for zero")),
      replicateUnknown("replicate-unknown", cl::ValueOptional,
                       cl::cat(category),
                       cl::desc("run ops without a sharding rule on gathered "
                                "operands, with a warning")),
      gatherWhereLess(
          "gather-where-less", cl::ValueOptional, cl::cat(category),
          cl::desc("let the search gather whole values on every device where "
                   "that saves many bytes, even if no annotation asks for it; "
                   "the report lists them")),
      plan("plan", cl::value_desc("NAME,..."), cl::cat(category),
           cl::desc(describePlan())),
      strict("strict", cl::ValueOptional, cl::cat(category),
             cl::desc("an error (exit code 2) at each relayout of an operand "
                      "or a result that moves data without being asked for by "
                      "the program; the message has the line to add")),
      noFullReplication(
          "no-full-replication", cl::ValueOptional, cl::cat(category),
          cl::desc("an error where a whole value is gathered on every device "
                   "but no annotation asks for it")),
      replicationLimit(
          "replication-limit", cl::value_desc("BYTES"), cl::cat(category),
          cl::desc("the bytes up to which --no-full-replication lets a value "
                   "pass (default 0)")) {}

static std::optional<Kernels> parseKernels(StringRef text) {
  return llvm::StringSwitch<std::optional<Kernels>>(text)
      .Case("auto", Kernels::Auto)
      .Case("generated", Kernels::Generated)
      .Default(std::nullopt);
}

Error PlanningOptions::readProposals(std::vector<std::string> &chosen) const {
  if (plan.getNumOccurrences() == 0)
    return Error::success();
  for (StringRef name : llvm::split(StringRef(plan), ","))
    chosen.push_back(name.str());
  if (Error error = checkProposals(chosen))
    return llvm::createStringError("--plan: " +
                                   llvm::toString(std::move(error)));
  return Error::success();
}

Error PlanningOptions::read(CompileOptions &compile) const {
  if (Error error =
          readFlag(kernels, "auto or generated", compile.kernels, parseKernels))
    return error;
  if (Error error = readSwitch(fastMath, compile.fastMath))
    return error;
  if (Error error = readSwitch(replicateUnknown, compile.replicateUnknown))
    return error;
  if (Error error = readSwitch(gatherWhereLess, compile.gather))
    return error;
  if (Error error = readProposals(compile.proposals))
    return error;
  if (Error error = readSwitch(strict, compile.strict))
    return error;
  if (compile.strict && compile.gather)
    return llvm::createStringError(
        "--gather-where-less does what --strict rejects");
  if (compile.strict && !compile.proposals.empty())
    return llvm::createStringError("--strict leaves out what --plan chooses");
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
          ": a whole value is gathered on every device, but no annotation "
          "asks for it, " +
          Twine(replication->bytesReceived) + " bytes: " + replication->reason);
  return Error::success();
}

} // namespace dtensor
