//===- PrimitiveInfo.h - The facts of a primitive ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RECORDING_PRIMITIVEINFO_H
#define DTENSOR_RECORDING_PRIMITIVEINFO_H

#include "dtensor/Recording/Graph.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>

namespace dtensor::recording {

struct PrimitiveInfo;

/// The input of a rule of types: operands and attributes of an op that is about
/// to be recorded. The rule adds the types of the results.
struct Inference {
  Graph &graph;
  const PrimitiveInfo &info;
  llvm::ArrayRef<Value> operands;
  const Attributes &attributes;
  llvm::ArrayRef<uint32_t> regions;
  llvm::SmallVector<TensorType, 2> results;

  const TensorType &type(unsigned index) const {
    return operands[index].type();
  }
  /// Always false, for `return fail(...)`.
  bool fail(const llvm::Twine &message);
  /// Whether operand `index` has one of the kinds; a failure otherwise.
  bool checkKind(unsigned index, unsigned kinds);
  /// Whether operand `index` has this type; a failure otherwise.
  bool checkType(unsigned index, const TensorType &required);
  /// Whether 0 <= axis < rank; a failure otherwise.
  bool checkAxis(int64_t axis, int64_t rank);
  bool give(TensorType type) {
    results.push_back(std::move(type));
    return true;
  }
};

/// The input of the rule of a derivative. A cotangent is the derivative of the
/// loss by a result; the rule adds those by the operands. Complex numbers are
/// paired without conjugation, as in JAX: the loss changes by
/// `real(sum(cotangent * change))`.
struct Pullback {
  Graph &graph;
  const Node &node;
  Values operands, results;
  /// Invalid for a result that the loss does not depend on.
  Values cotangents;
  /// Whether the loss' derivative by an operand is wanted.
  llvm::SmallVector<bool> wanted;
  /// Invalid: no dependency.
  Values gradients;
  /// The same for values that the op's regions use, by index.
  std::function<bool(uint32_t)> isActive;
  llvm::SmallVector<std::pair<uint32_t, Value>> captured;

  Value x(unsigned index = 0) const { return operands[index]; }
  Value y(unsigned index = 0) const { return results[index]; }
  /// The cotangent of a result, zeros if there is none.
  Value ct(unsigned index = 0) const;
  void give(unsigned operand, Value gradient) { gradients[operand] = gradient; }
};

class Printer;

using Infer = bool (*)(Inference &);
using Print = void (*)(Printer &, const Node &);
using Derive = void (*)(Pullback &);

/// The derivative of a function that is constant almost everywhere.
void deriveZero(Pullback &pullback);

/// A row of the table of primitives.
struct PrimitiveInfo {
  Primitive primitive;
  /// The op that is printed, which messages name.
  llvm::StringLiteral name;
  Infer infer;
  Print print;
  /// Null: the primitive has no derivative.
  Derive derive;
  /// The kinds of the operands of elementwise functions.
  unsigned kinds = kAnyKind;
};

const PrimitiveInfo &getInfo(Primitive primitive);

// The rows, by family.
llvm::ArrayRef<PrimitiveInfo> getUnaryPrimitives();
llvm::ArrayRef<PrimitiveInfo> getBinaryPrimitives();
llvm::ArrayRef<PrimitiveInfo> getSelectionPrimitives();
llvm::ArrayRef<PrimitiveInfo> getMakingPrimitives();
llvm::ArrayRef<PrimitiveInfo> getMovementPrimitives();
llvm::ArrayRef<PrimitiveInfo> getSlicePrimitives();
llvm::ArrayRef<PrimitiveInfo> getIndexingPrimitives();
llvm::ArrayRef<PrimitiveInfo> getReductionPrimitives();
llvm::ArrayRef<PrimitiveInfo> getOrderPrimitives();
llvm::ArrayRef<PrimitiveInfo> getContractionPrimitives();
llvm::ArrayRef<PrimitiveInfo> getConvolutionPrimitives();
llvm::ArrayRef<PrimitiveInfo> getMatrixPrimitives();
llvm::ArrayRef<PrimitiveInfo> getAnnotationPrimitives();
llvm::ArrayRef<PrimitiveInfo> getCallPrimitives();
llvm::ArrayRef<PrimitiveInfo> getControlFlowPrimitives();

/// Writes a graph as text of StableHLO.
class Printer {
public:
  Printer(const Graph &graph, llvm::raw_ostream &os);

  llvm::raw_ostream &os;
  const Graph &graph;

  llvm::StringRef name(uint32_t value) const { return names[value]; }
  void setName(uint32_t value, std::string name) {
    names[value] = std::move(name);
  }
  llvm::StringRef operand(const Node &node, unsigned index) const {
    return name(node.operands[index]);
  }
  std::string operandType(const Node &node, unsigned index = 0) const {
    return graph.getType(node.operands[index]).mlir();
  }
  std::string resultType(const Node &node, unsigned index = 0) const {
    return graph.getType(node.results[index]).mlir();
  }
  /// `%0, %1` and `tensor<..>, tensor<..>` of these values.
  std::string join(llvm::ArrayRef<uint32_t> values) const;
  std::string joinTypes(llvm::ArrayRef<uint32_t> values) const;
  /// `(types of operands) -> types of results`.
  std::string signature(const Node &node) const;
  /// Begins a line: indentation.
  llvm::raw_ostream &line();
  /// Begins an op's line: indentation, names of the results and `=`.
  llvm::raw_ostream &begin(const Node &node);
  /// A name that no value has.
  std::string fresh();
  /// The ops of a region, without its results.
  void body(uint32_t region);
  void indent(int by) { depth += by; }

private:
  std::vector<std::string> names;
  unsigned depth = 2;
  unsigned numFresh = 0;
};

/// `[0, 1]`, and `0, 1`.
std::string listOf(llvm::ArrayRef<int64_t> values);
std::string joinIntegers(llvm::ArrayRef<int64_t> values);

/// Shared by rows of elementwise functions.
void printElementwise(Printer &printer, const Node &node);
bool inferSame(Inference &inference);

} // namespace dtensor::recording

#endif // DTENSOR_RECORDING_PRIMITIVEINFO_H
