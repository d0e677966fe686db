//===- PlanCost.cpp - The cost of a module's layouts ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Planning/PlanCost.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/PipelineStages.h"
#include "dtensor/Layout/CostModel.h"
#include "dtensor/Layout/OpCost.h"
#include "dtensor/Layout/OperandFetch.h"
#include "dtensor/Layout/RedistributionPlanner.h"
#include "dtensor/Layout/Reshape.h"
#include "dtensor/Machine/CollectiveTime.h"
#include "dtensor/Propagation/TripCounts.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace dtensor;

namespace {

class Coster {
public:
  Coster(LayoutGraph &graph, const Machine &machine)
      : graph(graph), machine(machine), model(graph.getMesh()),
        tripCounts(graph) {}

  void add(const Site &site) {
    if (site.isEdge) {
      addRelayout(*site.operands[0], graph.getArriving(site),
                  site.uses[0]->get());
      return;
    }
    if (llvm::any_of(site.results, [&](std::optional<SlotId> slot) {
          return slot && getState(*slot).isFree;
        }))
      return;
    ChoiceProblem problem = graph.getProblem(site);
    const Choice &choice = graph.getChoice(site);
    double times = tripCounts.get(site.op);
    double moves = getMoves(site.op->getBlock());
    for (auto [index, slot] : llvm::enumerate(site.operands)) {
      if (!slot)
        continue;
      const Layout &needed = choice.layouts.operands[index];
      addRelayout(*slot, needed, site.uses[index]->get());
      if (getFetchedBytes(problem, index, needed, choice.sharding) != 0 &&
          !isAbsorbed(site))
        addFetch(site, index, moves);
    }
    for (auto [index, slot] : llvm::enumerate(site.results)) {
      if (!slot)
        continue;
      const TensorState &state = getState(*slot);
      const Layout &made = choice.layouts.results[index];
      relayout(made, state.layout, state, moves);
      // Between plans that are equal otherwise, memory decides.
      cost.computing += times * CostWeights().perByteHeld *
                        getLocalBytes(graph.getMesh(), state, made) /
                        machine.getDevice().memoryBandwidth;
    }
    addStage(site);
    receive("all_to_all", getUsedDims(choice),
            getExchangedBytes(problem, choice.sharding, choice.layouts) +
                getReshapedBytes(problem, choice),
            moves);
    cost.computing +=
        times * getSeconds(site, problem, getDivision(site, choice.sharding));
  }

  /// Adds the fetches of concatenations. All pieces of one become one exchange,
  /// in which the device that receives most for one piece may receive nothing
  /// for another.
  void addConcatenations() {
    for (const auto &[concat, pieces] : concatenations)
      receive("fetch", pieces.dims,
              getReceivedElements(graph.getMesh(), pieces.fetches) *
                  (pieces.elementBits / 8.0),
              getMoves(concat->getBlock()));
  }

  /// Adds the arguments of the program, which must fit into memory.
  void addArguments() {
    for (const Slot &slot : graph.getSlots()) {
      auto argument = dyn_cast_or_null<BlockArgument>(slot.value);
      if (!argument)
        continue;
      auto function =
          dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
      if (function && !tripCounts.isCalled(function))
        cost.arguments +=
            getLocalBytes(graph.getMesh(), slot.state, slot.state.layout);
    }
    cost.excess =
        std::max(0., cost.arguments - machine.getDevice().memoryBytes);
  }

  PlanCost cost;

private:
  const TensorState &getState(SlotId slot) const { return graph[slot].state; }

  /// Adds `times` collectives in which a device receives `bytes`.
  void receive(StringRef kind, ArrayRef<unsigned> dims, double bytes,
               double times) {
    if (bytes == 0)
      return;
    cost.received += times * bytes;
    cost.communication +=
        times *
        predictCollective(machine, graph.getMesh(), kind, dims, bytes).seconds;
  }

  /// The concatenation, in the same block, of which the result of an op is a
  /// piece and nothing else.
  static Operation *findConcat(Operation *op) {
    if (isa<tensor::ConcatOp>(op))
      return op;
    if (op->getNumResults() != 1 || !op->hasOneUse())
      return nullptr;
    Operation *user = *op->user_begin();
    return isa<tensor::ConcatOp>(user) && user->getBlock() == op->getBlock()
               ? user
               : nullptr;
  }

