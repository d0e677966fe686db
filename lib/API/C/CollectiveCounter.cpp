//===- CollectiveCounter.cpp - Counts of collectives, in C ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/CollectiveCounter.h"

#include "Guard.h"
#include "dtensor-c/CollectiveCounter.h"

using namespace dt;
using namespace dt::c;

static CollectiveCounter &getCounter(DTensorCollectiveCounter counter) {
  return *get<std::unique_ptr<CollectiveCounter>>(counter, "counter");
}

static std::string_view getKind(const char *kind) { return kind ? kind : ""; }

DTensorStatus dtensorCollectiveCounterCreate(DTensorCollectiveCounter *result) {
  return make(__func__, result,
              [&] { return std::make_unique<CollectiveCounter>(); });
}

void dtensorCollectiveCounterDestroy(DTensorCollectiveCounter counter) {
  destroy<std::unique_ptr<CollectiveCounter>>(counter);
}

DTensorStatus
dtensorCollectiveCounterGetNumCounts(DTensorCollectiveCounter counter,
                                     int64_t *result) {
  return answer(__func__, result, [&] {
    return static_cast<int64_t>(getCounter(counter).counts().size());
  });
}

DTensorStatus dtensorCollectiveCounterGetCount(DTensorCollectiveCounter counter,
                                               int64_t index,
                                               DTensorCollectiveCount *result) {
  return answer(__func__, result, [&] {
    const std::vector<CollectiveCount> &counts = getCounter(counter).counts();
    int64_t size = counts.size();
    if (index < 0 || index >= size)
      throw Error("required one of " + std::to_string(size) +
                  " counts, found " + std::to_string(index));
    const CollectiveCount &count = counts[index];
    return DTensorCollectiveCount{count.function.c_str(), count.place.c_str(),
                                  count.kind.c_str(), count.count,
                                  count.bytes_received};
  });
}

DTensorStatus dtensorCollectiveCounterGetTotal(DTensorCollectiveCounter counter,
                                               const char *kind,
                                               int64_t *result) {
  return answer(__func__, result,
                [&] { return getCounter(counter).total(getKind(kind)); });
}

DTensorStatus
dtensorCollectiveCounterGetBytesReceived(DTensorCollectiveCounter counter,
                                         const char *kind, int64_t *result) {
  return answer(__func__, result, [&] {
    return getCounter(counter).bytes_received(getKind(kind));
  });
}

DTensorStatus dtensorCollectiveCounterPrint(DTensorCollectiveCounter counter,
                                            char **result) {
  return answer(__func__, result,
                [&] { return copyText(getCounter(counter).table()); });
}

DTensorStatus
dtensorCollectiveCounterPrintJson(DTensorCollectiveCounter counter,
                                  char **result) {
  return answer(__func__, result,
                [&] { return copyText(getCounter(counter).json()); });
}
