//===- CombineLoops.h - The loops of combinations ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_COLLECTIVES_COMBINELOOPS_H
#define DTENSOR_RUNTIME_COLLECTIVES_COMBINELOOPS_H

#include "Combine.h"

// The kernels are compiled once for each instruction set, each in a namespace
// of its own. They use no code that the linker may merge across them, such as
// inline functions of the standard library.
namespace dtensor::runtime::DTENSOR_ISA {

CombineKernel getIntegerKernel(DtElementType type, DtCombiner combiner);
CombineKernel getFloatKernel(DtElementType type, DtCombiner combiner);
CombineKernel getHalfKernel(DtElementType type, DtCombiner combiner);
CombineKernel getComplexKernel(DtElementType type, DtCombiner combiner);

/// Intermediate results at a time, at most: one for each level of the tree of
/// the largest mesh, of 2^20 devices, and one more.
constexpr int64_t kMaxLevels = 21;

/// Elements combined at a time: intermediate results stay in the first-level
/// cache.
template <typename Value>
constexpr int64_t kBlock = sizeof(Value) <= 8 ? 512 : 256;

/// An element that is an intermediate result.
template <typename Element> struct Intermediate {
  using Storage = typename Element::Value;
  using Value = Storage;
  static Value load(Storage value) { return value; }
};

/// Whether intermediate results are wider than elements.
template <typename Element>
constexpr bool kIsWidened =
    !__is_same(typename Element::Storage, typename Element::Value);

/// Runs of K operands, from some element on.
template <typename Element, int K, bool kContiguous> struct Runs {
  Runs(const RunOperand *operands, int64_t begin) {
    for (int k = 0; k < K; ++k) {
      strides[k] = kContiguous ? 1 : operands[k].stride;
      data[k] = reinterpret_cast<const typename Element::Storage *>(
                    operands[k].data) +
                begin * strides[k];
    }
  }

  /// Operands from `kFirst` on, a power of two of them, as a balanced tree.
  template <typename Op, int kFirst = 0, int kCount = K>
  typename Element::Value combine(int64_t i) const {
    if constexpr (kCount == 1)
      return Element::load(data[kFirst][i * strides[kFirst]]);
    else
      return Op::apply(combine<Op, kFirst, kCount / 2>(i),
                       combine<Op, kFirst + kCount / 2, kCount / 2>(i));
  }

  const typename Element::Storage *data[K];
  int64_t strides[K];
};

/// results[i] = a balanced tree over K operands.
template <typename Element, typename Op, int K, bool kContiguous>
void foldBlock(typename Element::Value *__restrict results,
               const RunOperand *operands, int64_t begin, int64_t size) {
  Runs<Element, K, kContiguous> runs(operands, begin);
#pragma clang loop vectorize(assume_safety)
  for (int64_t i = 0; i < size; ++i)
    results[i] = runs.template combine<Op>(i);
}

/// What becomes of a combination in the end. `Finish::apply<Element>(value,
/// number of addends)` gives the result.
struct AsItIs {
  template <typename Element>
  static typename Element::Value apply(typename Element::Value value, int64_t) {
    return value;
  }
};
struct Average {
  template <typename Element>
  static typename Element::Value apply(typename Element::Value value,
                                       int64_t count) {
    return Element::divide(value, count);
  }
};
/// A sum of negative zeros becomes +0, and nothing else changes.
struct PlusZero {
  template <typename Element>
  static typename Element::Value apply(typename Element::Value value, int64_t) {
    return Element::addZero(value);
  }
};

/// The same, if that is all.
template <typename Element, typename Op, int K, typename Finish>
void foldRun(const CombineRun &run) {
  Runs<Element, K, true> runs(run.operands, 0);
  auto *__restrict destination =
      reinterpret_cast<typename Element::Storage *>(run.destination);
#pragma clang loop vectorize(assume_safety)
  for (int64_t i = 0; i < run.size; ++i) {
    destination[i] = Element::store(
        Finish::template apply<Element>(runs.template combine<Op>(i), K));
  }
}

/// results[i] = results[i] combined with an operand.
template <typename Element, typename Op, bool kContiguous>
void addBlock(typename Element::Value *__restrict results,
              const RunOperand *operand, int64_t begin, int64_t size) {
  Runs<Element, 1, kContiguous> runs(operand, begin);
#pragma clang loop vectorize(assume_safety)
  for (int64_t i = 0; i < size; ++i)
    results[i] = Op::apply(results[i], runs.template combine<Op>(i));
}

/// a[i] = a[i] combined with b[i].
template <typename Op, typename Value>
void mergeBlocks(Value *__restrict a, const Value *__restrict b, int64_t size) {
#pragma clang loop vectorize(assume_safety)
  for (int64_t i = 0; i < size; ++i)
    a[i] = Op::apply(a[i], b[i]);
}

/// Whether 2^(log + 1) operands from `next` on are a balanced subtree, of which
/// the first half is one.
static inline bool isSubtree(const RunOperand *next, int log) {
  int half = 1 << log;
  if (next[half - 1].numMerges != log || next[2 * half - 1].numMerges <= log)
    return false;
  for (int i = 0; i + 1 < half; ++i)
    if (next[half + i].numMerges != next[i].numMerges)
      return false;
  return true;
}

/// The logarithm of how many operands from `next` on are a balanced subtree,
/// 8 at most. If `isWidened`, no operand of it is an intermediate result.
static inline int countSubtree(const RunOperand *next, const RunOperand *end,
                               bool isWidened) {
  if (isWidened)
    for (const RunOperand *operand = next; operand != end; ++operand)
      if (operand->isIntermediate) {
        end = operand;
        break;
      }
  int log = 0;
  while (log < 3 && next + (2 << log) <= end && isSubtree(next, log))
    ++log;
  return log;
}

template <typename Element, typename Op, bool kContiguous>
void addOperand(typename Element::Value *results, const RunOperand *operand,
                int64_t begin, int64_t size) {
  if constexpr (kIsWidened<Element>)
    if (operand->isIntermediate)
      return addBlock<Intermediate<Element>, Op, kContiguous>(results, operand,
                                                              begin, size);
  addBlock<Element, Op, kContiguous>(results, operand, begin, size);
}

template <typename Element, typename Op, bool kContiguous>
void loadOperand(typename Element::Value *results, const RunOperand *operand,
                 int64_t begin, int64_t size) {
  if constexpr (kIsWidened<Element>)
    if (operand->isIntermediate)
      return foldBlock<Intermediate<Element>, Op, 1, kContiguous>(
          results, operand, begin, size);
  foldBlock<Element, Op, 1, kContiguous>(results, operand, begin, size);
}

/// Combines elements from `begin` on of all operands into the first of
/// `levels`, each of which has place for a block.
template <typename Element, typename Op, bool kContiguous>
void foldAll(typename Element::Value (*levels)[kBlock<typename Element::Value>],
             const CombineRun &run, int64_t begin, int64_t size) {
  int64_t numLevels = 0;
  const RunOperand *end = run.operands + run.numOperands;
  for (const RunOperand *next = run.operands; next != end;) {
    int log = countSubtree(next, end, kIsWidened<Element>);
    const RunOperand &last = next[(1 << log) - 1];
    int64_t numMerges = last.numMerges - log;
    if (log == 0 && numMerges > 0) {
      addOperand<Element, Op, kContiguous>(levels[numLevels - 1], next, begin,
                                           size);
      --numMerges;
    } else {
      auto *fold = log == 0   ? loadOperand<Element, Op, kContiguous>
                   : log == 1 ? foldBlock<Element, Op, 2, kContiguous>
                   : log == 2 ? foldBlock<Element, Op, 4, kContiguous>
                              : foldBlock<Element, Op, 8, kContiguous>;
      fold(levels[numLevels++], next, begin, size);
    }
    next = &last + 1;
    for (; numMerges > 0; --numMerges, --numLevels)
      mergeBlocks<Op>(levels[numLevels - 2], levels[numLevels - 1], size);
  }
}

template <typename Element, typename Op, typename Finish = AsItIs>
void combineRun(const CombineRun &run) {
  bool isWhole = !run.isIntermediate && run.numAddends == run.numOperands;
  if (run.contiguous && isWhole) {
    int log = countSubtree(run.operands, run.operands + run.numOperands,
                           /*isWidened=*/false);
    if (run.numOperands == 1 << log)
      return log == 0   ? foldRun<Element, Op, 1, Finish>(run)
             : log == 1 ? foldRun<Element, Op, 2, Finish>(run)
             : log == 2 ? foldRun<Element, Op, 4, Finish>(run)
                        : foldRun<Element, Op, 8, Finish>(run);
  }
  constexpr int64_t kSize = kBlock<typename Element::Value>;
  typename Element::Value levels[kMaxLevels][kSize];
  typename Element::Value *results = levels[0];
  auto *destination =
      reinterpret_cast<typename Element::Storage *>(run.destination);
  for (int64_t begin = 0; begin < run.size; begin += kSize) {
    int64_t size = run.size - begin < kSize ? run.size - begin : kSize;
    if (run.contiguous)
      foldAll<Element, Op, true>(levels, run, begin, size);
    else
      foldAll<Element, Op, false>(levels, run, begin, size);
    if (run.isIntermediate) {
      auto *intermediate =
          reinterpret_cast<typename Element::Value *>(run.destination) +
          begin * run.destinationStride;
      for (int64_t i = 0; i < size; ++i)
        intermediate[i * run.destinationStride] = results[i];
      continue;
    }
    for (int64_t i = 0; i < size; ++i)
      results[i] = Finish::template apply<Element>(results[i], run.numAddends);
    if (run.destinationStride == 1)
      for (int64_t i = 0; i < size; ++i)
        destination[begin + i] = Element::store(results[i]);
    else
      for (int64_t i = 0; i < size; ++i)
        destination[(begin + i) * run.destinationStride] =
            Element::store(results[i]);
  }
}

struct AndOp {
  template <typename T> static T apply(T a, T b) { return a & b; }
};
struct OrOp {
  template <typename T> static T apply(T a, T b) { return a | b; }
};
struct XorOp {
  template <typename T> static T apply(T a, T b) { return a ^ b; }
};
struct AddOp {
  template <typename T> static T apply(T a, T b) { return a + b; }
};
struct MulOp {
  template <typename T> static T apply(T a, T b) { return a * b; }
};

} // namespace dtensor::runtime::DTENSOR_ISA

#endif // DTENSOR_RUNTIME_COLLECTIVES_COMBINELOOPS_H
