//===- Reverse.cpp - Derivatives of recorded ops, backwards ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reverse.h"

#include "PrimitiveInfo.h"
#include "dtensor/Recording/Ops.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

namespace dtensor::recording {

namespace {
class Reverse {
public:
  explicit Reverse(Graph &graph) : graph(graph) {}

  /// Marks what depends on these values.
  void activate(llvm::ArrayRef<Value> values, llvm::ArrayRef<uint32_t> nodes);
  void add(uint32_t value, Value cotangent);
  /// Passes the cotangents of a node's results on to its operands.
  void visit(uint32_t index);
  Value get(Value value) const {
    return value ? cotangents.lookup(value.getIndex()) : Value();
  }

private:
  bool isActive(uint32_t value) const { return active.contains(value); }

  Graph &graph;
  llvm::DenseSet<uint32_t> active;
  llvm::DenseMap<uint32_t, Value> cotangents;
};
} // namespace

void Reverse::activate(llvm::ArrayRef<Value> values,
                       llvm::ArrayRef<uint32_t> nodes) {
  for (Value value : values)
    if (value)
      active.insert(value.getIndex());
  auto isMarked = [&](uint32_t value) { return isActive(value); };
  for (uint32_t index : nodes) {
    const Node &node = graph.getNode(index);
    if (llvm::any_of(node.operands, isMarked) ||
        llvm::any_of(node.regions, [&](uint32_t region) {
          return llvm::any_of(graph.getCaptures(region), isMarked);
        }))
      active.insert(node.results.begin(), node.results.end());
  }
}

void Reverse::add(uint32_t value, Value cotangent) {
  if (!cotangent || !isActive(value) ||
      !isA(graph.getType(value).dtype, kInexact))
    return;
  Value &sum = cotangents[value];
  sum = sum ? prim::add(sum, cotangent) : cotangent;
}

void Reverse::visit(uint32_t index) {
  const Node &node = graph.getNode(index);
  Pullback pullback{graph,
                    node,
                    graph.getValues(node.operands),
                    graph.getValues(node.results),
                    {},
                    {},
                    Values(node.operands.size()),
                    [&](uint32_t value) { return isActive(value); },
                    {}};
  for (uint32_t result : node.results)
    pullback.cotangents.push_back(cotangents.lookup(result));
  if (llvm::none_of(pullback.cotangents, [](Value it) { return bool(it); }))
    return;
  for (uint32_t operand : node.operands)
    pullback.wanted.push_back(isActive(operand) &&
                              isA(graph.getType(operand).dtype, kInexact));
  const PrimitiveInfo &info = getInfo(node.primitive);
  if (!info.derive) {
    graph.fail(llvm::Twine(info.name) +
               " has no derivative here; leave it out of the differentiated "
               "function, or stop the gradient before it");
    return;
  }
  info.derive(pullback);
  for (auto [operand, gradient] : llvm::zip(node.operands, pullback.gradients))
    add(operand, gradient);
  for (auto [value, gradient] : pullback.captured)
    add(value, gradient);
}

Values pullBack(Graph &graph, llvm::ArrayRef<uint32_t> nodes,
                llvm::ArrayRef<Value> results, llvm::ArrayRef<Value> cotangents,
                llvm::ArrayRef<Value> wanted) {
  Reverse reverse(graph);
  reverse.activate(wanted, nodes);
  for (auto [result, cotangent] : llvm::zip(results, cotangents))
    if (result)
      reverse.add(result.getIndex(), cotangent);
  for (uint32_t node : llvm::reverse(nodes)) {
    if (graph.hasFailed())
      return Values(wanted.size());
    reverse.visit(node);
  }
  return llvm::map_to_vector<4>(wanted,
                                [&](Value it) { return reverse.get(it); });
}

Values pullBackRegion(Graph &graph, uint32_t region,
                      llvm::ArrayRef<Value> arguments,
                      llvm::ArrayRef<Value> cotangents,
                      llvm::ArrayRef<Value> wanted) {
  size_t first = graph.getRegion(graph.getOpenRegion()).nodes.size();
  Values results = graph.inlineRegion(region, arguments);
  std::vector<uint32_t> nodes = graph.getRegion(graph.getOpenRegion()).nodes;
  return pullBack(graph, llvm::ArrayRef(nodes).drop_front(first), results,
                  cotangents, wanted);
}

} // namespace dtensor::recording
