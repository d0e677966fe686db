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
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <string>
#include <vector>

namespace dtensor {

/// Numbers that depend on a seed only.
class Chance {
public:
  explicit Chance(uint64_t seed) : state(seed) { next(); }

  /// From 0 to `count` - 1.
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

/// A tensor's type; every value of a random program is a tensor.
struct RandomType {
  llvm::SmallVector<int64_t> shape;
  std::string element;

  std::string str() const;
  int64_t getNumElements() const;
  bool isFloat() const { return element.front() == 'f'; }
  bool operator==(const RandomType &other) const {
    return shape == other.shape && element == other.element;
  }
};

using ValueId = unsigned;

struct RandomBlock;

/// One op, or a few that belong together.
struct RandomStatement {
  /// `$r` is the result's name, `$0` an operand's, `$u` a unique ending of
  /// names. Of control flow `$b0` is a body, `$a0` a body's first argument and
  /// `$y0` what it yields; a body that is a function is `@f$u`.
  std::string text;
  llvm::SmallVector<ValueId> operands;
  ValueId result;
  std::vector<RandomBlock> bodies;
};

struct RandomBlock {
  llvm::SmallVector<ValueId> arguments;
  std::vector<RandomStatement> statements;
  ValueId yielded = 0;
  /// Of a function of its own, which sees nothing but its arguments.
  bool isFunction = false;
};

/// A program of one function, and layouts for it.
struct RandomProgram {
  std::vector<RandomType> types;
  /// A function's arguments.
  RandomBlock body;
  llvm::SmallVector<ValueId> results;
  std::string mesh;
  /// By value, of arguments; by position, of results.
  std::map<ValueId, std::string> argumentLayouts;
  std::map<unsigned, std::string> resultLayouts;

  std::string str() const;
  LayoutRequest getRequest() const;
  /// How much there is to read.
  size_t getSize() const;

  /// Leaves out what no result depends on.
  void dropUnused();
  /// Programs that are a little simpler, the simplest first.
  std::vector<RandomProgram> simplify() const;
};

/// A program of about `numStatements` statements. Values are integers so small
/// that floats are exact, so results do not depend on an order of sums.
RandomProgram makeRandomProgram(uint64_t seed, unsigned numStatements);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_RANDOMPROGRAM_H
