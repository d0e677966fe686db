//===- TutorialTest.cpp - A program in C ----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CApiTest.h"

extern "C" int runTutorial(const char *program);

namespace {

TEST_F(CApiTest, RunsATutorialInC) {
  EXPECT_EQ(runTutorial(LOADED_PROGRAM), 0) << dtensorGetLastError();
}

} // namespace
