//===- VariableTest.cpp - Tests of settings from the environment ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Variable.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace dtensor::runtime;

static constexpr const char *kName = "DTENSOR_TEST_VARIABLE";

/// What is read of `text`, and what is printed.
static std::pair<std::optional<double>, std::string> read(const char *text) {
  setenv(kName, text, /*overwrite=*/1);
  testing::internal::CaptureStderr();
  std::optional<double> value = readVariable(kName, 10, "a number up to 10");
  unsetenv(kName);
  return {value, testing::internal::GetCapturedStderr()};
}

TEST(VariableTest, NumbersAreRead) {
  EXPECT_EQ(readVariable(kName, 10, ""), std::nullopt);
  EXPECT_EQ(read("").first, std::nullopt);
  for (auto [text, value] : {std::pair("0", 0.), {"2.5", 2.5}, {"1e1", 10.}}) {
    EXPECT_EQ(read(text).first, value);
    EXPECT_EQ(read(text).second, "");
  }
}

TEST(VariableTest, OtherTextIsReportedOnce) {
  EXPECT_EQ(read("5ms").second, "warning: DTENSOR_TEST_VARIABLE: required a "
                                "number up to 10, found '5ms'\n");
  for (const char *text : {"5ms", "-1", "nan", "11", "x"}) {
    EXPECT_EQ(read(text).first, std::nullopt);
    EXPECT_EQ(read(text).second, "");
  }
}
