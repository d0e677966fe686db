//===- Judgement.cpp - Whether a trial did what it may --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Judgement.h"

#include "dtensor/Host/Compare.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using llvm::StringRef;

namespace dtensor {

std::string getFirstError(StringRef text) {
  size_t begin = text.find("error: ");
  if (begin != StringRef::npos)
    text = text.drop_front(begin + strlen("error: "));
  return text.split('\n').first.str();
}

TrialValues collectValues(const LayoutRequest &request, const Extents &extents,
                          llvm::ArrayRef<const HostTensor *> arguments,
                          llvm::ArrayRef<const HostTensor *> results) {
  TrialValues values;
  values.sizes = extents;
  auto add = [&](StringRef prefix, llvm::ArrayRef<const HostTensor *> tensors,
                 const std::map<unsigned, std::string> &layouts) {
    for (auto [i, tensor] : llvm::enumerate(tensors)) {
      std::string name = prefix.str() + std::to_string(i);
      values.sizes[name] = tensor->getNumBytes();
      values.numBytes += tensor->getNumBytes();
      if (auto it = layouts.find(i); it != layouts.end())
        values.annotated.push_back(
            {name, tensor,
             llvm::cantFail(Layout::parse(*request.mesh, it->second))});
    }
  };
  add("arg", arguments, request.arguments);
  values.numResultBytes = -values.numBytes;
  add("result", results, request.results);
  values.numResultBytes += values.numBytes;
  return values;
}

/// Whether the layout gives an axis of one position to one device of several.
static bool shardsUnitAxis(const AnnotatedValue &each) {
  return llvm::any_of(
      llvm::enumerate(each.value->getShape()), [&](const auto &axis) {
        return axis.value() == 1 && !each.layout.getAxis(axis.index()).empty();
      });
}

llvm::Expected<int64_t> getBound(const Case &testCase,
                                 const TrialValues &values) {
  llvm::Expected<int64_t> bound = testCase.moves.empty()
                                      ? 2 * values.numBytes
                                      : evaluate(testCase.moves, values.sizes);
  if (!bound)
    return bound;
  bool isAlone = values.annotated.size() == 1;
  for (const AnnotatedValue &each : values.annotated) {
    int64_t bytes = each.value->getNumBytes();
    *bound += each.layout.isPartial() ? 2 * bytes : isAlone ? 0 : bytes;
    // Where there is but one position the dimension may go to another axis.
    bool isElsewhere = shardsUnitAxis(each);
    int64_t most = isElsewhere ? bytes : 0;
    for (size_t axis = 0; axis < each.value->getShape().size(); ++axis) {
      auto it =
          testCase.movesAlong.find(each.name + "." + std::to_string(axis));
      if (it == testCase.movesAlong.end())
        continue;
      llvm::Expected<int64_t> more = evaluate(it->second, values.sizes);
      if (!more)
        return more;
      if (isElsewhere)
        most = std::max(most, bytes + *more);
      if (!each.layout.getAxis(axis).empty())
        *bound += *more;
    }
    *bound += most;
  }
  return bound;
}

/// How much smaller than all tensors of a product a side of it is that may be
/// gathered, rather than what its parts give; see docs/Layouts.md.
static constexpr int64_t kLittle = 32;

/// Whether ops of that name sum products of their operands.
static bool isProduct(mlir::ModuleOp program, StringRef name) {
  return program
      .walk([&](mlir::Operation *op) {
        StringRef own = op->getName().getStringRef();
        if (own != name)
          return mlir::WalkResult::advance();
        auto structured = mlir::dyn_cast<mlir::linalg::LinalgOp>(op);
        bool sums = structured ? structured.getNumReductionLoops() > 0 &&
                                     structured.getNumDpsInputs() > 1
                               : own.contains("conv") || own.contains("matmul");
        return sums ? mlir::WalkResult::interrupt()
                    : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

/// Why a value may be gathered whole, whatever the case: it is a side of a
/// product and little, or it lies on one device, as what has one position does.
/// Empty: it may not.
static StringRef getReason(const Gathered &gathered, const TrialValues &values,
                           mlir::ModuleOp program) {
  // The compiler's own copy of what accumulates counts as well.
  if (kLittle * gathered.bytes < values.numBytes + values.numResultBytes &&
      isProduct(program, gathered.op))
    return "[little]";
  if (llvm::any_of(values.annotated, [&](const AnnotatedValue &each) {
        return shardsUnitAxis(each) &&
               gathered.bytes <= int64_t(each.value->getNumBytes());
      }))
    return "[on one device]";
  return "";
}

Outcome judge(const RunResult &got, const RunResult &want, const Case &testCase,
              const TrialValues &values, int64_t bound,
              mlir::ModuleOp program) {
  Outcome outcome;
  outcome.bytes = got.bytes;
  outcome.bound = bound;
  outcome.fate = Fate::Passed;
  std::set<std::string> replicatedFor, unexplained;
  for (const Gathered &each : got.gathered) {
    StringRef reason = getReason(each, values, program);
    if (reason.empty())
      unexplained.insert(each.op);
    replicatedFor.insert(reason.empty() ? each.op
                                        : (each.op + " " + reason).str());
  }
  outcome.replicatedFor = llvm::join(replicatedFor, ",");
  if (!got.error.empty()) {
    outcome.message = getFirstError(got.error);
    StringRef message = outcome.message;
    outcome.fate = message.contains("has no sharding rule") ? Fate::NoRule
                                                            : Fate::Rejected;
    if (!testCase.rejection.empty() && message.contains(testCase.rejection))
      outcome.fate = Fate::KnownRejection;
    // Replicas that are not equal and wrong bits are no rejections.
    if (message.contains("replica"))
      outcome.fate = Fate::Wrong;
    return outcome;
  }
  Tolerance tolerance{testCase.tolerance, testCase.tolerance};
  for (auto [i, pair] : llvm::enumerate(llvm::zip(got.results, want.results))) {
    auto difference = compare(std::get<0>(pair), std::get<1>(pair), tolerance);
    if (!difference)
      continue;
    outcome.fate = Fate::Wrong;
    outcome.message = "result " + std::to_string(i) + " " + difference->str();
    return outcome;
  }
  if (!unexplained.empty() && testCase.gathers.empty()) {
    outcome.fate = Fate::Gathered;
    outcome.message =
        "gathers a value whole for " + llvm::join(unexplained, ",");
  } else if (got.bytes > bound) {
    outcome.fate = Fate::Excess;
    outcome.message = "receives " + std::to_string(got.bytes) + " bytes of " +
                      std::to_string(bound);
  }
  return outcome;
}

} // namespace dtensor
