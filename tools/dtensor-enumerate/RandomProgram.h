//===- RandomProgram.h - Programs by chance ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_RANDOMPROGRAM_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_RANDOMPROGRAM_H

#include "dtensor/Driver/LayoutRequest.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace dtensor {

/// Numbers that depend only on a seed.
class Chance {
public:
  explicit Chance(uint64_t seed) : state(seed) { next(); }

  /// A number from 0 to `count` - 1.
  size_t pick(size_t count) { return next() % count; }
  bool isOneIn(size_t count) { return pick(count) == 0; }
  template <typename RangeT> decltype(auto) of(RangeT &&range) {
    return range[pick(range.size())];
  }

private:
  uint64_t next() {
    state = state * 6364136223846793005 + 1442695040888963407;
    return state >> 33;
  }

  uint64_t state;
};

/// A tensor's type. Every value of a random program is a tensor, except for the
/// counters of loops, whose type is `index`.
struct RandomType {
  llvm::SmallVector<int64_t> shape;
  std::string element;

  std::string str() const;
  int64_t getNumElements() const;
  bool isIndex() const { return element == "index"; }
  bool isFloat() const { return element.front() == 'f'; }
  bool operator==(const RandomType &other) const {
    return shape == other.shape && element == other.element;
  }
};

using ValueId = unsigned;

struct RandomBlock;

/// The way in which the results of a statement depend on its bodies.
enum class Flow {
  /// An op on tensors. It has no bodies.
  None,
  /// The operand, argument, yielded value and result at one position are one
  /// carried value. Only the first body yields.
  Loop,
  /// Each body yields the results.
  Branch,
  /// The operands are the arguments of the body, which yields the results.
  Call,
};

/// One op, or a few that belong together.
struct RandomStatement {
  /// The text, with these placeholders. `$r` are the names of the results and
  /// `$t` their types. `$q` are other names of as many values, and `$u` is a
  /// unique ending of names. `$0` is the name of an operand, `$o` are the names
  /// of all operands and `$p` their types. For control flow, `$b0` is a body,
  /// `$k0` the name of its counter, and `$y0` are its yielded values. `$c0` are
  /// its arguments with their initial operands, `$a0` those with their types,
  /// and `$n0` their names alone. A body that is a function is called `@f$u`.
  std::string text;
  llvm::SmallVector<ValueId> operands;
  /// Never empty.
  llvm::SmallVector<ValueId> results;
  std::vector<RandomBlock> bodies;
  Flow flow = Flow::None;
};

struct RandomBlock {
  llvm::SmallVector<ValueId> arguments;
  std::vector<RandomStatement> statements;
  llvm::SmallVector<ValueId> yielded;
  /// For a loop's body: the number of earlier iterations, an index.
  std::optional<ValueId> counter;
  /// Whether the body is that of a function, which sees only its arguments.
  bool isFunction = false;
};

/// A program of one function, and layouts for it.
struct RandomProgram {
  std::vector<RandomType> types;
  /// A function's arguments.
  RandomBlock body;
  llvm::SmallVector<ValueId> results;
  std::string mesh;
  /// By value for arguments, and by position for results.
  std::map<ValueId, std::string> argumentLayouts;
  std::map<unsigned, std::string> resultLayouts;

  std::string str() const;
  LayoutRequest getRequest() const;
  /// The size of the program's text.
  size_t getSize() const;

  /// Removes statements on which no result depends.
  void dropUnused();
  /// Programs that are a little simpler; the simplest comes first.
  std::vector<RandomProgram> simplify() const;
};

/// Calls `visit` with each statement, from the last to the first. A statement
/// comes before those inside of it.
template <typename BlockT, typename VisitT>
void walkBackwards(BlockT &block, VisitT &&visit) {
  for (auto &statement : llvm::reverse(block.statements)) {
    visit(statement);
    for (auto &body : llvm::reverse(statement.bodies))
      walkBackwards(body, visit);
  }
}

/// A program of about `numStatements` statements. If the seed is odd, many of
/// them are control flow. Values are integers so small that floats are exact,
/// so results do not depend on the order of sums.
RandomProgram makeRandomProgram(uint64_t seed, unsigned numStatements);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_RANDOMPROGRAM_H
