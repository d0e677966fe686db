//===- Repetitions.cpp - Stretches that follow each other -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/Repetitions.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/Support/MathExtras.h"
#include <unordered_map>

using namespace dtensor;

/// The number of keys that are looked for together. Repetitions of single keys
/// are found within such a run too.
static constexpr size_t kTogether = 4;

llvm::SmallVector<Repetition>
dtensor::findRepetitions(llvm::ArrayRef<uint64_t> keys,
                         llvm::ArrayRef<unsigned> sizes, uint64_t minSize) {
  llvm::SmallVector<uint64_t> sums = {0};
  for (unsigned size : sizes)
    sums.push_back(sums.back() + size);
  llvm::SmallVector<Repetition> found;
  /// The place where the same keys began last.
  std::unordered_map<size_t, size_t> last;
  /// For each distance between equal keys, the place up to which it holds.
  std::unordered_map<size_t, size_t> ends;
  size_t taken = 0;
  for (size_t i = 0; i + kTogether <= keys.size(); ++i) {
    llvm::ArrayRef<uint64_t> together = keys.slice(i, kTogether);
    auto [it, isNew] = last.try_emplace(llvm::hash_combine_range(together), i);
    size_t before = std::exchange(it->second, i);
    if (isNew || before < taken)
      continue;
    size_t distance = i - before;
    size_t &end = ends[distance];
    if (end <= i)
      for (end = i; end < keys.size() && keys[end] == keys[end - distance];)
        ++end;
    uint64_t size = std::max<uint64_t>(1, sums[i] - sums[before]);
    size_t length = distance * llvm::divideCeil(minSize, size);
    size_t count = (end - before) / length;
    if (count < 2)
      continue;
    found.push_back({before, length, count});
    taken = before + length * count;
    i = taken - 1;
  }
  return found;
}
