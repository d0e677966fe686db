//===- ExecutableTest.cpp - Compiled programs in C ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CApiTest.h"

namespace {

TEST_F(CApiTest, Executables) {
  int64_t number;
  const char *text;
  DTensorValueInfo info;
  DTensorMesh ofProgram;
  DTensorLayout ofArgument;
  DTensorExecutable other;
  EXPECT_EQ(dtensorExecutableGetName(executable, &text), DTENSOR_OK);
  EXPECT_STREQ(text, "main");
  EXPECT_EQ(dtensorExecutableGetReport(executable, &text), DTENSOR_OK);
  EXPECT_STREQ(text, R"({"collectives": []})");
  EXPECT_EQ(dtensorExecutableGetPeakBytes(executable, &number), DTENSOR_OK);
  EXPECT_EQ(number, 32);
  EXPECT_EQ(dtensorExecutableGetNumArguments(executable, &number), DTENSOR_OK);
  EXPECT_EQ(number, 1);
  EXPECT_EQ(dtensorExecutableGetNumResults(executable, &number), DTENSOR_OK);
  EXPECT_EQ(number, 1);
  EXPECT_EQ(dtensorExecutableGetArgument(executable, 0, &info), DTENSOR_OK);
  EXPECT_STREQ(info.name, "in");
  EXPECT_STREQ(info.layout, "x,unsharded");
  EXPECT_EQ(info.rank, 2);
  EXPECT_EQ(info.shape[0], 3);
  EXPECT_EQ(info.dtype, DTENSOR_FLOAT32);
  EXPECT_FALSE(info.donated);
  EXPECT_EQ(dtensorExecutableGetResult(executable, 0, &info), DTENSOR_OK);
  EXPECT_STREQ(info.name, "out");
  EXPECT_EQ(dtensorExecutableGetMesh(executable, &ofProgram), DTENSOR_OK);
  dtensorMeshDestroy(ofProgram);
  EXPECT_EQ(dtensorExecutableGetArgumentLayout(executable, 0, &ofArgument),
            DTENSOR_OK);
  dtensorLayoutDestroy(ofArgument);

  expectInvalid(dtensorExecutableLoad(nullptr, &other),
                "dtensorExecutableLoad: argument 'path' is null");
  expectInvalid(dtensorExecutableLoad(LOADED_PROGRAM, nullptr),
                "dtensorExecutableLoad: argument 'result' is null");
  expectInvalid(dtensorExecutableLoad("/nowhere", &other),
                "dtensorExecutableLoad: '/nowhere': No such file or directory");
  expectInvalid(dtensorExecutableGetName(noExecutable, &text),
                "dtensorExecutableGetName: argument 'executable' is null");
  expectInvalid(dtensorExecutableGetName(executable, nullptr),
                "dtensorExecutableGetName: argument 'result' is null");
  expectInvalid(dtensorExecutableGetReport(noExecutable, &text),
                "dtensorExecutableGetReport: argument 'executable' is null");
  expectInvalid(dtensorExecutableGetReport(executable, nullptr),
                "dtensorExecutableGetReport: argument 'result' is null");
  expectInvalid(dtensorExecutableGetPeakBytes(noExecutable, &number),
                "dtensorExecutableGetPeakBytes: argument 'executable' is null");
  expectInvalid(dtensorExecutableGetPeakBytes(executable, nullptr),
                "dtensorExecutableGetPeakBytes: argument 'result' is null");
  expectInvalid(
      dtensorExecutableGetNumArguments(noExecutable, &number),
      "dtensorExecutableGetNumArguments: argument 'executable' is null");
  expectInvalid(dtensorExecutableGetNumArguments(executable, nullptr),
                "dtensorExecutableGetNumArguments: argument 'result' is null");
  expectInvalid(
      dtensorExecutableGetNumResults(noExecutable, &number),
      "dtensorExecutableGetNumResults: argument 'executable' is null");
  expectInvalid(dtensorExecutableGetNumResults(executable, nullptr),
                "dtensorExecutableGetNumResults: argument 'result' is null");
  expectInvalid(dtensorExecutableGetArgument(noExecutable, 0, &info),
                "dtensorExecutableGetArgument: argument 'executable' is null");
  expectInvalid(dtensorExecutableGetArgument(executable, 0, nullptr),
                "dtensorExecutableGetArgument: argument 'result' is null");
  expectInvalid(dtensorExecutableGetArgument(executable, 1, &info),
                "dtensorExecutableGetArgument: required one of 1 arguments, "
                "found 1");
  expectInvalid(dtensorExecutableGetResult(noExecutable, 0, &info),
                "dtensorExecutableGetResult: argument 'executable' is null");
  expectInvalid(dtensorExecutableGetResult(executable, 0, nullptr),
                "dtensorExecutableGetResult: argument 'result' is null");
  expectInvalid(dtensorExecutableGetResult(executable, -1, &info),
                "dtensorExecutableGetResult: required one of 1 results, found "
                "-1");
  expectInvalid(dtensorExecutableGetMesh(noExecutable, &ofProgram),
                "dtensorExecutableGetMesh: argument 'executable' is null");
  expectInvalid(dtensorExecutableGetMesh(executable, nullptr),
                "dtensorExecutableGetMesh: argument 'result' is null");
  expectInvalid(
      dtensorExecutableGetArgumentLayout(noExecutable, 0, &ofArgument),
      "dtensorExecutableGetArgumentLayout: argument 'executable' is null");
  expectInvalid(
      dtensorExecutableGetArgumentLayout(executable, 0, nullptr),
      "dtensorExecutableGetArgumentLayout: argument 'result' is null");
  expectInvalid(dtensorExecutableGetArgumentLayout(executable, 2, &ofArgument),
                "dtensorExecutableGetArgumentLayout: required one of 1 "
                "arguments, found 2");
  dtensorExecutableDestroy(noExecutable);
}

} // namespace
