//===- BatchGroup.h - Batches of one process --------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_BATCHGROUP_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_BATCHGROUP_H

#include "Batches.h"

namespace dtensor {

/// Batches that a process runs one after another. To start a process takes as
/// long as a trial, so that batches of few trials share one.
class BatchGroup {
public:
  /// Takes batches with trials from the front of `batches`, at least one if
  /// there are any.
  static std::vector<Batch *> choose(llvm::MutableArrayRef<Batch> &batches);

  BatchGroup(std::vector<Batch *> batches, TrialCompilers &compilers,
             double timeoutSeconds);

  /// Takes the new outcomes. Returns whether more will come.
  bool poll(Results &results);

private:
  std::vector<Batch *> batches;
  /// The number of the first batch that has trials left.
  size_t current = 0;
  ForkedBatch process;
};

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_BATCHGROUP_H
