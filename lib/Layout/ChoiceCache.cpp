//===- ChoiceCache.cpp - Choices that were made before --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/ChoiceCache.h"
#include "llvm/ADT/bit.h"

using namespace dtensor;
using llvm::ArrayRef;

namespace {
/// Encodes facts as words, so that equal words mean equal facts. Each list is
/// preceded by its length.
class Encoder {
public:
  explicit Encoder(llvm::SmallVectorImpl<uint32_t> &words) : words(words) {}

  void add(uint32_t word) { words.push_back(word); }
  void addLong(int64_t number) {
    add(uint32_t(number));
    add(uint32_t(uint64_t(number) >> 32));
  }
  void add(ArrayRef<unsigned> numbers) {
    add(uint32_t(numbers.size()));
    words.append(numbers.begin(), numbers.end());
  }

  void add(ArrayRef<TensorFactors> tensors) {
    add(uint32_t(tensors.size()));
    for (const TensorFactors &tensor : tensors) {
      add(uint32_t(tensor.size()));
      for (const AxisFactors &axis : tensor)
        add(ArrayRef<unsigned>(axis));
    }
  }

  void add(const ShardingRule &rule) {
    add(uint32_t(rule.factors.size()));
    for (const Factor &factor : rule.factors) {
      addLong(factor.extent);
      add(uint32_t(factor.kind));
      add(uint32_t(factor.combiner));
    }
    add(ArrayRef<TensorFactors>(rule.operands));
    add(ArrayRef<TensorFactors>(rule.results));
    add(uint32_t(rule.passings.size()));
    for (const PartialPassing &passing : rule.passings) {
      add(ArrayRef<unsigned>(passing.operands));
      add(ArrayRef<unsigned>(passing.results));
      add(uint32_t(passing.anyCombiner));
    }
    add(uint32_t(rule.isReshape));
    add(ArrayRef<unsigned>(rule.accumulators));
    add(uint32_t(rule.windows.size()));
    for (const WindowedAxis &windowed : rule.windows)
      add(windowed);
  }

  void add(const WindowedAxis &windowed) {
    add(uint32_t(windowed.operand));
    add(uint32_t(windowed.axis));
    add(uint32_t(windowed.window.terms.size()));
    for (const WindowTerm &term : windowed.window.terms) {
      add(uint32_t(term.loop));
      addLong(term.stride);
    }
    addLong(windowed.window.offset);
    const AxisMove &move = windowed.move;
    for (int64_t number :
         {move.start, move.stride, move.count, move.destStart, move.destStride})
      addLong(number);
  }

  /// Adds the facts that never change.
  void addStructure(const TensorState &state) {
    add(uint32_t(state.isTensor) | uint32_t(state.isFree) << 1);
    addLong(state.elementBits);
    add(uint32_t(state.shape.size()));
    for (int64_t extent : state.shape)
      addLong(extent);
    add(uint32_t(state.data.size()));
    for (const Slice &data : state.data) {
      addLong(data.offset);
      addLong(data.extent);
    }
  }

private:
  llvm::SmallVectorImpl<uint32_t> &words;
};

/// Encodes layouts in the same way, but packs small numbers: layouts are looked
/// up for each op again and again, and most of them fit into one word.
class LayoutEncoder {
public:
  explicit LayoutEncoder(llvm::SmallVectorImpl<uint32_t> &words)
      : words(words) {}

  /// Adds the facts of a state that may change.
  void add(const TensorState &state) {
    for (unsigned axis = 0; axis < state.layout.getRank(); ++axis) {
      add(state.layout.getAxis(axis));
      add(uint32_t(axis < state.open.size() && state.open[axis]) |
          uint32_t(state.isGiven) << 1 | uint32_t(state.isOrSum) << 2);
    }
    add(ArrayRef<unsigned>(state.replicated));
    add(uint32_t(state.layout.getPartial().size()));
    for (PartialDim partial : state.layout.getPartial()) {
      add(uint32_t(partial.dim));
      add(uint32_t(partial.combiner));
    }
  }

private:
  /// Numbers from here on take a mark and 32 bits instead of 4 bits.
  static constexpr uint32_t kLarge = 15;

