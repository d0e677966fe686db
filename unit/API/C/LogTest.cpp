//===- LogTest.cpp - How much is logged, in C -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor-c/Log.h"
#include "CApiTest.h"

namespace {

TEST_F(CApiTest, Logs) {
  DTensorLogLevel level;
  EXPECT_EQ(dtensorGetLogLevel(&level), DTENSOR_OK);
  std::string lines;
  EXPECT_EQ(dtensorSetLogSink(
                [](void *data, DTensorLogLevel level, const char *line) {
                  EXPECT_EQ(level, DTENSOR_LOG_DEBUG);
                  *static_cast<std::string *>(data) += line;
                },
                &lines),
            DTENSOR_OK);
  EXPECT_EQ(dtensorSetLogLevel(DTENSOR_LOG_DEBUG), DTENSOR_OK);
  DTensorLogLevel now;
  EXPECT_EQ(dtensorGetLogLevel(&now), DTENSOR_OK);
  EXPECT_EQ(now, DTENSOR_LOG_DEBUG);
  DTensorDTensor result;
  // The devices are there before the level is set.
  EXPECT_EQ(dtensorSetLogLevel(DTENSOR_LOG_NONE), DTENSOR_OK);
  for (DTensorLogLevel each : {DTENSOR_LOG_NONE, DTENSOR_LOG_DEBUG}) {
    EXPECT_EQ(dtensorSetLogLevel(each), DTENSOR_OK);
    EXPECT_EQ(
        dtensorExecutableRun(executable, context, 1, &dtensor, 1, &result),
        DTENSOR_OK);
    dtensorDTensorDestroy(result);
  }
  EXPECT_EQ(lines, "run 'main'");
  EXPECT_EQ(dtensorSetLogSink(nullptr, nullptr), DTENSOR_OK);
  EXPECT_EQ(dtensorSetLogLevel(level), DTENSOR_OK);
  expectInvalid(dtensorSetLogLevel(static_cast<DTensorLogLevel>(4)),
                "dtensorSetLogLevel: required a level from 0 to 3, found 4");
  expectInvalid(dtensorGetLogLevel(nullptr),
                "dtensorGetLogLevel: argument 'result' is null");
}

} // namespace
