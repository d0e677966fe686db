//===- LayoutProblem.cpp - The choice of layouts as a selection -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutProblem.h"
#include "HeldBytes.h"
#include "PossibleLayouts.h"
#include "dtensor/Layout/OpCost.h"
#include "dtensor/Prediction/OpWork.h"

using namespace mlir;
using namespace dtensor;

/// The part of a value that a device has.
static double getFraction(const Mesh &mesh, const Layout &layout) {
  double fraction = 1;
  for (const DimList &dims : layout.getAxes())
    fraction /= double(mesh.getGroupSize(dims));
  return fraction;
}

LayoutProblem::LayoutProblem(LayoutGraph &graph, func::FuncOp entry,
                             const Machine &machine, int64_t memory)
    : graph(graph), mesh(graph.getMesh()), machine(machine), reduced(graph),
      relayouts(machine, mesh), tripCounts(graph) {
  unsigned numNodes = reduced.getNumNodes();
  layouts.resize(numNodes);
  strategies.resize(numNodes);
  costs.resize(numNodes);
  edgesOf.resize(numNodes);
  for (unsigned node = 0; node < reduced.getNumValues(); ++node) {
    layouts[node] =
        listPossibleLayouts(mesh, graph[reduced.getSlotOf(node)].state);
    costs[node].resize(layouts[node].size());
  }
  for (SiteId id : graph.getSiteIds()) {
    const Site &site = graph[id];
    if (site.isEdge) {
      addEdge(site);
      continue;
    }
    std::optional<unsigned> node = reduced.getNode(id);
    if (node && costs[*node].empty()) {
      ChoiceProblem choice = graph.getProblem(site);
      strategies[*node].shardings = listPossibleShardings(choice);
      for (const FactorSharding &sharding : strategies[*node].shardings)
        strategies[*node].layouts.push_back(getOpLayouts(choice, sharding));
      costs[*node].resize(strategies[*node].shardings.size());
    }
    addWork(site, node);
    if (node)
      addRelayouts(id);
  }
  auto findOpenNode = [&](std::optional<SlotId> slot) {
    std::optional<unsigned> node = slot ? reduced.getNode(*slot) : std::nullopt;
    return node && layouts[*node].size() > 1 ? node : std::nullopt;
  };
  for (BlockArgument argument : entry.getArguments())
    nodeOfArgument.push_back(findOpenNode(graph.getSlot(argument)));
  for (unsigned result = 0; result < entry.getNumResults(); ++result)
    nodeOfResult.push_back(findOpenNode(graph.getResultSlot(entry, result)));
  problem.usageLimit = memory;
  finish();
  addUsages(entry);
}

/// Adds the time of computing to the op's strategies, or to the layouts of its
/// values if it has none of its own.
void LayoutProblem::addWork(const Site &site, std::optional<unsigned> node) {
  OpWork work = getOpWork(site.op);
  if (work.operations == 0 && work.bytes == 0)
    return;
  double times = tripCounts.get(site.op);
  std::string type;
  if (work.elementType)
    llvm::raw_string_ostream(type) << work.elementType;
  double computing =
      work.operations / machine.getDevice().getRate(type) * times;
  double moving = work.bytes / machine.getDevice().memoryBandwidth * times;
  if (node) {
    ChoiceProblem choice = graph.getProblem(site);
    for (auto [index, sharding] :
         llvm::enumerate(strategies[*node].shardings)) {
      double parts = 1;
      for (const DimList &dims : sharding)
        parts *= double(mesh.getGroupSize(dims));
      // Bytes are divided as the tensors are.
      double all = 0, local = 0;
      auto add = [&](ArrayRef<TensorState> states, ArrayRef<Layout> here) {
        for (auto [state, layout] : llvm::zip_equal(states, here)) {
          all += getLocalBytes(mesh, state, Layout(state.shape.size()));
          local += getLocalBytes(mesh, state, layout);
        }
      };
      const OpLayouts &own = strategies[*node].layouts[index];
      add(choice.operands, own.operands);
      add(choice.results, own.results);
      costs[*node][index] += std::max(
          computing / parts, moving * (all > 0 ? local / all : 1 / parts));
      DimList dims;
      for (const DimList &each : sharding)
        llvm::append_range(dims, each);
      llvm::sort(dims);
      costs[*node][index] +=
          times *
          relayouts.getExchange(dims, getExchangedBytes(choice, sharding, own));
    }
    return;
  }
  for (auto slots : {ArrayRef(site.results), ArrayRef(site.operands)})
    for (std::optional<SlotId> slot : slots) {
      std::optional<unsigned> value =
          slot ? reduced.getNode(*slot) : std::nullopt;
      if (!value)
        continue;
      for (auto [index, layout] : llvm::enumerate(layouts[*value]))
        costs[*value][index] +=
            std::max(computing, moving) * getFraction(mesh, layout);
      return;
    }
}

std::vector<double> &LayoutProblem::getEdgeCosts(unsigned first,
                                                 unsigned second) {
  auto [known, isNew] = edgeOf.try_emplace({first, second}, edges.size());
  if (isNew)
    edges.push_back(
        {first, second,
         std::vector<double>(costs[first].size() * costs[second].size())});
  return edges[known->second].costs;
}

