//===- AlignedTrials.cpp - Layouts that go together -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AlignedTrials.h"

#include "Work.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/ShardingRules/CombinerOf.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;

namespace dtensor {

static constexpr int64_t kNumDevices = 2;

/// The op whose results `program` returns.
static Operation *getOp(ModuleOp program) {
  func::FuncOp main = llvm::cantFail(findEntry(program, ""));
  return main.front().getTerminator()->getOperand(0).getDefiningOp();
}

namespace {
/// One axis of an argument or a result.
struct Place {
  bool isArgument;
  unsigned number, axis;

  std::string str() const {
    return (isArgument ? "arg" : "result") + std::to_string(number) + "." +
           std::to_string(axis);
  }
};

/// Layouts of some arguments and results on two devices.
class Request {
public:
  explicit Request(const Signature &signature) : signature(signature) {
    request.mesh = llvm::cantFail(Mesh::parse("x=2"));
  }

  void shard(const Place &place) {
    const ValueSignature &value = place.isArgument
                                      ? signature.arguments[place.number]
                                      : signature.results[place.number];
    Layout layout(value.shape.size());
    layout.setAxis(place.axis, {0});
    (place.isArgument ? request.arguments : request.results)[place.number] =
        layout.str(*request.mesh);
  }

  void makePartial(unsigned result, Combiner combiner) {
    Layout layout(signature.results[result].shape.size());
    layout.setPartial({{0, combiner}});
    request.results[result] = layout.str(*request.mesh);
  }

  /// The fraction of the work of `program` that a device does if the layouts of
  /// its op's operands and results are exactly these.
  Trial promise(ModuleOp program, int64_t bytes) const {
    OwningOpRef<ModuleOp> module = program.clone();
    func::FuncOp main = llvm::cantFail(findEntry(*module, ""));
    llvm::cantFail(applyLayoutRequest(request, main));
    SmallVector<Attribute> layouts;
    for (unsigned i = 0; i < main.getNumResults(); ++i) {
      Attribute layout = main.getResultAttr(i, kLayoutAttr);
      layouts.push_back(layout ? layout : UnitAttr::get(main.getContext()));
    }
    getOp(*module)->setAttr(kLayoutsAttr,
                            ArrayAttr::get(main.getContext(), layouts));
    Work work = countWork(*module);
    double share = work.whole == 0 ? 1 : work.ofDevice / work.whole;
    return {request, Promise{bytes, share}};
  }

private:
  const Signature &signature;
  LayoutRequest request;
};

/// Makes the trials of `makeAligned`.
class Aligner {
public:
  Aligner(const Case &testCase, ModuleOp program, const Signature &signature,
          const Dependence &dependence)
      : testCase(testCase), program(program), signature(signature),
        dependence(dependence) {}

  std::vector<Trial> take() {
    for (auto [number, result] : llvm::enumerate(signature.results))
      for (unsigned axis = 0; axis < result.shape.size(); ++axis)
        if (result.shape[axis] >= kNumDevices &&
            !isWhole({/*isArgument=*/false, unsigned(number), axis}))
          align({/*isArgument=*/false, unsigned(number), axis});
    return std::move(trials);
  }

private:
  void align(const Place &seed) {
    SmallVector<Place> places;
    for (auto [number, argument] : llvm::enumerate(signature.arguments))
      for (unsigned axis = 0; axis < argument.shape.size(); ++axis)
        if (!isWhole({true, unsigned(number), axis}) &&
            get({true, unsigned(number), axis}, seed).isDiagonal()) {
          places.push_back({true, unsigned(number), axis});
          break;
        }
    // Any part of a loop's range can be computed by itself. Other ops may
    // gather small operands.
    bool isStructured = isa<linalg::LinalgOp>(getOp(program));
    if (places.empty() && !isStructured)
      return permute(seed);
    SmallVector<Place> results;
    for (unsigned number = 0; number < signature.results.size(); ++number) {
      std::optional<Place> result = findResult(number, seed, places);
      if (!result)
        return;
      results.push_back(*result);
    }
    Request request(signature);
    for (const Place &place : llvm::concat<const Place>(places, results))
      request.shard(place);
    // If data determine the needed positions, these are not known in advance.
    std::vector<std::pair<Place, int64_t>> fetched;
    int64_t bytes = 0;
    for (auto [number, argument] : llvm::enumerate(signature.arguments)) {
      if (takesPositions() ||
          llvm::any_of(places, [number = number](const Place &place) {
            return place.number == number;
          }))
        continue;
      int64_t most = 0;
      for (unsigned axis = 0; axis < argument.shape.size(); ++axis) {
        Place place{true, unsigned(number), axis};
        if (std::optional<int64_t> some = getFetchedBytes(place, results)) {
          fetched.push_back({place, *some});
          most = std::max(most, *some);
        }
      }
      bytes += most;
    }
    trials.push_back(request.promise(program, isStructured ? bytes : 0));
    for (const auto &[place, some] : fetched) {
      Request more = request;
      more.shard(place);
      trials.push_back(more.promise(program, some));
    }
  }

