//===- CollectiveCounterTest.cpp - Counts of collectives, in C ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor-c/CollectiveCounter.h"
#include "CApiTest.h"

#include <thread>

namespace {

TEST_F(CApiTest, CollectiveCounters) {
  DTensorCollectiveCounter counter, second, noCounter{};
  EXPECT_EQ(dtensorCollectiveCounterCreate(&counter), DTENSOR_OK);
  EXPECT_EQ(dtensorCollectiveCounterCreate(&second), DTENSOR_OK);
  auto gather = [&] {
    DTensorTensor full;
    EXPECT_EQ(dtensorDTensorGetFull(dtensor, &full), DTENSOR_OK);
    dtensorTensorDestroy(full);
  };
  gather();
  int64_t number;
  EXPECT_EQ(dtensorCollectiveCounterGetNumCounts(counter, &number), DTENSOR_OK);
  EXPECT_EQ(number, 1);
  DTensorCollectiveCount count;
  EXPECT_EQ(dtensorCollectiveCounterGetCount(counter, 0, &count), DTENSOR_OK);
  EXPECT_STREQ(count.function, "relayout");
  EXPECT_STREQ(count.place, "");
  EXPECT_STREQ(count.kind, "all_gather");
  EXPECT_EQ(count.count, 1);
  EXPECT_EQ(count.bytesReceived, 16);
  char *text;
  EXPECT_EQ(dtensorCollectiveCounterPrint(counter, &text), DTENSOR_OK);
  EXPECT_STREQ(text, "function  collective  count  bytes  place\n"
                     "relayout  all_gather      1     16\n");
  dtensorStringDestroy(text);
  EXPECT_EQ(dtensorCollectiveCounterPrintJson(counter, &text), DTENSOR_OK);
  EXPECT_NE(std::string(text).find("\"all_gather\""), std::string::npos);
  dtensorStringDestroy(text);

  // Destroyed in the order in which they were made, and on another thread.
  dtensorCollectiveCounterDestroy(counter);
  gather();
  EXPECT_EQ(dtensorCollectiveCounterGetTotal(second, nullptr, &number),
            DTENSOR_OK);
  EXPECT_EQ(number, 2);
  EXPECT_EQ(dtensorCollectiveCounterGetTotal(second, "all_reduce", &number),
            DTENSOR_OK);
  EXPECT_EQ(number, 0);
  EXPECT_EQ(
      dtensorCollectiveCounterGetBytesReceived(second, "all_gather", &number),
      DTENSOR_OK);
  EXPECT_EQ(number, 32);
  expectInvalid(dtensorCollectiveCounterGetCount(second, 1, &count),
                "dtensorCollectiveCounterGetCount: required one of 1 counts, "
                "found 1");
  std::thread([&] { dtensorCollectiveCounterDestroy(second); }).join();
  gather();

  expectInvalid(dtensorCollectiveCounterCreate(nullptr),
                "dtensorCollectiveCounterCreate: argument 'result' is null");
  expectInvalid(
      dtensorCollectiveCounterGetNumCounts(noCounter, &number),
      "dtensorCollectiveCounterGetNumCounts: argument 'counter' is null");
  expectInvalid(dtensorCollectiveCounterGetCount(noCounter, 0, &count),
                "dtensorCollectiveCounterGetCount: argument 'counter' is null");
  expectInvalid(dtensorCollectiveCounterGetTotal(noCounter, "", &number),
                "dtensorCollectiveCounterGetTotal: argument 'counter' is null");
  expectInvalid(
      dtensorCollectiveCounterGetBytesReceived(noCounter, "", &number),
      "dtensorCollectiveCounterGetBytesReceived: argument 'counter' is null");
  expectInvalid(dtensorCollectiveCounterPrint(noCounter, &text),
                "dtensorCollectiveCounterPrint: argument 'counter' is null");
  expectInvalid(
      dtensorCollectiveCounterPrintJson(noCounter, &text),
      "dtensorCollectiveCounterPrintJson: argument 'counter' is null");
  dtensorCollectiveCounterDestroy(noCounter);
}

} // namespace
