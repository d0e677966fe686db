//===- dtensor-plan.cpp - Choose layouts ----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Selection/SelectionSolver.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

namespace cl = llvm::cl;
using namespace dtensor;
using llvm::Expected;

static constexpr llvm::StringLiteral overview = R"(
  dtensor-plan --iopddl B.json.gz --time-limit=60

Solves a problem of the contest IOPDDL (github.com/google/iopddl): which strategy
each node takes, so that costs are least and memory stays within its limit. Prints
the strategies as one list of JSON; the other lines go to the standard error.

Exit codes: 0 done; 1 no selection within the limit was found; 2 bad usage or bad
input.
)";

static cl::OptionCategory category("dtensor-plan options");
static cl::opt<std::string> problemFlag("iopddl", cl::Required,
                                        cl::desc("The problem; gzip or plain"),
                                        cl::value_desc("FILE.json"),
                                        cl::cat(category));
static cl::opt<double> secondsFlag("time-limit",
                                   cl::desc("Seconds, with reading the file"),
                                   cl::init(60), cl::cat(category));
static cl::opt<uint64_t> workFlag(
    "work-limit",
    cl::desc(
        "End after this many sums too; then the result is the same on every "
        "machine (default: no limit)"),
    cl::init(UINT64_MAX), cl::cat(category));
enum class Engine { kSearch, kExact };
static cl::opt<Engine> engineFlag(
    "engine", cl::desc("How to solve it"),
    cl::values(
        clEnumValN(Engine::kSearch, "search",
                   "search that can be ended at any time (default)"),
        clEnumValN(Engine::kExact, "exact",
                   "with a proof: branch and bound, then integer programming "
                   "with HiGHS if there is some")),
    cl::init(Engine::kSearch), cl::cat(category));
static cl::opt<uint64_t> seedFlag("seed", cl::desc("Seed of the search"),
                                  cl::init(1), cl::cat(category));

using Clock = std::chrono::steady_clock;
static const Clock::time_point begin = Clock::now();

static double getSeconds() {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

static int fail(llvm::Error error) {
  llvm::errs() << "error: " << llvm::toString(std::move(error)) << "\n";
  return 2;
}

int main(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  std::string problems;
  llvm::raw_string_ostream os(problems);
  if (!cl::ParseCommandLineOptions(argc, argv, overview, &os))
    return fail(llvm::createStringError(llvm::StringRef(problems).trim()));
  if (!(secondsFlag > 0))
    return fail(llvm::createStringError(
        llvm::formatv("--time-limit requires a time above 0, found {0}",
                      double(secondsFlag))
            .str()));
  Expected<SelectionProblem> problem = readSelectionProblem(problemFlag);
  if (!problem)
    return fail(problem.takeError());
  SelectionOptions options;
  options.seed = seedFlag;
  options.work = workFlag;
  // The rest is for a step that is under way, and for printing.
  constexpr double kUsed = 0.97;
  options.seconds = kUsed * secondsFlag - getSeconds();
  options.report = [&](const SelectionResult &result) {
    llvm::errs() << llvm::formatv(
        "{0,8:f1} s  cost {1}  bound {2}{3}\n", getSeconds(), result.value.cost,
        result.bound,
        result.value.isFeasible(*problem) ? "" : "  (not feasible)");
  };
  Expected<SelectionResult> result = engineFlag == Engine::kExact
                                         ? solveSelection(*problem, options)
                                         : searchSelection(*problem, options);
  if (!result)
    return fail(result.takeError());

  bool isFeasible = result->value.isFeasible(*problem);
  llvm::errs() << llvm::formatv("cost {0}, bound {1}, {2:f1} s, {3}\n",
                                result->value.cost, result->bound, getSeconds(),
                                result->isOptimal(*problem) ? "optimal"
                                : isFeasible                ? "feasible"
                                                            : "not feasible");
  if (!isFeasible)
    return 1;
  llvm::outs() << "[";
  llvm::interleave(
      result->selection, llvm::outs(),
      [](unsigned strategy) { llvm::outs() << strategy; }, ",");
  llvm::outs() << "]\n";
  return 0;
}
