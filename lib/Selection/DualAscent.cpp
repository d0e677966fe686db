//===- DualAscent.cpp -----------------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DualAscent.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace dtensor;
using llvm::ArrayRef;

using Edge = SelectionModel::Edge;

DualAscent::DualAscent(const SelectionModel &model)
    : model(model), fixed(model.getNodes().size(), kOpen) {
  for (const Edge &edge : model.getEdges())
    messages.push_back(
        {std::vector<double>(edge.rows), std::vector<double>(edge.columns)});
  for (unsigned node = 0; node < model.getNodes().size(); ++node) {
    ArrayRef<unsigned> edges = model.getEdgesOf(node);
    size_t numAfter = llvm::count_if(edges, [&](unsigned edge) {
      return model.getEdges()[edge].first == node;
    });
    shares.push_back(
        1.0 / std::max<size_t>({numAfter, edges.size() - numAfter, size_t(1)}));
  }
}

/// Calls a function with the place of each of `some` in `all`. Both ascend.
template <typename Callback>
static void forEachPlace(ArrayRef<unsigned> some, ArrayRef<unsigned> all,
                         Callback callback) {
  size_t place = 0;
  for (auto [index, value] : llvm::enumerate(some)) {
    while (all[place] != value)
      ++place;
    callback(index, place);
  }
}

DualAscent::DualAscent(const SelectionModel &model, const DualAscent &wider)
    : DualAscent(model) {
  ArrayRef<SelectionModel::Node> nodes = model.getNodes(),
                                 widerNodes = wider.model.getNodes();
  size_t next = 0;
  for (auto [edge, own] : llvm::zip_equal(model.getEdges(), messages)) {
    while (wider.model.getEdges()[next].first != edge.first ||
           wider.model.getEdges()[next].second != edge.second)
      ++next;
    const Messages &known = wider.messages[next];
    auto take = [&](unsigned node, std::vector<double> &to,
                    ArrayRef<double> from) {
      forEachPlace(nodes[node].strategies, widerNodes[node].strategies,
                   [&](size_t own, size_t place) { to[own] = from[place]; });
    };
    take(edge.first, own.toFirst, known.toFirst);
    take(edge.second, own.toSecond, known.toSecond);
  }
}

double DualAscent::iterate(ArrayRef<double> prices, Rises *rises) {
  // The ends of edges are in order, `first` before `second`.
  std::vector<double> costs;
  unsigned numNodes = model.getNodes().size();
  auto collect = [&](unsigned node) {
    addOwnCosts(node, prices, costs);
    addMessages(node, costs);
    work += costs.size();
  };
  for (unsigned node = 0; node < numNodes; ++node) {
    collect(node);
    for (unsigned edge : model.getEdgesOf(node))
      if (model.getEdges()[edge].first == node)
        send(edge, node, costs);
  }
  double bound = 0;
  if (rises)
    rises->resize(numNodes);
  for (unsigned node : llvm::reverse(llvm::seq<unsigned>(0, numNodes))) {
    collect(node);
    double least = *llvm::min_element(costs);
    for (double &cost : costs)
      cost -= least;
    bound += least;
    if (rises)
      (*rises)[node] = costs;
    for (unsigned edge : model.getEdgesOf(node))
      if (model.getEdges()[edge].second == node)
        bound += send(edge, node, costs);
  }
  return bound;
}

/// Sends the message of `from`, whose costs with all messages are `costs`.
/// Returns the constant that is taken out of it.
double DualAscent::send(unsigned number, unsigned from,
                        ArrayRef<double> costs) {
  const Edge &edge = model.getEdges()[number];
  bool forth = edge.first == from;
  std::vector<double> &out =
      forth ? messages[number].toSecond : messages[number].toFirst;
  ArrayRef<double> back =
      forth ? messages[number].toFirst : messages[number].toSecond;
  work += edge.costs.size();
  std::fill(out.begin(), out.end(), std::numeric_limits<double>::infinity());
  double *least = out.data();
  size_t length = out.size();
  for (auto [strategy, cost] : llvm::enumerate(costs)) {
    double base = shares[from] * cost - back[strategy];
    const double *row = edge.getRow(from, strategy);
    for (size_t other = 0; other < length; ++other) {
      double sum = base + row[other];
      least[other] = sum < least[other] ? sum : least[other];
    }
  }
  double constant = *llvm::min_element(out);
  for (double &cost : out)
    cost -= constant;
  return constant;
}

