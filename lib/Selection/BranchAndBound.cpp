//===- BranchAndBound.cpp -------------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BranchAndBound.h"
#include "DualAscent.h"
#include "MemoryPrices.h"
#include "StrategyFilter.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>

using namespace dtensor;
using llvm::ArrayRef;
using llvm::BitVector;

using Node = SelectionModel::Node;

/// The bound of the whole problem is raised until nothing changes, that of a
/// part a few times, and that of a way to divide it once.
static constexpr unsigned kTimesAtRoot = 30, kRoundsAtRoot = 300, kTimes = 4,
                          kRounds = 30, kRoundsOfTrial = 12;

/// Some selections: those of a model with fewer strategies.
struct BranchAndBound::Part {
  SelectionModel model;
  DualAscent dual;
  MemoryPrices prices;
  double bound;

  explicit Part(const SelectionModel &all)
      : model(all), dual(model), prices(model), bound(0) {}
  Part(const Part &wider, ArrayRef<BitVector> kept)
      : model(wider.model.restrictTo(kept)), dual(model, wider.dual),
        prices(wider.prices), bound(wider.bound) {}

  std::vector<BitVector> getAllStrategies() const {
    std::vector<BitVector> all;
    for (const Node &node : model.getNodes())
      all.emplace_back(node.costs.size(), true);
    return all;
  }
};

BranchAndBound::BranchAndBound(double cost, int numParts,
                               llvm::function_ref<bool()> isOver)
    : cost(cost), numParts(numParts), isOver(isOver) {}

BranchAndBound::~BranchAndBound() = default;

const SelectionModel *BranchAndBound::getRest() const {
  return root ? &root->model : nullptr;
}

void BranchAndBound::run(const SelectionModel &model) {
  Part all(model);
  root = makePart(all, all.getAllStrategies());
  if (!root)
    return;
  tighten(root, kTimesAtRoot, kRoundsAtRoot);
  if (root)
    divide(*root);
}

/// Costs are integers, so a better selection costs less by 1 or more.
bool BranchAndBound::isDone(double bound) const {
  constexpr double kAccuracy = 1e-3;
  return bound > cost - 1 + kAccuracy;
}

/// Null if no selection is left.
std::unique_ptr<BranchAndBound::Part>
BranchAndBound::makePart(const Part &part, std::vector<BitVector> kept) const {
  std::optional<std::vector<BitVector>> rest =
      StrategyFilter(part.model, std::move(kept)).runWithMemory();
  return rest ? std::make_unique<Part>(part, *rest) : nullptr;
}

std::unique_ptr<BranchAndBound::Part>
BranchAndBound::makePart(const Part &part, unsigned node,
                         const BitVector &strategies) const {
  std::vector<BitVector> kept = part.getAllStrategies();
  kept[node] = strategies;
  return makePart(part, std::move(kept));
}

/// Goes on with messages and prices. The prices are then those of the best
/// bound.
void BranchAndBound::raiseBound(Part &part, double aim, unsigned numRounds) {
  // Messages about new prices of memory need some rounds.
  constexpr unsigned kSettling = 2;
  MemoryPrices best = part.prices;
  double bestBound = 0;
  part.prices.approach(aim);
  for (unsigned round = 0; round < numRounds && !isOver(); ++round) {
    ArrayRef<double> sums = part.prices.getSums();
    double bound = part.prices.getBound(part.dual.iterate(sums));
    if (bound > bestBound) {
      bestBound = bound;
      best = part.prices;
    }
    part.bound = std::max(part.bound, bound);
    if (isDone(part.bound))
      return;
    if (round >= kSettling)
      part.prices.update(
          part.model.getUsage(part.dual.getBestAlone(sums)), bound,
          std::min(cost - bound, std::max(std::abs(bound), 1.0)));
  }
  part.prices = best;
}

/// Raises the bound and leaves out strategies, by turns. The part is null if no
/// better selection is left.
void BranchAndBound::tighten(std::unique_ptr<Part> &part, unsigned numTimes,
                             unsigned numRounds) {
  constexpr double kAim = 0.3;
  for (unsigned time = 0; time < numTimes && !isOver(); ++time) {
    raiseBound(*part, kAim / (1 + time), numRounds);
    ArrayRef<double> sums = part->prices.getSums();
    double bound = 0;
    for (int i = 0; i < 3; ++i)
      bound = part->prices.getBound(part->dual.iterate(sums));
    DualAscent::Rises rises;
    double after = part->prices.getBound(part->dual.iterate(sums, &rises));
    part->bound = std::max(part->bound, after);
    if (isDone(part->bound))
      return part.reset();
    std::vector<BitVector> kept = part->getAllStrategies();
    bool changed = false;
    for (auto [strategies, ofNode] : llvm::zip_equal(kept, rises))
      for (auto [strategy, rise] : llvm::enumerate(ofNode))
        if (isDone(bound + rise)) {
          strategies.reset(strategy);
          changed = true;
        }
    if (changed)
      part = makePart(*part, std::move(kept));
    if (!part || offerIfSingle(*part))
      return part.reset();
    if (!changed && time > 0)
      return;
  }
}