  /// Shards axes whose positions the op permutes, such as a reversal.
  void permute(const Place &seed) {
    for (auto [number, argument] : llvm::enumerate(signature.arguments))
      for (unsigned axis = 0; axis < argument.shape.size(); ++axis) {
        Place place{true, unsigned(number), axis};
        if (takesPositions() || isWhole(place) ||
            !get(place, seed).isPermutation())
          continue;
        Request request(signature);
        request.shard(place);
        request.shard(seed);
        trials.push_back(request.promise(program, getMissing(place, seed)));
      }
  }

  /// Whether data determine the positions that the op reads or writes.
  bool takesPositions() const {
    return isa<linalg_ext::GatherOp, linalg_ext::ScatterOp, linalg_ext::SortOp>(
               getOp(program)) ||
           llvm::any_of(signature.arguments, [](const ValueSignature &value) {
             return !value.isTensor || value.shape.empty();
           });
  }

  bool isWhole(const Place &place) const {
    return testCase.whole.count(place.str());
  }

  const AxisDependence &get(const Place &argument, const Place &result) const {
    return dependence.get(argument.number, argument.axis, result.number,
                          result.axis);
  }

  /// The axis of a result along which all of `arguments` are sharded with it.
  std::optional<Place> findResult(unsigned number, const Place &seed,
                                  ArrayRef<Place> arguments) const {
    if (number == seed.number)
      return seed;
    ArrayRef<int64_t> shape = signature.results[number].shape;
    for (unsigned axis = 0; axis < shape.size(); ++axis) {
      Place result{/*isArgument=*/false, number, axis};
      if (shape[axis] >= kNumDevices && !arguments.empty() &&
          llvm::all_of(arguments, [&](const Place &argument) {
            return get(argument, result).isDiagonal();
          }))
        return result;
    }
    return std::nullopt;
  }

  /// The bytes that a device receives of the argument if it is sharded too, and
  /// a few of its positions are needed for each of the result's. Nothing if
  /// this is not the case.
  std::optional<int64_t> getFetchedBytes(const Place &argument,
                                         ArrayRef<Place> results) const {
    const ValueSignature &value = signature.arguments[argument.number];
    if (value.shape[argument.axis] < kNumDevices || isWhole(argument))
      return std::nullopt;
    int64_t most = 0;
    for (const Place &result : results) {
      if (!get(argument, result).isSparse())
        return std::nullopt;
      most = std::max(most, getMissing(argument, result));
    }
    return most;
  }

  /// The bytes that a device receives of the argument if both axes are sharded.
  int64_t getMissing(const Place &argument, const Place &result) const {
    const ValueSignature &value = signature.arguments[argument.number];
    int64_t most = 0;
    for (int64_t device = 0; device < kNumDevices; ++device)
      most = std::max(most,
                      get(argument, result).countMissing(kNumDevices, device));
    int64_t bytes = getByteSize(value.elementType);
    for (int64_t other : value.shape)
      bytes *= other;
    return most * bytes / value.shape[argument.axis];
  }

  const Case &testCase;
  ModuleOp program;
  const Signature &signature;
  const Dependence &dependence;
  std::vector<Trial> trials;
};
} // namespace

std::vector<Trial> makeAligned(const Case &testCase, ModuleOp program,
                               const Signature &signature,
                               const Dependence &dependence) {
  return Aligner(testCase, program, signature, dependence).take();
}

std::vector<Trial> makeReduced(const Case &testCase, ModuleOp program,
                               const Signature &signature) {
  std::vector<Trial> trials;
  auto op = dyn_cast<linalg::LinalgOp>(getOp(program));
  if (!op)
    return trials;
  std::optional<Combiner> combiner;
  for (unsigned result = 0; result < op->getNumResults(); ++result) {
    std::optional<ReductionBody> body = matchReductionBody(op, result);
    if (!body || (combiner && *combiner != body->combiner))
      return trials;
    combiner = body->combiner;
  }
  SmallVector<unsigned> loops;
  op.getReductionDims(loops);
  for (unsigned loop : loops) {
    Request request(signature);
    bool isSharded = false, isPlain = true;
    for (OpOperand &operand : op->getOpOperands()) {
      auto argument = dyn_cast<BlockArgument>(operand.get());
      ArrayRef<AffineExpr> exprs =
          op.getMatchingIndexingMap(&operand).getResults();
      for (auto [axis, expr] : llvm::enumerate(exprs)) {
        auto dim = dyn_cast<AffineDimExpr>(expr);
        if (!dim || dim.getPosition() != loop || !argument ||
            !op.payloadUsesValueFromOperand(&operand))
          continue;
        Place place{true, argument.getArgNumber(), unsigned(axis)};
        isPlain &= !testCase.whole.count(place.str()) &&
                   llvm::count(exprs, expr) == 1 &&
                   llvm::count(op->getOperands(), operand.get()) == 1;
        if (signature.arguments[place.number].shape[axis] < kNumDevices)
          continue;
        request.shard(place);
        isSharded = true;
      }
    }
    if (!isSharded || !isPlain)
      continue;
    // Addends of floats of 8 bits do not represent a sum.
    if (llvm::any_of(signature.results, [](const ValueSignature &result) {
          return isByteFloat(result.elementType);
        }))
      continue;
    for (unsigned result = 0; result < op->getNumResults(); ++result)
      request.makePartial(result, *combiner);
    trials.push_back(request.promise(program, /*bytes=*/0));
  }
  return trials;
}

} // namespace dtensor
