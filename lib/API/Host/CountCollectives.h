//===- CountCollectives.h - What counters are told --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_API_HOST_COUNTCOLLECTIVES_H
#define DTENSOR_LIB_API_HOST_COUNTCOLLECTIVES_H

#include "dt/CollectiveCounter.h"
#include "llvm/ADT/StringRef.h"

namespace dt {

/// Adds to the counters of this thread.
void countCollective(const CollectiveCount &count);
/// Whether this thread has a counter.
bool areCollectivesCounted();

/// The collectives in a communication report. Errors: a text that is none.
std::vector<CollectiveCount> readCollectives(llvm::StringRef function,
                                             llvm::StringRef report);

} // namespace dt

#endif // DTENSOR_LIB_API_HOST_COUNTCOLLECTIVES_H
