//===- Judgement.cpp - Judges the outcome of a trial ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Judgement.h"

#include "dtensor/Host/Compare.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

using llvm::StringRef;

namespace dtensor {

std::string getFirstError(StringRef text) {
  size_t begin = text.find("error: ");
  if (begin != StringRef::npos)
    text = text.drop_front(begin + strlen("error: "));
  return text.split('\n').first.str();
}

/// See `AnnotatedValue::moved`.
static int64_t getMovedBytes(const Mesh &mesh, const Layout &layout,
                             const HostTensor &value, bool isArgument) {
  int64_t whole = value.getNumBytes();
  if (value.getNumElements() == 0)
    return 0;
  int64_t elementBytes = whole / value.getNumElements();
  int64_t least = whole, most = 0;
  for (int64_t device = 0; device < mesh.getNumDevices(); ++device) {
    Box box = layout.getOwnedBox(mesh, value.getShape(), device);
    int64_t bytes = getNumElements(box) * elementBytes;
    least = std::min(least, bytes);
    most = std::max(most, bytes);
  }
  // A reduction is scattered, and its result is gathered again.
  return (isArgument ? whole - least : most) +
         (layout.isPartial() ? 2 * most : 0);
}

/// See `AnnotatedValue::share`.
static double getShare(const Mesh &mesh, const Layout &layout,
                       const HostTensor &value) {
  int64_t most = 0;
  for (int64_t device = 0; device < mesh.getNumDevices(); ++device)
    most = std::max(most, getNumElements(layout.getOwnedBox(
                              mesh, value.getShape(), device)));
  return value.getNumElements() == 0 ? 1
                                     : double(most) / value.getNumElements();
}

TrialValues collectValues(const LayoutRequest &request, const Extents &extents,
                          llvm::ArrayRef<const HostTensor *> arguments,
                          llvm::ArrayRef<const HostTensor *> results) {
  TrialValues values;
  if (request.mesh)
    values.mesh = *request.mesh;
  values.sizes = extents;
  auto add = [&](StringRef prefix, llvm::ArrayRef<const HostTensor *> tensors,
                 const std::map<unsigned, std::string> &layouts,
                 bool areArguments) {
    for (auto [i, tensor] : llvm::enumerate(tensors)) {
      std::string name = prefix.str() + std::to_string(i);
      values.sizes[name] = tensor->getNumBytes();
      values.numBytes += tensor->getNumBytes();
      auto it = layouts.find(i);
      if (it == layouts.end())
        continue;
      Layout layout = llvm::cantFail(Layout::parse(*request.mesh, it->second));
      int64_t moved =
          getMovedBytes(*request.mesh, layout, *tensor, areArguments);
      double share = getShare(*request.mesh, layout, *tensor);
      values.annotated.push_back(
          {name, tensor, std::move(layout), moved, share, areArguments});
    }
  };
  add("arg", arguments, request.arguments, /*areArguments=*/true);
  values.numResultBytes = -values.numBytes;
  add("result", results, request.results, /*areArguments=*/false);
  values.numResultBytes += values.numBytes;
  values.numResults = results.size();
  return values;
}

/// Whether the layout shards an axis of one position among several devices.
static bool shardsUnitAxis(const AnnotatedValue &each) {
  return llvm::any_of(
      llvm::enumerate(each.value->getShape()), [&](const auto &axis) {
        return axis.value() == 1 && !each.layout.getAxis(axis.index()).empty();
      });
}

/// Whether the case says that nothing moves for the layout. An axis with at
/// most one position can be on any device.
static bool isStill(const Case &testCase, const AnnotatedValue &each) {
  if (each.layout.isPartial())
    return false;
  for (auto [axis, extent] : llvm::enumerate(each.value->getShape()))
    if (!each.layout.getAxis(axis).empty() &&
        (extent <= 1 ||
         !testCase.still.count(each.name + "." + std::to_string(axis))))
      return false;
  return !testCase.still.empty();
}

/// Whether the layout shards some axes, all of which are among `axes` and have
/// several positions.
static bool shardsOnly(const AnnotatedValue &each,
                       const std::set<std::string> &axes) {
  bool isSharded = false;
  for (auto [axis, extent] : llvm::enumerate(each.value->getShape())) {
    if (each.layout.getAxis(axis).empty())
      continue;
    if (extent <= 1 || !axes.count(each.name + "." + std::to_string(axis)))
      return false;
    isSharded = true;
  }
  return isSharded && !each.layout.isPartial();
}

/// The argument that is sharded where the op computes partial sums, if all
/// results are partial sums along the same dimensions and no other value is
/// annotated. Null otherwise.
static const AnnotatedValue *findSummed(const Case &testCase,
                                        const TrialValues &values) {
  if (values.annotated.empty() ||
      values.annotated.size() != values.numResults + 1)
    return nullptr;
  const AnnotatedValue &summed = values.annotated.front();
  if (!summed.isArgument || !shardsOnly(summed, testCase.summed))
    return nullptr;
  std::set<unsigned> dims;
  for (const DimList &axis : summed.layout.getAxes())
    dims.insert(axis.begin(), axis.end());
  for (const AnnotatedValue &each : llvm::drop_begin(values.annotated)) {
    std::set<unsigned> partial;
    Combiner sum = each.value->getElementType() == ElementType::I1
                       ? Combiner::Or
                       : Combiner::Add;
    for (PartialDim dim : each.layout.getPartial())
      if (dim.combiner == sum)
        partial.insert(dim.dim);
    if (each.isArgument || partial != dims ||
        !llvm::all_of(each.layout.getAxes(), [](llvm::ArrayRef<unsigned> axis) {
          return axis.empty();
        }))
      return nullptr;
  }
  return &summed;
}

/// The bytes that the op itself may move.
static llvm::Expected<int64_t> getMoves(const Case &testCase,
                                        const TrialValues &values) {
  return testCase.moves.empty() ? 2 * values.numBytes
                                : evaluate(testCase.moves, values.sizes);
}

/// The bytes that a device may receive if only this value is annotated.
static llvm::Expected<int64_t> getOwnBound(const Case &testCase,
                                           const TrialValues &values,
                                           const AnnotatedValue &each) {
  if (isStill(testCase, each))
    return 0;
  int64_t bytes = each.getNumBytes();
  llvm::Expected<int64_t> moves = getMoves(testCase, values);
  if (!moves)
    return moves;
  int64_t bound = *moves + (each.layout.isPartial() ? 2 * bytes : 0);
  // If there is only one position, the dimension may go to another axis.
  bool isElsewhere = shardsUnitAxis(each);
  int64_t most = isElsewhere ? bytes : 0;
  for (size_t axis = 0; axis < each.value->getShape().size(); ++axis) {
    auto it = testCase.movesAlong.find(each.name + "." + std::to_string(axis));
    if (it == testCase.movesAlong.end())
      continue;
    llvm::Expected<int64_t> more = evaluate(it->second, values.sizes);
    if (!more)
      return more;
    if (isElsewhere)
      most = std::max(most, bytes + *more);
    if (!each.layout.getAxis(axis).empty())
      bound += *more;
  }
  return bound + most;
}

llvm::Expected<int64_t> getBound(const Case &testCase,
                                 const TrialValues &values) {
  if (values.promise)
    return values.promise->bytes;
  // There may be layouts inside of the program only.
  if (values.annotated.empty())
    return getMoves(testCase, values);
  if (findSummed(testCase, values))
    return 0;
  llvm::SmallVector<int64_t> own;
  int64_t others = 0;
  for (const AnnotatedValue &each : values.annotated) {
    llvm::Expected<int64_t> bytes = getOwnBound(testCase, values, each);
    if (!bytes)
      return bytes;
    own.push_back(*bytes);
    others += std::max(own.back(), each.moved);
  }
  // Any one of the values may stay, since the compiler also weighs the work of
  // devices. The bound is the largest over all choices.
  int64_t most = 0;
  for (auto [bytes, stays] : llvm::zip_equal(own, values.annotated))
    most = std::max(most, bytes + others - std::max(bytes, stays.moved));
  return most;
}

/// The bytes that the op receives, by the case's directives, because it uses
/// the axes that the layout shards.
static int64_t getPrice(const Case &testCase, const TrialValues &values,
                        const AnnotatedValue &each) {
  int64_t price = 0;
  for (size_t axis = 0; axis < each.value->getShape().size(); ++axis) {
    auto it = testCase.movesAlong.find(each.name + "." + std::to_string(axis));
    if (it != testCase.movesAlong.end() && !each.layout.getAxis(axis).empty())
      price += llvm::cantFail(evaluate(it->second, values.sizes));
  }
  return price;
}

/// The factor by which a gather must save bytes. A whole value on each device
/// takes memory, so a few bytes are no reason to gather it.
static constexpr int64_t kFarMore = 10;

/// The reason why a value may be gathered for any layouts that the op could
/// have. Empty if it may not be gathered.
static StringRef getReason(const Gathered &gathered, const Case &testCase,
                           const TrialValues &values) {
  // An annotation may put the only position of an axis on one device.
  if (llvm::any_of(values.annotated, [&](const AnnotatedValue &each) {
        return shardsUnitAxis(each) && gathered.bytes <= each.getNumBytes();
      }))
    return "[on one device]";
  // The op's own algorithm, which the case names with its cost, moves far more.
  for (const AnnotatedValue &each : values.annotated)
    if (gathered.bytes <= each.getNumBytes() &&
        kFarMore * gathered.bytes <= getPrice(testCase, values, each))
      return "[cheaper]";
  return "";
}

/// A collective that the case does not name for the axes of `values`, the only
/// annotated values. Axes for which the case names none are not checked.
static StringRef findForeign(const std::set<std::string> &collectives,
                             const Case &testCase, const TrialValues &values) {
  if (values.annotated.size() != 1 || values.annotated[0].layout.isPartial() ||
      shardsUnitAxis(values.annotated[0]))
    return "";
  const AnnotatedValue &each = values.annotated[0];
  std::set<std::string> allowed;
  for (size_t axis = 0; axis < each.value->getShape().size(); ++axis) {
    if (each.layout.getAxis(axis).empty())
      continue;
    auto it = testCase.collectives.find(each.name + "." + std::to_string(axis));
    if (it == testCase.collectives.end())
      return "";
    allowed.insert(it->second.begin(), it->second.end());
  }
  if (allowed.empty())
    return "";
  for (const std::string &kind : collectives)
    if (!allowed.count(kind))
      return kind;
  return "";
}

/// The only axis that a trial shards, if that should divide all work, or would
/// if the case did not exclude it. Empty if there are fewer positions than
/// devices.
static std::string findDividing(const Case &testCase,
                                const TrialValues &values) {
  if (values.annotated.size() != 1 || testCase.isMade)
    return "";
  const AnnotatedValue &each = values.annotated.front();
  std::string found;
  for (auto [axis, extent] : llvm::enumerate(each.value->getShape())) {
    llvm::ArrayRef<unsigned> dims = each.layout.getAxis(axis);
    if (dims.empty())
      continue;
    if (!found.empty() || extent < values.mesh.getGroupSize(dims))
      return "";
    found = each.name + "." + std::to_string(axis);
  }
  return each.layout.isPartial() ? "" : found;
}

/// The fraction of the work saved that may be lost. Some of the work belongs to
/// elements that are moved, of which a device may have more than its part.
static constexpr double kMostLost = 0.25;

/// The fraction of all work that a device may do; nothing if it is not known.
static std::optional<double> getShareOfWork(const Case &testCase,
                                            const TrialValues &values) {
  if (values.promise)
    return values.promise->share;
  if (const AnnotatedValue *summed = findSummed(testCase, values))
    return summed->share;
  if (!findDividing(testCase, values).empty())
    return values.annotated.front().share;
  return std::nullopt;
}

/// Whether a device does more than its part.
static bool isUndivided(const Work &work, const Case &testCase,
                        const TrialValues &values) {
  std::optional<double> share = getShareOfWork(testCase, values);
  return share &&
         work.ofDevice > work.whole * (*share + kMostLost * (1 - *share));
}

/// The outcome of a run that ended with an error.
static Fate getFate(const RunResult &got, const Case &testCase,
                    StringRef message) {
  // Devices that should have equal replicas do not.
  if (got.phase == Phase::Joining)
    return Fate::Wrong;
  if (!testCase.rejection.empty() && message.contains(testCase.rejection))
    return Fate::KnownRejection;
  return got.phase == Phase::Compiling &&
                 message.contains("has no sharding rule")
             ? Fate::NoRule
             : Fate::Rejected;
}

/// Machine code has other functions, and sums in another order.
static Tolerance getTolerance(const Case &testCase, const RunResult &want,
                              ElementType type) {
  double least = 0;
  if (want.isInterpreted) {
    if (type == ElementType::BF16)
      least = 2e-2;
    else if (type == ElementType::F16)
      least = 2e-3;
    else if (type == ElementType::F32 || type == ElementType::C64)
      least = 1e-5;
    else
      least = 1e-12;
  }
  double tolerance = std::max(testCase.tolerance, least);
  return {tolerance, tolerance};
}

Outcome judge(const RunResult &got, const RunResult &want, const Case &testCase,
              const TrialValues &values, int64_t bound) {
  Outcome outcome;
  outcome.bytes = got.bytes;
  outcome.bound = bound;
  outcome.fate = Fate::Passed;
  std::set<std::string> replicatedFor, unexplained;
  for (const Gathered &each : got.gathered) {
    StringRef reason = getReason(each, testCase, values);
    if (reason.empty())
      unexplained.insert(each.op);
    replicatedFor.insert(reason.empty() ? each.op
                                        : (each.op + " " + reason).str());
  }
  outcome.replicatedFor = llvm::join(replicatedFor, ",");
  if (!got.error.empty()) {
    outcome.message = getFirstError(got.error);
    outcome.fate = getFate(got, testCase, outcome.message);
    return outcome;
  }
  for (auto [i, pair] : llvm::enumerate(llvm::zip(got.results, want.results))) {
    const auto &[one, other] = pair;
    auto difference = compare(
        one, other, getTolerance(testCase, want, other.getElementType()));
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
    outcome.excess = "bytes";
    outcome.message = "receives " + std::to_string(got.bytes) + " bytes of " +
                      std::to_string(bound);
  } else if (bool isLess = got.work && isUndivided(*got.work, testCase, values);
             testCase.undivided.count(findDividing(testCase, values))) {
    outcome.excused = findDividing(testCase, values);
    outcome.isExcuseNeeded = isLess;
  } else if (isLess) {
    outcome.fate = Fate::Excess;
    outcome.excess = "work";
    outcome.message =
        llvm::formatv("a device goes through {0} positions of {1}",
                      got.work->ofDevice, got.work->whole)
            .str();
  } else if (StringRef kind = findForeign(got.collectives, testCase, values);
             !kind.empty()) {
    outcome.fate = Fate::Excess;
    outcome.excess = "collectives";
    outcome.message =
        "communicates by " + kind.str() + ", which the case does not name";
  } else {
    outcome.message = llvm::join(got.collectives, " ");
  }
  return outcome;
}

} // namespace dtensor