void DualAscent::addOwnCosts(unsigned node, ArrayRef<double> prices,
                             std::vector<double> &costs) const {
  const SelectionModel::Node &facts = model.getNodes()[node];
  costs = facts.costs;
  double price = prices[facts.end] - prices[facts.begin];
  for (auto [cost, usage] : llvm::zip_equal(costs, facts.usages))
    cost += price * double(usage);
  if (fixed[node] != kOpen)
    for (auto [strategy, cost] : llvm::enumerate(costs))
      if (strategy != fixed[node])
        cost += SelectionCost::kForbidden;
}

void DualAscent::addMessages(unsigned node, std::vector<double> &costs) const {
  for (unsigned number : model.getEdgesOf(node)) {
    ArrayRef<double> message = model.getEdges()[number].first == node
                                   ? messages[number].toFirst
                                   : messages[number].toSecond;
    for (auto [cost, part] : llvm::zip_equal(costs, message))
      cost += part;
  }
}

unsigned DualAscent::getBest(unsigned node, ArrayRef<double> prices) const {
  std::vector<double> costs;
  addOwnCosts(node, prices, costs);
  for (unsigned number : model.getEdgesOf(node)) {
    const Edge &edge = model.getEdges()[number];
    unsigned other = edge.getOther(node);
    const double *part = edge.first == node ? messages[number].toFirst.data()
                                            : messages[number].toSecond.data();
    if (fixed[other] != kOpen)
      part = edge.getRow(other, fixed[other]);
    for (auto [strategy, cost] : llvm::enumerate(costs))
      cost += part[strategy];
  }
  return llvm::min_element(costs) - costs.begin();
}

Selection DualAscent::decode(ArrayRef<double> prices) const {
  Selection selection(model.getNodes().size());
  std::vector<double> costs;
  for (unsigned node = 0; node < selection.size(); ++node) {
    addOwnCosts(node, prices, costs);
    for (unsigned number : model.getEdgesOf(node)) {
      const Edge &edge = model.getEdges()[number];
      const double *part = edge.first == node
                               ? messages[number].toFirst.data()
                               : edge.getRow(edge.first, selection[edge.first]);
      for (auto [strategy, cost] : llvm::enumerate(costs))
        cost += part[strategy];
    }
    selection[node] = llvm::min_element(costs) - costs.begin();
  }
  return selection;
}

std::vector<double> DualAscent::getSlack(ArrayRef<double> prices,
                                         ArrayRef<unsigned> selection) const {
  std::vector<double> slack(selection.size()), costs;
  for (auto [node, choice] : llvm::enumerate(selection)) {
    addOwnCosts(node, prices, costs);
    addMessages(node, costs);
    slack[node] = costs[choice] - *llvm::min_element(costs);
  }
  for (auto [edge, message] : llvm::zip_equal(model.getEdges(), messages)) {
    unsigned first = selection[edge.first], second = selection[edge.second];
    double cost = edge.costs[first * edge.columns + second] -
                  message.toFirst[first] - message.toSecond[second];
    slack[edge.first] += std::max(cost, 0.0) / 2;
    slack[edge.second] += std::max(cost, 0.0) / 2;
  }
  return slack;
}

Selection DualAscent::getBestAlone(ArrayRef<double> prices) const {
  Selection selection(model.getNodes().size());
  std::vector<double> costs;
  for (unsigned node = 0; node < selection.size(); ++node) {
    addOwnCosts(node, prices, costs);
    addMessages(node, costs);
    selection[node] = llvm::min_element(costs) - costs.begin();
  }
  return selection;
}
