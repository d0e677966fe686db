//===- Decimation.cpp -----------------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decimation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace dtensor;

Selection dtensor::decimate(const SelectionModel &model, DualAscent dual,
                            llvm::ArrayRef<double> prices, uint64_t &work,
                            llvm::function_ref<bool()> isOver) {
  uint64_t workBefore = dual.getWork();
  llvm::SmallVector<unsigned, 0> order =
      llvm::to_vector(llvm::seq<unsigned>(0, model.getNodes().size()));
  // Nodes of two neighbors or less are chosen exactly afterwards.
  constexpr size_t kFew = 2;
  llvm::erase_if(order, [&](unsigned node) {
    return model.getEdgesOf(node).size() <= kFew;
  });
  llvm::stable_sort(order, [&](unsigned a, unsigned b) {
    return model.getEdgesOf(a).size() > model.getEdgesOf(b).size();
  });
  constexpr unsigned kRounds = 2;
  size_t batch = 1;
  for (size_t next = 0; next < order.size() && !isOver();
       batch += batch / 2 + 1) {
    size_t end = std::min(next + batch, order.size());
    for (; next < end; ++next)
      dual.fix(order[next], dual.getBest(order[next], prices));
    for (unsigned round = 0; round < kRounds; ++round)
      dual.iterate(prices);
  }
  work += dual.getWork() - workBefore;
  return dual.decode(prices);
}