  void add(ArrayRef<unsigned> numbers) {
    add(uint32_t(numbers.size()));
    for (unsigned number : numbers)
      add(uint32_t(number));
  }

  void add(uint32_t number) {
    if (number < kLarge)
      return addBits(number);
    addBits(kLarge);
    for (unsigned shift = 0; shift < 32; shift += 4)
      addBits(number >> shift & 0xf);
  }

  void addBits(uint32_t bits) {
    if (numUsed == 0)
      words.push_back(0);
    words.back() |= bits << numUsed;
    numUsed = (numUsed + 4) % 32;
  }

  llvm::SmallVectorImpl<uint32_t> &words;
  /// The bits of the last word that are used; 0 if all are.
  unsigned numUsed = 0;
};
} // namespace

ArrayRef<uint32_t> ChoiceCache::keep(const Words &words) {
  return ArrayRef<uint32_t>(words).copy(allocator);
}

unsigned ChoiceCache::addRule(ShardingRule rule) {
  Words words;
  Encoder(words).add(rule);
  auto known = ruleNumbers.find(words);
  if (known != ruleNumbers.end())
    return known->second;
  unsigned number = rules.size();
  ruleNumbers[keep(words)] = number;
  rules.push_back(std::move(rule));
  return number;
}

unsigned ChoiceCache::getStructure(unsigned rule, double workPerPoint,
                                   ArrayRef<const TensorState *> states) {
  Words words;
  Encoder encoder(words);
  encoder.add(uint32_t(rule));
  encoder.addLong(llvm::bit_cast<int64_t>(workPerPoint));
  for (const TensorState *state : states)
    encoder.addStructure(state ? *state : TensorState());
  auto known = structures.find(words);
  if (known != structures.end())
    return known->second;
  unsigned number = structures.size();
  structures[keep(words)] = number;
  return number;
}

ChoiceCache::Entry &
ChoiceCache::getEntry(unsigned structure,
                      ArrayRef<const TensorState *> states) {
  Words words;
  words.push_back(structure);
  LayoutEncoder encoder(words);
  for (const TensorState *state : states)
    if (state)
      encoder.add(*state);
  auto known = numbers.find(words);
  if (known != numbers.end())
    return entries[known->second];
  numbers[keep(words)] = entries.size();
  return entries.emplace_back();
}

const Choice &
ChoiceCache::getChoice(unsigned structure, ArrayRef<const TensorState *> states,
                       llvm::function_ref<ChoiceProblem()> makeProblem) {
  Entry &entry = getEntry(structure, states);
  if (!entry.choice) {
    ChoiceProblem problem = makeProblem();
    assert(problem.operands.size() + problem.results.size() == states.size() &&
           "the problem of another structure");
    FactorSharding sharding = chooseFactorSharding(problem);
    OpLayouts layouts = chooseOpLayouts(problem);
    assert(sharding.size() == problem.rule.factors.size() &&
           layouts.operands.size() == problem.operands.size() &&
           layouts.results.size() == problem.results.size() &&
           "a choice that leaves something open");
    entry.choice = Choice{std::move(sharding), std::move(layouts),
                          isConflictFree(problem), needsElsewhere(problem)};
  }
  return *entry.choice;
}

const std::optional<FactorSharding> &
ChoiceCache::getDerived(unsigned structure,
                        ArrayRef<const TensorState *> states,
                        llvm::function_ref<ChoiceProblem()> makeProblem) {
  Entry &entry = getEntry(structure, states);
  if (!entry.derived)
    entry.derived = deriveFactorSharding(makeProblem());
  return *entry.derived;
}
