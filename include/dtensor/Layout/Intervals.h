//===- Intervals.h - Which intervals overlap --------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_INTERVALS_H
#define DTENSOR_LAYOUT_INTERVALS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>
#include <tuple>

namespace dtensor {

/// A set of half-open intervals from `begin` to `end`, each with a value. Empty
/// intervals overlap nothing, and are not kept. A query for the intervals that
/// overlap another one takes time in proportion to their number, if few
/// intervals of similar length begin at about the same place.
template <typename T> class Intervals {
public:
  void insert(int64_t begin, int64_t end, T of) {
    if (begin < end)
      byExtent[getClass(begin, end)].insert({begin, end, of});
  }

  void erase(int64_t begin, int64_t end, T of) {
    if (begin < end)
      byExtent[getClass(begin, end)].erase({begin, end, of});
  }

  void forEachOverlapping(int64_t begin, int64_t end,
                          llvm::function_ref<void(T)> visit) const {
    if (begin >= end)
      return;
    for (const auto &[extentClass, members] : byExtent) {
      // Intervals of this class that begin before `start` end before `begin`.
      int64_t start = begin - (int64_t(1) << extentClass);
      for (auto it = members.lower_bound({start, start, T()});
           it != members.end() && std::get<0>(*it) < end; ++it)
        if (std::get<1>(*it) > begin)
          visit(std::get<2>(*it));
    }
  }

private:
  static unsigned getClass(int64_t begin, int64_t end) {
    return llvm::Log2_64_Ceil(end - begin);
  }

  /// The intervals by the logarithm of their extent.
  std::map<unsigned, std::set<std::tuple<int64_t, int64_t, T>>> byExtent;
};

} // namespace dtensor

#endif // DTENSOR_LAYOUT_INTERVALS_H
