//===- ProgramGenerator.h - Statements by chance ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_PROGRAMGENERATOR_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_PROGRAMGENERATOR_H

#include "RandomProgram.h"
#include <numeric>
#include <optional>

namespace dtensor {

inline constexpr int64_t kMaxElements = 3000;
inline constexpr unsigned kMaxRank = 3;
/// Values with larger magnitudes are reduced to small ones, because f32 is
/// exact only up to 2^24.
inline constexpr double kMaxMagnitude = 1 << 18;
inline constexpr double kSmall = 4;

/// Keeps the statements of a program so far, and adds random ones.
class ProgramGenerator {
public:
  ProgramGenerator(uint64_t seed, unsigned numStatements)
      : chance(seed), isFlow(seed % 2 == 1),
        numLeft(isFlow ? numStatements / 2 : numStatements) {}

  RandomProgram run();

private:
  using Shape = llvm::SmallVector<int64_t>;

  // Values.
  const RandomType &getType(ValueId value) const {
    return program.types[value];
  }
  ValueId addValue(RandomType type, double magnitude) {
    program.types.push_back(std::move(type));
    magnitudes.push_back(magnitude);
    return program.types.size() - 1;
  }
  ValueId emit(std::string text, llvm::ArrayRef<ValueId> operands,
               RandomType type, double magnitude) {
    ValueId result = addValue(std::move(type), magnitude);
    block->statements.push_back(
        {std::move(text), llvm::SmallVector<ValueId>(operands), {result}, {}});
    visible.push_back(result);
    return result;
  }
  /// A random visible value; later ones are chosen more often.
  ValueId any() {
    size_t back =
        std::min(chance.pick(visible.size()), chance.pick(visible.size()));
    return visible[visible.size() - 1 - back];
  }
  ValueId like(const RandomType &type);
  ValueId bounded(ValueId value, double magnitude);

  // Texts.
  std::string op(const RandomType &type, llvm::StringRef name) const {
    return ("arith." + name + (type.isFloat() ? "f" : "i")).str();
  }
  /// A combiner's op, and the factor by which the result of `count` elements
  /// grows.
  std::string pickCombiner(const RandomType &type, double &growth,
                           double count);
  static std::string empty(const RandomType &type) {
    return "%e$u = tensor.empty() : " + type.str() + "\n    ";
  }

  // Statements.
  void addStatement(unsigned depth);
  void addOneOf(unsigned depth);
  void addUnary();
  void addBinary();
  void addSelect();
  void addBroadcast();
  void addTranspose();
  void addReduction();
  void addContraction();
  void addSlice();
  void addInsertSlice();
  void addPad();
  void addConcat();
  void addReshape();
  void addFactory();
  void addLookup();
  void addScalarUse();
  void addMovement();
  void addDynamicSlice();
  void addScatter();
  void addSort();
  void addScan();
  void addPositions();
  void addConstraint();
  // Control flow.
  void addControlFlow(unsigned depth);
  void addFor(unsigned depth);
  void addWhile(unsigned depth);
  void addCall(unsigned depth);
  void addIf(unsigned depth);
  void addSwitch(unsigned depth);
  /// Values of small numbers that a loop will carry.
  llvm::SmallVector<ValueId> pickCarried();
  llvm::SmallVector<ValueId> addArguments(llvm::ArrayRef<ValueId> values);
  /// Statements that make values of types `yielded`. A function sees only its
  /// arguments.
  RandomBlock makeBody(unsigned depth, llvm::ArrayRef<ValueId> arguments,
                       llvm::ArrayRef<RandomType> yielded,
                       std::optional<ValueId> counter = {},
                       bool isFunction = false);
  RandomBlock makeIteration(unsigned depth, llvm::ArrayRef<ValueId> inits,
                            llvm::ArrayRef<RandomType> types);
  /// Adds the results of control flow.
  void emitFlow(Flow flow, std::string text, llvm::ArrayRef<ValueId> operands,
                llvm::ArrayRef<RandomType> types,
                std::vector<RandomBlock> bodies);
  ValueId sum(ValueId value);
  ValueId small(ValueId value);
  ValueId pickForwarded(const RandomType &type);
  ValueId pickDecider();
  llvm::SmallVector<RandomType> pickBranchTypes();
  // Statements in loops.
  void addCounter();
  void addUpdateAtCounter();
  void addElementAtCounter();
  void addLayouts();
  std::string makeLayout(const RandomType &type);

  Chance chance;
  /// Whether many statements are control flow, with values of few types.
  bool isFlow;
  int numLeft;
  RandomProgram program;
  /// For each value the largest magnitude of its elements.
  std::vector<double> magnitudes;
  RandomBlock *block = nullptr;
  /// The visible values, without counters.
  llvm::SmallVector<ValueId> visible;
  /// The values that the loop around carries.
  llvm::SmallVector<ValueId> carried;
  /// The counter of the loop around.
  std::optional<ValueId> counter;
  Shape extents;
};

// Pieces of MLIR's text.

/// An affine map from `numLoops` loops to some of them.
std::string makeMap(unsigned numLoops, llvm::ArrayRef<unsigned> loops);
std::string printList(llvm::ArrayRef<int64_t> numbers);
/// An element of `type`.
std::string printNumber(const RandomType &type, int64_t value);
/// The iterator types of loops that all have one `kind`.
std::string printLoops(unsigned count, llvm::StringRef kind);

/// 0, 1, ...
template <typename T> llvm::SmallVector<T> makeRange(size_t count) {
  llvm::SmallVector<T> numbers(count);
  std::iota(numbers.begin(), numbers.end(), T(0));
  return numbers;
}

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_PROGRAMGENERATOR_H
