//===- ChoiceCache.h - Choices that were made before ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_CHOICECACHE_H
#define DTENSOR_LAYOUT_CHOICECACHE_H

#include "dtensor/Layout/FactorChoice.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Allocator.h"
#include <deque>

namespace dtensor {

/// The best layouts at an op, and their properties.
struct Choice {
  FactorSharding sharding;
  OpLayouts layouts;
  /// See `isConflictFree` and `needsElsewhere`.
  bool isConflictFree, needsElsewhere;
};

/// Remembers choices, because the layers of a program repeat each other and the
/// same op is priced again and again. All problems must be on one mesh.
class ChoiceCache {
public:
  /// Adds a rule, and returns its number. Equal rules have equal numbers.
  unsigned addRule(ShardingRule rule);
  /// The rule of that number. The reference stays valid as long as the cache,
  /// even if the cache is moved.
  const ShardingRule &getRule(unsigned number) const { return rules[number]; }

  /// A number for the parts of a problem that never change: everything but the
  /// layouts, their open axes, and the dimensions that must stay replicated.
  /// Equal parts have equal numbers. `states` has the operands, then the
  /// results (null for a value that is no tensor).
  unsigned getStructure(unsigned rule, double workPerPoint,
                        llvm::ArrayRef<const TensorState *> states);

  /// The choice for a problem of `structure`. `states` has its operands, then
  /// its results (null for a value that is no tensor). `makeProblem` is called
  /// if this problem was not seen before. The reference stays valid as long as
  /// the cache.
  const Choice &getChoice(unsigned structure,
                          llvm::ArrayRef<const TensorState *> states,
                          llvm::function_ref<ChoiceProblem()> makeProblem);

  /// The result of `deriveFactorSharding` for such a problem.
  const std::optional<FactorSharding> &
  getDerived(unsigned structure, llvm::ArrayRef<const TensorState *> states,
             llvm::function_ref<ChoiceProblem()> makeProblem);

private:
  struct Entry {
    std::optional<Choice> choice;
    std::optional<std::optional<FactorSharding>> derived;
  };
  using Words = llvm::SmallVector<uint32_t, 128>;

  Entry &getEntry(unsigned structure,
                  llvm::ArrayRef<const TensorState *> states);
  /// Copies `words` to a place where they stay.
  llvm::ArrayRef<uint32_t> keep(const Words &words);

  llvm::BumpPtrAllocator allocator;
  std::deque<ShardingRule> rules;
  llvm::DenseMap<llvm::ArrayRef<uint32_t>, unsigned> ruleNumbers;
  llvm::DenseMap<llvm::ArrayRef<uint32_t>, unsigned> structures;
  llvm::DenseMap<llvm::ArrayRef<uint32_t>, unsigned> numbers;
  std::deque<Entry> entries;
};

} // namespace dtensor

#endif // DTENSOR_LAYOUT_CHOICECACHE_H
