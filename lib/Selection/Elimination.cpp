//===- Elimination.cpp ----------------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elimination.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <queue>

using namespace dtensor;
using llvm::ArrayRef;
using llvm::MutableArrayRef;
using llvm::SmallVector;

using Edge = SelectionModel::Edge;

/// The entries of all tables together: 256 MiB.
static constexpr size_t kMostStored = size_t(1) << 25;
/// A node that stands in more tables is not looked at.
static constexpr size_t kMostTables = 64;

Elimination::Elimination(const SelectionModel &model, size_t tableLimit,
                         uint64_t seed)
    : model(model), tableLimit(tableLimit), random(seed),
      placeOf(model.getNodes().size(), kOutside) {}

void Elimination::improve(ArrayRef<unsigned> region, ArrayRef<double> prices,
                          MutableArrayRef<unsigned> selection) {
  enter(region, prices, selection);

  // The cheapest first. An entry is out of date if the work has changed since.
  using Entry = std::pair<size_t, unsigned>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (unsigned place = 0; place < states.size(); ++place)
    queue.push({getWorkOf(place), place});
  SmallVector<unsigned> open =
      llvm::to_vector(llvm::seq<unsigned>(0, states.size()));
  while (!queue.empty()) {
    auto [work, place] = queue.top();
    queue.pop();
    if (!states[place].isOpen)
      continue;
    if (size_t now = getWorkOf(place); now != work) {
      queue.push({now, place});
      continue;
    }
    SmallVector<unsigned> touched;
    if (work != kTooMuch) {
      touched = getNeighbors(place);
      eliminate(place);
    } else {
      queue.push({work, place});
      llvm::erase_if(open,
                     [&](unsigned other) { return !states[other].isOpen; });
      unsigned fixed = pickToFix(open);
      touched = getNeighbors(fixed);
      fix(fixed, selection[states[fixed].node]);
    }
    for (unsigned neighbor : touched)
      if (size_t now = getWorkOf(neighbor); now != kTooMuch)
        queue.push({now, neighbor});
  }

  for (unsigned place : llvm::reverse(eliminated))
    selection[states[place].node] = getBest(place, selection);
  for (State &state : states)
    placeOf[state.node] = kOutside;
}

void Elimination::enter(ArrayRef<unsigned> region, ArrayRef<double> prices,
                        ArrayRef<unsigned> selection) {
  states.resize(region.size());
  tables.clear();
  storage.clear();
  numStored = 0;
  eliminated.clear();
  numTried = 1u << random() % 5;
  work += region.size();
  for (auto [place, node] : llvm::enumerate(region)) {
    State &state = states[place];
    const SelectionModel::Node &facts = model.getNodes()[node];
    placeOf[node] = place;
    state.node = node;
    state.isOpen = true;
    state.tables.clear();
    state.costs = facts.costs;
    double price = prices[facts.end] - prices[facts.begin];
    for (auto [cost, usage] : llvm::zip_equal(state.costs, facts.usages))
      cost += price * double(usage);
  }
  for (unsigned node : region)
    for (unsigned number : model.getEdgesOf(node)) {
      const Edge &edge = model.getEdges()[number];
      // An edge within the region is met from both sides.
      if (edge.first == node || placeOf[edge.first] == kOutside)
        addEdge(edge, selection);
    }
}

void Elimination::addEdge(const Edge &edge, ArrayRef<unsigned> selection) {
  unsigned first = placeOf[edge.first], second = placeOf[edge.second];
  if (first != kOutside && second != kOutside) {
    states[first].tables.push_back(tables.size());
    states[second].tables.push_back(tables.size());
    tables.push_back(
        {{first, second}, {edge.columns, 1}, edge.costs.data(), &edge});
    return;
  }
  State &inside = states[first != kOutside ? first : second];
  unsigned other = edge.getOther(inside.node);
  const double *row = edge.getRow(other, selection[other]);
  for (auto [index, cost] : llvm::enumerate(inside.costs))
    cost += row[index];
}

SmallVector<unsigned> Elimination::getNeighbors(unsigned place) const {
  SmallVector<unsigned> neighbors;
  for (unsigned table : states[place].tables)
    for (unsigned other : tables[table].places)
      if (other != place)
        neighbors.push_back(other);
  llvm::sort(neighbors);
  neighbors.erase(llvm::unique(neighbors), neighbors.end());
  return neighbors;
}

size_t Elimination::getWorkOf(unsigned place) const {
  const State &state = states[place];
  if (state.tables.size() > kMostTables)
    return kTooMuch;
  SmallVector<unsigned> neighbors = getNeighbors(place);
  size_t work = state.costs.size();
  for (unsigned neighbor : neighbors) {
    work *= states[neighbor].costs.size();
    // One neighbor alone needs no table: its costs are added to.
    if (work > tableLimit && neighbors.size() > 1)
      return kTooMuch;
  }
  return numStored + work > kMostStored ? kTooMuch : work;
}

void Elimination::eliminate(unsigned place) {
  State &state = states[place];
  SmallVector<unsigned> neighbors = getNeighbors(place);
  state.isOpen = false;
  eliminated.push_back(place);
  // The node's own list stays: its best strategy is found from these tables.
  for (unsigned table : state.tables)
    for (unsigned other : tables[table].places)
      if (other != place)
        llvm::erase(states[other].tables, table);
  if (neighbors.empty())
    return;
  if (neighbors.size() == 1)
    return addLeastCosts(place, neighbors, states[neighbors[0]].costs);

  Table table;
  size_t size = 1;
  for (unsigned neighbor : llvm::reverse(neighbors)) {
    table.places.insert(table.places.begin(), neighbor);
    table.strides.insert(table.strides.begin(), size);
    size *= states[neighbor].costs.size();
  }
  storage.push_back(std::make_unique<double[]>(size));
  numStored += size;
  table.entries = storage.back().get();
  addLeastCosts(place, neighbors, {storage.back().get(), size});
  for (unsigned neighbor : neighbors)
    states[neighbor].tables.push_back(tables.size());
  tables.push_back(std::move(table));
}