/// Whether only one selection is left. It is feasible then.
bool BranchAndBound::offerIfSingle(const Part &part) {
  if (llvm::any_of(part.model.getNodes(),
                   [](const Node &node) { return node.costs.size() > 1; }))
    return false;
  Selection single(part.model.getNodes().size());
  SelectionCost found = part.model.getCost(single);
  if (found.numForbidden == 0 && found.sum < cost) {
    cost = found.sum;
    selection = part.model.toProblem(single);
  }
  return true;
}

void BranchAndBound::divide(const Part &part) {
  if (isOver() || numParts-- <= 0) {
    openBound = std::min(openBound, part.bound);
    return;
  }
  double bestScore = std::numeric_limits<double>::infinity();
  unsigned node = 0;
  std::vector<Branch> branches;
  for (const Division &division : getDivisions(part)) {
    if (!tryOut(part, division, bestScore, branches))
      continue;
    node = division.node;
    if (branches.empty())
      return;
  }
  llvm::sort(branches, [](const Branch &first, const Branch &second) {
    return first.bound < second.bound;
  });
  for (const Branch &branch : branches) {
    if (isDone(branch.bound))
      continue;
    std::unique_ptr<Part> next = makePart(part, node, branch.strategies);
    if (!next || offerIfSingle(*next))
      continue;
    next->bound = branch.bound;
    tighten(next, kTimes, kRounds);
    if (next)
      divide(*next);
  }
}

/// Ways to divide a part. There is one, since some node has several strategies.
std::vector<BranchAndBound::Division>
BranchAndBound::getDivisions(const Part &part) const {
  constexpr size_t kByMemory = 6, kByNeighbors = 4, kMostStrategies = 40;
  ArrayRef<Node> nodes = part.model.getNodes();
  ArrayRef<double> sums = part.prices.getSums();
  // By what is hoped for.
  std::vector<std::pair<double, unsigned>> ofMemory, ofNeighbors;
  for (auto [index, node] : llvm::enumerate(nodes)) {
    if (node.costs.size() == 1)
      continue;
    auto [least, most] =
        std::minmax_element(node.usages.begin(), node.usages.end());
    double priced =
        (sums[node.end] - sums[node.begin]) * double(*most - *least);
    if (priced > 0)
      ofMemory.push_back({priced, index});
    ofNeighbors.push_back({part.model.getEdgesOf(index).size(), index});
  }
  auto keepBest = [](auto &ways, size_t most) {
    llvm::sort(ways, std::greater<>());
    ways.resize(std::min(ways.size(), most));
  };
  keepBest(ofMemory, kByMemory);
  keepBest(ofNeighbors, kByNeighbors);

  std::vector<Division> divisions;
  for (auto [hope, node] : ofMemory) {
    std::map<int64_t, BitVector> byUsage;
    for (auto [strategy, usage] : llvm::enumerate(nodes[node].usages)) {
      BitVector &equal = byUsage[usage];
      equal.resize(nodes[node].costs.size());
      equal.set(strategy);
    }
    Division &division = divisions.emplace_back(Division{node, {}});
    for (const auto &[usage, strategies] : byUsage)
      division.strategies.push_back(strategies);
  }
  for (auto [hope, node] : ofNeighbors) {
    size_t numStrategies = nodes[node].costs.size();
    if (numStrategies > kMostStrategies && !divisions.empty())
      continue;
    Division &division = divisions.emplace_back(Division{node, {}});
    for (unsigned strategy = 0; strategy < numStrategies; ++strategy)
      division.strategies.emplace_back(numStrategies).set(strategy);
  }
  return divisions;
}

/// Whether a division is better than one whose parts have this score: about how
/// much work they are together. It takes the place of that one.
bool BranchAndBound::tryOut(const Part &part, const Division &division,
                            double &score, std::vector<Branch> &branches) {
  // A part whose bound is this fraction nearer to the cost takes half the work.
  constexpr double kHalf = 1. / 8;
  std::vector<Branch> found;
  double sum = 0;
  for (const BitVector &strategies : division.strategies) {
    std::unique_ptr<Part> next = makePart(part, division.node, strategies);
    if (!next || offerIfSingle(*next))
      continue;
    tighten(next, 1, kRoundsOfTrial);
    if (!next)
      continue;
    sum += std::exp2((part.bound - next->bound) / (cost - part.bound) / kHalf);
    if (sum >= score)
      return false;
    found.push_back({strategies, next->bound});
  }
  score = sum;
  branches = std::move(found);
  return true;
}