  void addFetch(const Site &site, unsigned operand, double times) {
    Fetch fetch = getFetch(site, operand);
    DimList dims = getFetchDims(site, operand);
    int64_t elementBits = getState(*site.operands[operand]).elementBits;
    auto isStatic = [](const FetchSource &source) {
      return llvm::none_of(source.moves, [](const AxisMove &move) {
        return move.start == AxisMove::kDynamic;
      });
    };
    if (Operation *concat = findConcat(site.op);
        concat && llvm::all_of(fetch.sources, isStatic)) {
      Pieces &pieces = concatenations[concat];
      pieces.fetches.push_back(std::move(fetch));
      llvm::append_range(pieces.dims, dims);
      llvm::sort(pieces.dims);
      pieces.dims.erase(llvm::unique(pieces.dims), pieces.dims.end());
      pieces.elementBits = elementBits;
      return;
    }
    receive("fetch", dims,
            getExpectedElements(graph.getMesh(), fetch) * (elementBits / 8.0),
            times);
  }

  void relayout(const Layout &from, const Layout &to, const TensorState &state,
                double times) {
    if (from == to)
      return;
    for (const RedistributionStep &step :
         planRedistribution(graph.getMesh(), from, to, state.shape,
                            state.elementBits)
             .steps)
      receive(stringify(step.kind), step.dims, step.bytesReceived, times);
  }

  /// The mesh dimensions of size 2 or more that stand in a layout.
  void addDims(const Layout &layout, DimList &dims) const {
    for (unsigned dim = 0; dim < graph.getMesh().getNumDimensions(); ++dim)
      if (layout.getShardedAxis(dim) && graph.getMesh().getSize(dim) > 1 &&
          !llvm::is_contained(dims, dim))
        dims.push_back(dim);
  }

  DimList getFetchDims(const Site &site, unsigned operand) const {
    DimList dims;
    addDims(getState(*site.operands[operand]).layout, dims);
    return dims;
  }

  DimList getUsedDims(const Choice &choice) const {
    DimList dims;
    for (const Layout &layout : choice.layouts.operands)
      addDims(layout, dims);
    for (const Layout &layout : choice.layouts.results)
      addDims(layout, dims);
    return dims;
  }

  /// The seconds of computing an op. A contraction is bound by its operations,
  /// of which a point has two; others by memory, of which each point reads and
  /// writes one element.
  double getSeconds(const Site &site, const ChoiceProblem &problem,
                    const FactorSharding &sharding) {
    double perPoint = getWorkPerPoint(problem.rule);
    double points = getWork(problem, sharding) / perPoint;
    if (points == 0)
      return 0;
    Value value = site.op->getNumResults() > 0 ? site.op->getResult(0)
                                               : site.op->getOperand(0);
    Type type = getElementTypeOrSelf(value);
    if (isContraction(problem.rule))
      return 2 * points / getRate(type);
    double bytes = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() / 8. : 8;
    return 2 * bytes * points / machine.getDevice().memoryBandwidth;
  }

  double getRate(Type type) {
    auto [known, isNew] = rates.try_emplace(type, 0);
    if (isNew) {
      std::string name;
      llvm::raw_string_ostream(name) << type;
      known->second = machine.getDevice().getRate(name);
    }
    return known->second;
  }

  /// How often a device receives the data that the block moves. In a pipelined
  /// loop each device executes one stage, although the time of all stages
  /// counts.
  double getMoves(Block *block) {
    Operation *parent = block->getParentOp();
    auto map = dyn_cast<LocalMapOp>(parent);
    if (!map)
      map = parent->getParentOfType<LocalMapOp>();
    double stages =
        map && map->hasAttr(kStagesAttr)
            ? graph.getMesh().getGroupSize(map.getManualDims(graph.getMesh()))
            : 1;
    return tripCounts.get(block) / stages;
  }

  /// Adds the carried values of a pipelined loop. Each device receives them
  /// once.
  void addStage(const Site &site) {
    auto map = isa<comm::FetchOp>(site.op)
                   ? site.op->getParentOfType<LocalMapOp>()
                   : LocalMapOp();
    if (!map || !map->hasAttr(kStagesAttr))
      return;
    const TensorState &state = getState(*site.results[0]);
    receive("permute", map.getManualDims(graph.getMesh()),
            getLocalBytes(graph.getMesh(), state, state.layout),
            tripCounts.get(map));
  }

  /// The sharding that divides the work of an op. If the result of the op is
  /// annotated to be replicated along some dimensions, the user asks for
  /// replicated work along them.
  FactorSharding getDivision(const Site &site, FactorSharding sharding) {
    if (site.results.size() != 1 || !site.results[0] || !site.op->hasOneUse())
      return sharding;
    auto constrain = dyn_cast<ConstrainOp>(*site.op->user_begin());
    if (!constrain)
      return sharding;
    const TensorState &annotated =
        getState(*graph.getSlot(constrain.getResult()));
    if (llvm::is_contained(annotated.open, true))
      return sharding;
    for (DimList &dims : sharding)
      llvm::erase_if(dims, [&](unsigned dim) {
        return !annotated.layout.getShardedAxis(dim);
      });
    return sharding;
  }