void Elimination::addLeastCosts(unsigned place, ArrayRef<unsigned> neighbors,
                                MutableArrayRef<double> costs) {
  // A table with its strides along the node and along the neighbors.
  struct Walk {
    const double *entries;
    size_t own = 0;
    SmallVector<size_t, 4> strides;
  };
  unsigned last = neighbors.size() - 1;
  SmallVector<Walk> rows, points;
  for (unsigned number : states[place].tables) {
    const Table &table = tables[number];
    Walk walk{table.entries, 0, SmallVector<size_t, 4>(neighbors.size())};
    for (auto [other, stride] : llvm::zip_equal(table.places, table.strides))
      if (other == place)
        walk.own = stride;
      else
        walk.strides[llvm::lower_bound(neighbors, other) - neighbors.begin()] =
            stride;
    if (table.edge && table.places[1] == place) {
      // The transposed form, whose entries lie side by side along the neighbor.
      walk.entries = table.edge->transposed.data();
      walk.own = table.edge->rows;
      for (size_t &stride : walk.strides)
        stride = stride != 0;
    }
    (walk.strides[last] ? rows : points).push_back(std::move(walk));
  }

  ArrayRef<double> own = states[place].costs;
  work += own.size() * costs.size() * rows.size();
  size_t length = states[neighbors[last]].costs.size();
  std::vector<double> least(length);
  SmallVector<size_t> choices(neighbors.size());
  auto getStart = [&](const Walk &walk) {
    size_t start = 0;
    for (unsigned index = 0; index < last; ++index)
      start += choices[index] * walk.strides[index];
    return walk.entries + start;
  };
  SmallVector<const double *> rowStarts(rows.size()), starts(points.size());
  for (size_t begin = 0; begin < costs.size(); begin += length) {
    for (auto [index, walk] : llvm::enumerate(rows))
      rowStarts[index] = getStart(walk);
    for (auto [index, walk] : llvm::enumerate(points))
      starts[index] = getStart(walk);
    std::fill(least.begin(), least.end(),
              std::numeric_limits<double>::infinity());
    std::vector<double> sums(length);
    for (size_t strategy = 0; strategy < own.size(); ++strategy) {
      double base = own[strategy];
      for (auto [index, walk] : llvm::enumerate(points))
        base += starts[index][strategy * walk.own];
      std::fill(sums.begin(), sums.end(), base);
      for (auto [index, walk] : llvm::enumerate(rows)) {
        const double *row = rowStarts[index] + strategy * walk.own;
        if (size_t stride = walk.strides[last]; stride == 1)
          for (size_t choice = 0; choice < length; ++choice)
            sums[choice] += row[choice];
        else
          for (size_t choice = 0; choice < length; ++choice)
            sums[choice] += row[choice * stride];
      }
      for (size_t choice = 0; choice < length; ++choice)
        least[choice] =
            sums[choice] < least[choice] ? sums[choice] : least[choice];
    }
    for (size_t choice = 0; choice < length; ++choice)
      costs[begin + choice] += least[choice];
    for (unsigned index = last; index-- > 0;) {
      if (++choices[index] < states[neighbors[index]].costs.size())
        break;
      choices[index] = 0;
    }
  }
}

void Elimination::fix(unsigned place, unsigned choice) {
  State &state = states[place];
  state.isOpen = false;
  for (unsigned number : state.tables) {
    Table &table = tables[number];
    unsigned at = llvm::find(table.places, place) - table.places.begin();
    table.entries += choice * table.strides[at];
    table.places.erase(table.places.begin() + at);
    table.strides.erase(table.strides.begin() + at);
    table.edge = nullptr;
    if (table.places.size() > 1)
      continue;
    State &other = states[table.places[0]];
    for (auto [index, cost] : llvm::enumerate(other.costs))
      cost += table.entries[index * table.strides[0]];
    llvm::erase(other.tables, number);
  }
}

unsigned Elimination::getBest(unsigned place, ArrayRef<unsigned> selection) {
  const State &state = states[place];
  std::vector<double> costs = state.costs;
  for (unsigned number : state.tables) {
    const Table &table = tables[number];
    const double *entries = table.entries;
    size_t stride = 0;
    for (auto [other, step] : llvm::zip_equal(table.places, table.strides))
      if (other == place)
        stride = step;
      else
        entries += selection[states[other].node] * step;
    for (auto [index, cost] : llvm::enumerate(costs))
      cost += entries[index * stride];
  }
  // Among equal strategies the one that is there may hide another way on, so
  // chance decides.
  double least = *llvm::min_element(costs);
  unsigned best = 0, numEqual = 0;
  for (auto [index, cost] : llvm::enumerate(costs))
    if (cost == least && random() % ++numEqual == 0)
      best = index;
  return best;
}

/// Of some open nodes, the one that stands in most tables: then most of the
/// others can be eliminated. How many are looked at varies, so that each hub is
/// left open at times.
unsigned Elimination::pickToFix(ArrayRef<unsigned> open) {
  unsigned best = open[random() % open.size()];
  for (unsigned i = 1; i < numTried; ++i)
    if (unsigned other = open[random() % open.size()];
        states[other].tables.size() > states[best].tables.size())
      best = other;
  return best;
}
