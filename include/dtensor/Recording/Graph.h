//===- Graph.h - A recorded program as data ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RECORDING_GRAPH_H
#define DTENSOR_RECORDING_GRAPH_H

#include "dtensor/Recording/Attributes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <deque>
#include <vector>

namespace dtensor::recording {

class Graph;

/// An op of StableHLO, or a few that are printed together.
enum class Primitive : uint8_t {
#define DTENSOR_UNARY(name) name,
#define DTENSOR_BINARY(name) name,
#include "dtensor/Recording/Elementwise.def"
  compare,
  select,
  convert,
  bitcast,
  constant,
  iota,
  broadcast,
  reshape,
  transpose,
  reverse,
  pad,
  slice,
  concatenate,
  dynamicSlice,
  dynamicUpdate,
  gather,
  scatter,
  reduce,
  argReduce,
  cumulative,
  sort,
  dot,
  convolution,
  cholesky,
  triangularSolve,
  lapack,
  fft,
  randomBits,
  constrain,
  stopGradient,
  customCall,
  localMap,
  composite,
  cond,
  whileLoop,
  scan,
};
constexpr unsigned kNumPrimitives = static_cast<unsigned>(Primitive::scan) + 1;

/// A value of a graph, which outlives it. A default-made value is what a failed
/// op returns: ops on it do nothing, so that only the first failure is seen.
class Value {
public:
  Value() = default;
  Value(Graph *graph, uint32_t index) : graph(graph), index(index) {}

  explicit operator bool() const { return graph; }
  /// Of a value of a failed op: a scalar `float32`.
  const TensorType &type() const;
  DType dtype() const { return type().dtype; }
  const Shape &shape() const { return type().shape; }
  int64_t rank() const { return type().rank(); }
  int64_t dim(int64_t axis) const { return type().shape[axis]; }
  Graph *getGraph() const { return graph; }
  uint32_t getIndex() const { return index; }
  bool operator==(const Value &other) const {
    return graph == other.graph && index == other.index;
  }

private:
  Graph *graph = nullptr;
  uint32_t index = 0;
};

using Values = llvm::SmallVector<Value, 4>;

/// A recorded op. Values and regions are named by their index in the graph.
struct Node {
  Primitive primitive;
  uint32_t region;
  llvm::SmallVector<uint32_t, 2> operands;
  Attributes attributes;
  llvm::SmallVector<uint32_t, 2> regions;
  llvm::SmallVector<uint32_t, 2> results;
};

/// A body: of the program itself, or of a loop, a branch or a composite. It can
/// use the values of the regions that it is in.
struct Region {
  uint32_t parent;
  llvm::SmallVector<uint32_t, 4> arguments;
  std::vector<uint32_t> nodes;
  llvm::SmallVector<uint32_t, 4> results;
};

/// A program, as it is recorded: tables of values, ops and regions in the order
/// in which they were made. Two programs that were recorded in the same way are
/// equal, so a graph is a key of a cache. Region 0 is the program.
class Graph {
public:
  static constexpr uint32_t kNone = ~0u;

  Graph();

  /// A further argument of the program, or of the innermost open region.
  Value addArgument(TensorType type);
  /// The results of the program.
  void setResults(llvm::ArrayRef<Value> values);

  /// Records an op in the innermost open region. Its results are invalid if an
  /// operand is, or if the primitive does not take these operands.
  Values record(Primitive primitive, llvm::ArrayRef<Value> operands,
                Attributes attributes = {},
                llvm::ArrayRef<uint32_t> regions = {});

  /// Gives the ops of a region once more, in the innermost open region, with
  /// other values instead of its arguments. Returns its results.
  Values inlineRegion(uint32_t region, llvm::ArrayRef<Value> arguments);
  /// Further results of a loop, which its body returns as well.
  Values addResults(uint32_t node, llvm::ArrayRef<TensorType> types,
                    llvm::ArrayRef<uint32_t> returned);

  /// Begins a region: ops are recorded in it until it is closed.
  uint32_t openRegion();
  /// Ends the innermost region, with its results.
  void closeRegion(llvm::ArrayRef<Value> results);
  uint32_t getOpenRegion() const { return open.back(); }
  bool isOpen(uint32_t region) const;

  /// Keeps the first message, until `takeError`.
  Value fail(const llvm::Twine &message);
  bool hasFailed() const { return !message.empty(); }
  llvm::Error takeError();
  /// Closes the regions that a failed recording left open.
  void closeRegionsAbove(uint32_t region);

  const TensorType &getType(uint32_t value) const { return types[value]; }
  const Node &getNode(uint32_t node) const { return nodes[node]; }
  const Region &getRegion(uint32_t region) const { return regions[region]; }
  uint32_t getNumNodes() const { return nodes.size(); }
  uint32_t getNumValues() const { return types.size(); }
  /// The node that made a value; `kNone` for an argument.
  uint32_t getDefiner(uint32_t value) const { return definers[value]; }
  /// The region that a value was made in.
  uint32_t getHome(uint32_t value) const { return homes[value]; }
  Value getValue(uint32_t value) { return Value(this, value); }
  Values getValues(llvm::ArrayRef<uint32_t> values);
  Values getArguments() { return getValues(regions[0].arguments); }
  Values getResults() { return getValues(regions[0].results); }

  /// The values of other regions that a region uses, in order of their first
  /// use.
  llvm::SmallVector<uint32_t> getCaptures(uint32_t region) const;

  bool operator==(const Graph &other) const;
  friend llvm::hash_code hash_value(const Graph &graph);

private:
  bool check(Value operand, unsigned position, Primitive primitive);
  uint32_t addValue(TensorType type, uint32_t definer);
  void copyRegion(uint32_t region, llvm::DenseMap<uint32_t, Value> &copies);

  // References to elements stay valid while others are added.
  std::deque<TensorType> types;
  std::vector<uint32_t> definers, homes;
  std::deque<Node> nodes;
  std::deque<Region> regions;
  llvm::SmallVector<uint32_t, 4> open;
  std::string message;
};

} // namespace dtensor::recording

#endif // DTENSOR_RECORDING_GRAPH_H
