//===- Graph.cpp - A recorded program as data -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Recording/Graph.h"

#include "PrimitiveInfo.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVectorExtras.h"

namespace dtensor::recording {

llvm::hash_code hash_value(const Attributes &attributes) {
  llvm::hash_code hash = llvm::hash_value(attributes.list.size());
  for (const NamedAttribute &attribute : attributes.list) {
    llvm::hash_code value = std::visit(
        [](const auto &it) -> llvm::hash_code {
          using T = std::decay_t<decltype(it)>;
          if constexpr (std::is_same_v<T, Shape> ||
                        std::is_same_v<T, std::vector<TensorType>>)
            return llvm::hash_combine_range(it.begin(), it.end());
          else if constexpr (std::is_same_v<T, DType>)
            return llvm::hash_value(static_cast<int>(it));
          else if constexpr (std::is_same_v<T, std::string>)
            return llvm::hash_value(llvm::StringRef(it));
          else
            return llvm::hash_combine(it);
        },
        attribute.value);
    hash = llvm::hash_combine(hash, attribute.name, value);
  }
  return hash;
}

const TensorType &Value::type() const {
  static const TensorType failed;
  return graph ? graph->getType(index) : failed;
}

Graph::Graph() : regions(1), open({0}) { regions[0].parent = kNone; }

uint32_t Graph::addValue(TensorType type, uint32_t definer) {
  types.push_back(std::move(type));
  definers.push_back(definer);
  homes.push_back(open.back());
  return types.size() - 1;
}

Value Graph::addArgument(TensorType type) {
  uint32_t value = addValue(std::move(type), kNone);
  regions[open.back()].arguments.push_back(value);
  return Value(this, value);
}

bool Graph::isOpen(uint32_t region) const {
  return llvm::is_contained(open, region);
}

/// Whether a value can be used where ops are recorded now.
bool Graph::check(Value operand, unsigned position, Primitive primitive) {
  if (operand.getGraph() != this)
    fail(llvm::Twine(getInfo(primitive).name) + ": operand " +
         llvm::Twine(position) + " is a value of another program");
  else if (!isOpen(homes[operand.getIndex()]))
    fail(llvm::Twine(getInfo(primitive).name) + ": operand " +
         llvm::Twine(position) +
         " is a value inside of a loop or branch that has ended; return it "
         "from there");
  else
    return true;
  return false;
}

void Graph::setResults(llvm::ArrayRef<Value> values) {
  regions[0].results.clear();
  for (Value value : values) {
    if (!value)
      continue; // has been reported
    if (value.getGraph() != this || homes[value.getIndex()] != 0)
      fail("a result of the program is a value of another program, or inside "
           "of a loop or branch");
    else
      regions[0].results.push_back(value.getIndex());
  }
}

Values Graph::record(Primitive primitive, llvm::ArrayRef<Value> operands,
                     Attributes attributes, llvm::ArrayRef<uint32_t> bodies) {
  const PrimitiveInfo &info = getInfo(primitive);
  bool isValid = !hasFailed();
  for (auto [position, operand] : llvm::enumerate(operands))
    isValid = isValid && operand && check(operand, position, primitive);
  Inference inference{*this, info, operands, attributes, bodies, {}};
  isValid = isValid && info.infer(inference);
  for (const TensorType &type : inference.results)
    isValid =
        isValid &&
        (type.isCountable() ||
         inference.fail(type.str() + " has more bytes than can be counted"));
  if (!isValid)
    // As many as anybody reads of an op whose number of results is open.
    return Values(8);

  Node node{primitive,
            open.back(),
            {},
            std::move(attributes),
            {bodies.begin(), bodies.end()},
            {}};
  for (Value operand : operands)
    node.operands.push_back(operand.getIndex());
  for (TensorType &type : inference.results)
    node.results.push_back(addValue(std::move(type), nodes.size()));
  Values results = getValues(node.results);
  regions[open.back()].nodes.push_back(nodes.size());
  nodes.push_back(std::move(node));
  return results;
}

/// Records the ops of `region` again. `copies` has the values that stand for
/// its arguments, and takes those that stand for its results.
void Graph::copyRegion(uint32_t region,
                       llvm::DenseMap<uint32_t, Value> &copies) {
  auto getCopy = [&](uint32_t value) {
    auto it = copies.find(value);
    return it == copies.end() ? Value(this, value) : it->second;
  };
  // Ops are added while these are read.
  std::vector<uint32_t> originals = regions[region].nodes;
  for (uint32_t index : originals) {
    const Node &node = nodes[index];
    llvm::SmallVector<uint32_t, 2> bodies;
    for (uint32_t nested : node.regions) {
      bodies.push_back(openRegion());
      for (uint32_t argument : regions[nested].arguments)
        copies[argument] = addArgument(types[argument]);
      copyRegion(nested, copies);
      closeRegion(llvm::map_to_vector<4>(regions[nested].results, getCopy));
    }
    Values operands = llvm::map_to_vector<4>(node.operands, getCopy);
    Values results = record(node.primitive, operands, node.attributes, bodies);
    for (auto [from, to] : llvm::zip(node.results, results))
      copies[from] = to;
  }
}

Values Graph::inlineRegion(uint32_t region, llvm::ArrayRef<Value> arguments) {
  llvm::DenseMap<uint32_t, Value> copies;
  for (auto [argument, value] : llvm::zip(regions[region].arguments, arguments))
    copies[argument] = value;
  copyRegion(region, copies);
  Values results;
  for (uint32_t result : regions[region].results) {
    auto it = copies.find(result);
    results.push_back(it == copies.end() ? Value(this, result) : it->second);
  }
  return results;
}

Values Graph::addResults(uint32_t index, llvm::ArrayRef<TensorType> added,
                         llvm::ArrayRef<uint32_t> returned) {
  Node &node = nodes[index];
  Values results;
  for (const TensorType &type : added) {
    uint32_t value = addValue(type, index);
    homes[value] = node.region;
    node.results.push_back(value);
    results.push_back(Value(this, value));
  }
  llvm::append_range(regions[node.regions.back()].results, returned);
  return results;
}

uint32_t Graph::openRegion() {
  regions.emplace_back();
  regions.back().parent = open.back();
  open.push_back(regions.size() - 1);
  return open.back();
}

void Graph::closeRegion(llvm::ArrayRef<Value> results) {
  Region &region = regions[open.back()];
  for (Value result : results) {
    if (!result)
      continue; // has been reported
    if (result.getGraph() != this || !isOpen(homes[result.getIndex()]))
      fail("a result of a body is a value of another program, or of a loop or "
           "branch that has ended");
    region.results.push_back(result.getIndex());
  }
  open.pop_back();
}

void Graph::closeRegionsAbove(uint32_t region) {
  while (open.back() != region)
    open.pop_back();
}

Value Graph::fail(const llvm::Twine &text) {
  if (message.empty())
    message = text.str();
  return {};
}

llvm::Error Graph::takeError() {
  if (message.empty())
    return llvm::Error::success();
  std::string text = std::move(message);
  message.clear();
  return llvm::createStringError(text);
}

Values Graph::getValues(llvm::ArrayRef<uint32_t> values) {
  return llvm::map_to_vector<4>(
      values, [&](uint32_t value) { return Value(this, value); });
}

llvm::SmallVector<uint32_t> Graph::getCaptures(uint32_t region) const {
  llvm::SetVector<uint32_t> captures;
  llvm::DenseSet<uint32_t> inside;
  auto visit = [&](uint32_t current, auto &recurse) -> void {
    const Region &body = regions[current];
    inside.insert(current);
    auto use = [&](uint32_t value) {
      if (!inside.contains(homes[value]))
        captures.insert(value);
    };
    for (uint32_t index : body.nodes) {
      llvm::for_each(nodes[index].operands, use);
      for (uint32_t nested : nodes[index].regions)
        recurse(nested, recurse);
    }
    llvm::for_each(body.results, use);
  };
  visit(region, visit);
  return captures.takeVector();
}

bool Graph::operator==(const Graph &other) const {
  auto sameNode = [](const Node &lhs, const Node &rhs) {
    return lhs.primitive == rhs.primitive && lhs.region == rhs.region &&
           lhs.operands == rhs.operands && lhs.attributes == rhs.attributes &&
           lhs.regions == rhs.regions && lhs.results == rhs.results;
  };
  // The nodes of a region are those that name it.
  auto sameRegion = [](const Region &lhs, const Region &rhs) {
    return lhs.parent == rhs.parent && lhs.arguments == rhs.arguments &&
           lhs.results == rhs.results;
  };
  return types == other.types && llvm::equal(nodes, other.nodes, sameNode) &&
         llvm::equal(regions, other.regions, sameRegion);
}

llvm::hash_code hash_value(const Graph &graph) {
  llvm::hash_code hash =
      llvm::hash_combine_range(graph.types.begin(), graph.types.end());
  for (const Node &node : graph.nodes)
    hash = llvm::hash_combine(
        hash, static_cast<int>(node.primitive), node.region, node.attributes,
        llvm::hash_combine_range(node.operands.begin(), node.operands.end()));
  for (const Region &region : graph.regions)
    hash = llvm::hash_combine(
        hash, region.parent,
        llvm::hash_combine_range(region.results.begin(), region.results.end()));
  return hash;
}

} // namespace dtensor::recording