  /// Adds a relayout of the value. A relayout stands directly after the value's
  /// definition, once for all users.
  void addRelayout(SlotId slot, const Layout &needed, Value value) {
    const TensorState &state = getState(slot);
    if (state.isFree || state.layout == needed)
      return;
    SmallVector<Layout, 2> &known = relayouts[value];
    if (llvm::is_contained(known, needed))
      return;
    known.push_back(needed);
    relayout(state.layout, needed, state, getMoves(value.getParentBlock()));
  }

  /// The data that a windowed operand fetches. If an op that only moves
  /// elements (such as a padding) makes the operand, the fetches of both ops
  /// become one, and the data come from the operand of that op.
  Fetch getFetch(const Site &site, unsigned operand) {
    const Choice &choice = graph.getChoice(site);
    const TensorState &state = getState(*site.operands[operand]);
    const Layout &needed = choice.layouts.operands[operand];
    Fetch fetch = getOperandFetch(graph.getMesh(), *site.rule, operand, needed,
                                  state.shape, choice.sharding);
    Operation *before = site.uses[operand]->get().getDefiningOp();
    const Site *mover = before ? graph.getSite(before) : nullptr;
    if (!mover || state.layout != needed || !movesOnly(*mover))
      return fetch;
    Fetch inner = getFetch(*mover, 0);
    FetchSource composed = inner.sources.front();
    for (auto [move, outer] :
         llvm::zip_equal(composed.moves, fetch.sources.front().moves)) {
      std::optional<AxisMove> both = compose(move, outer);
      if (!both)
        return fetch;
      move = *both;
    }
    fetch.sources.front() = std::move(composed);
    return fetch;
  }

  /// Whether the op only places the elements of its first operand at other
  /// positions of its result, where the remaining elements are equal. The
  /// result must not need a relayout afterwards.
  bool movesOnly(const Site &site) {
    auto insert = dyn_cast<tensor::InsertSliceOp>(site.op);
    bool spreads = insert && insert.getDest().getDefiningOp<linalg::FillOp>();
    if ((!isa<tensor::PadOp, tensor::ExtractSliceOp>(site.op) && !spreads) ||
        !site.operands[0] || getState(*site.operands[0]).isFree ||
        !site.rule->isWindowed(0))
      return false;
    const TensorState &result = getState(*site.results[0]);
    const Choice &choice = graph.getChoice(site);
    return getState(*site.operands[0]).shape.size() == result.shape.size() &&
           !result.layout.isPartial() &&
           isThere(choice.layouts.results[0], result);
  }

  /// Whether devices that have a value in layout `made` need no further data.
  bool isThere(const Layout &made, const TensorState &state) const {
    return made == state.layout ||
           model.getRelayoutCost(made, state.layout, state.shape,
                                 state.elementBits) == 0;
  }

  /// Whether all users fetch the moved elements themselves.
  bool isAbsorbed(const Site &site) {
    return movesOnly(site) &&
           llvm::all_of(site.op->getUses(), [&](OpOperand &use) {
             const Site *user = graph.getSite(use.getOwner());
             unsigned operand = use.getOperandNumber();
             return user && user->rule->isWindowed(operand) &&
                    graph.getChoice(*user).layouts.operands[operand] ==
                        getState(*user->operands[operand]).layout;
           });
  }

  /// The bytes that a reshape receives between layouts that no sharding of its
  /// factors results in.
  double getReshapedBytes(const ChoiceProblem &problem,
                          const Choice &choice) const {
    if (!problem.rule.isReshape || problem.operands[0].isFree)
      return 0;
    OpLayouts local = getOpLayouts(problem, choice.sharding);
    if (local.operands[0] == choice.layouts.operands[0] &&
        local.results[0] == choice.layouts.results[0])
      return 0;
    return getReshapedElements(
               graph.getMesh(),
               {problem.operands[0].shape, choice.layouts.operands[0]},
               {problem.results[0].shape, choice.layouts.results[0]}) *
           (problem.operands[0].elementBits / 8.0);
  }

  /// The fetches of the pieces of a concatenation, and the mesh dimensions
  /// along which they go.
  struct Pieces {
    std::vector<Fetch> fetches;
    DimList dims;
    int64_t elementBits;
  };

  LayoutGraph &graph;
  const Machine &machine;
  CostModel model;
  llvm::MapVector<Operation *, Pieces> concatenations;
  llvm::DenseMap<Value, SmallVector<Layout, 2>> relayouts;
  TripCounts tripCounts;
  llvm::DenseMap<Type, double> rates;
};

} // namespace

PlanCost dtensor::getPlanCost(LayoutGraph &graph, const Machine &machine) {
  Coster coster(graph, machine);
  for (const Site &site : graph.getSites())
    coster.add(site);
  coster.addConcatenations();
  coster.addArguments();
  return coster.cost;
}