/// Adds what it costs to bring operands to the op's layouts, and results to
/// theirs.
void LayoutProblem::addRelayouts(SiteId id) {
  const Site &site = graph[id];
  unsigned node = *reduced.getNode(id);
  const OpStrategies &own = strategies[node];
  ChoiceProblem choice = graph.getProblem(site);
  double times = tripCounts.get(site.op);
  for (auto [index, slot] : llvm::enumerate(site.operands)) {
    std::optional<unsigned> value =
        slot ? reduced.getNode(*slot) : std::nullopt;
    if (!value)
      continue;
    const TensorState &state = graph[*slot].state;
    double around =
        site.uses[index]->get().getParentBlock() == site.op->getBlock()
            ? times
            : tripCounts.get(site.uses[index]->get());
    std::vector<double> &table = getEdgeCosts(*value, node);
    for (auto [strategy, sharding] : llvm::enumerate(own.shardings)) {
      const Layout &needed = own.layouts[strategy].operands[index];
      DimList dims;
      for (const DimList &each : sharding)
        llvm::append_range(dims, each);
      llvm::sort(dims);
      double fetched =
          times * relayouts.getExchange(
                      dims, getFetchedBytes(choice, index, needed, sharding));
      for (auto [row, layout] : llvm::enumerate(layouts[*value]))
        table[row * own.shardings.size() + strategy] +=
            around *
                relayouts.get(layout, needed, state.shape, state.elementBits) +
            fetched;
    }
  }
  for (auto [index, slot] : llvm::enumerate(site.results)) {
    std::optional<unsigned> value =
        slot ? reduced.getNode(*slot) : std::nullopt;
    if (!value)
      continue;
    const TensorState &state = graph[*slot].state;
    std::vector<double> &table = getEdgeCosts(*value, node);
    for (unsigned strategy = 0; strategy < own.shardings.size(); ++strategy) {
      const Layout &made = own.layouts[strategy].results[index];
      for (auto [row, layout] : llvm::enumerate(layouts[*value]))
        table[row * own.shardings.size() + strategy] +=
            times * relayouts.get(made, layout, state.shape, state.elementBits);
    }
  }
}

/// Adds what it costs to bring a value to another one's layout.
void LayoutProblem::addEdge(const Site &site) {
  std::optional<unsigned> from = reduced.getNode(*site.operands[0]);
  std::optional<unsigned> to = reduced.getNode(*site.results[0]);
  if (!from || !to || from == to)
    return;
  const TensorState &state = graph[*site.operands[0]].state;
  double times = tripCounts.get(site.uses[0]->get());
  std::vector<double> &table = getEdgeCosts(*from, *to);
  for (auto [column, target] : llvm::enumerate(layouts[*to])) {
    Layout arriving = target;
    if (site.border)
      arriving = site.border->enters ? site.border->lift(target)
                                     : site.border->peel(target);
    for (auto [row, layout] : llvm::enumerate(layouts[*from]))
      table[row * layouts[*to].size() + column] +=
          times *
          relayouts.get(layout, arriving, state.shape, state.elementBits);
  }
}

/// Turns seconds into integers.
void LayoutProblem::finish() {
  double most = 0;
  for (const std::vector<double> &each : costs)
    if (!each.empty())
      most += *llvm::max_element(each);
  for (const Edge &edge : edges)
    most += *llvm::max_element(edge.costs);
  // Proofs end sooner if numbers are small.
  constexpr double kMost = 1e10;
  unit = std::max(1e-13, most / kMost);
  auto convert = [&](ArrayRef<double> seconds) {
    std::vector<int64_t> units;
    for (double each : seconds)
      units.push_back(std::llround(each / unit));
    return units;
  };
  for (const std::vector<double> &each : costs)
    problem.nodes.push_back(
        {0, 0, convert(each), std::vector<int64_t>(each.size())});
  for (auto [index, edge] : llvm::enumerate(edges)) {
    problem.edges.push_back({edge.first, edge.second, convert(edge.costs)});
    edgesOf[edge.first].push_back(index);
    edgesOf[edge.second].push_back(index);
  }
}

void LayoutProblem::addUsages(func::FuncOp entry) {
  HeldBytes held(entry);
  for (Value value : held.getValues())
    if (std::optional<SlotId> slot = graph.getSlot(value))
      if (std::optional<unsigned> node = reduced.getNode(*slot))
        held.add(value, *node, reduced.getPart(*slot));
  for (const auto &[number, use] : held.finish()) {
    SelectionProblem::Node &node = problem.nodes[number];
    node.begin = use.begin;
    node.end = use.end;
    for (auto [usage, layout] : llvm::zip_equal(node.usages, layouts[number]))
      usage = std::ceil(double(use.bytes) * getFraction(mesh, layout));
  }
}

double LayoutProblem::estimate(ArrayRef<unsigned> selection, unsigned node,
                               unsigned strategy) const {
  double cost = double(problem.nodes[node].costs[strategy]);
  for (unsigned index : edgesOf[node]) {
    const SelectionProblem::Edge &edge = problem.edges[index];
    bool isFirst = edge.first == node;
    unsigned other = isFirst ? edge.second : edge.first;
    size_t columns = problem.nodes[edge.second].costs.size();
    auto getCost = [&](unsigned choice) {
      return double(isFirst ? edge.costs[strategy * columns + choice]
                            : edge.costs[choice * columns + strategy]);
    };
    if (other < reduced.getNumValues()) {
      cost += getCost(selection[other]);
      continue;
    }
    double least = std::numeric_limits<double>::infinity();
    for (unsigned choice = 0; choice < problem.nodes[other].costs.size();
         ++choice) {
      double sum = double(problem.nodes[other].costs[choice]) + getCost(choice);
      for (unsigned around : edgesOf[other]) {
        const SelectionProblem::Edge &next = problem.edges[around];
        if (around == index)
          continue;
        bool leads = next.first == other;
        unsigned end = leads ? next.second : next.first;
        size_t width = problem.nodes[next.second].costs.size();
        sum += double(leads ? next.costs[choice * width + selection[end]]
                            : next.costs[selection[end] * width + choice]);
      }
      least = std::min(least, sum);
    }
    cost += least;
  }
  return cost;
}
