//===- BatchGroup.cpp - Batches of one process ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BatchGroup.h"

namespace dtensor {

static size_t countTrials(llvm::ArrayRef<Batch *> batches) {
  size_t count = 0;
  for (const Batch *batch : batches)
    count += batch->getNumTrials();
  return count;
}

std::vector<Batch *> BatchGroup::choose(llvm::MutableArrayRef<Batch> &batches) {
  constexpr size_t kManyTrials = 32;
  std::vector<Batch *> chosen;
  while (!batches.empty() && countTrials(chosen) < kManyTrials) {
    if (batches.front().getNumTrials() > 0)
      chosen.push_back(&batches.front());
    batches = batches.drop_front();
  }
  return chosen;
}

BatchGroup::BatchGroup(std::vector<Batch *> chosen, TrialCompilers &compilers,
                       double timeoutSeconds)
    : batches(std::move(chosen)),
      process(
          countTrials(batches),
          [batches = batches, &compilers](size_t first, llvm::raw_ostream &os) {
            for (const Batch *batch : batches) {
              size_t skipped = std::min(first, batch->getNumTrials());
              first -= skipped;
              if (skipped < batch->getNumTrials())
                batch->run(compilers, skipped, os);
            }
          },
          timeoutSeconds) {}

bool BatchGroup::poll(Results &results) {
  for (const ForkedBatch::Answer &answer : process.poll()) {
    batches[current]->take(answer, results);
    if (batches[current]->isDone())
      ++current;
  }
  if (process.isDone())
    return false;
  if (current < batches.size())
    results.showRunning(process.getSeconds(),
                        [&] { return batches[current]->getNextName(); });
  return true;
}

} // namespace dtensor
