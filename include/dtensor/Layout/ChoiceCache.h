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

/// What is best at an op, and what follows from it.
struct Choice {
  FactorSharding sharding;
  OpLayouts layouts;
  /// See `isConflictFree` and `needsElsewhere`.
  bool isConflictFree, needsElsewhere;
};

/// Remembers choices: the layers of a program repeat each other, and one op is
/// asked again and again. All problems are on one mesh.
class ChoiceCache {
public:
  /// A number for a rule, which is kept. Equal rules have equal numbers.
  unsigned addRule(ShardingRule rule);
  /// Stays valid as long as the cache, wherever that is moved.
  const ShardingRule &getRule(unsigned number) const { return rules[number]; }

  /// A number for what of a problem never changes: all but the layouts, what is
  /// open of them, and what must stay replicated. Equal numbers, equal
  /// problems. Operands, then results, are in `states` (null for what is no
  /// tensor).
  unsigned getStructure(unsigned rule, double workPerPoint,
                        llvm::ArrayRef<const TensorState *> states);

  /// The choice for a problem of `structure` whose operands, then results, are
  /// in `states` (null for what is no tensor). `makeProblem` is called if it
  /// was not made before. Stays valid as long as the cache.
  const Choice &getChoice(unsigned structure,
                          llvm::ArrayRef<const TensorState *> states,
                          llvm::function_ref<ChoiceProblem()> makeProblem);

  /// Likewise, `deriveFactorSharding`.
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
  /// `words` where they stay.
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
