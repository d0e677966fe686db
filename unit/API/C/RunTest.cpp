//===- RunTest.cpp - Runs of programs in C --------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CApiTest.h"

namespace {

TEST_F(CApiTest, Runs) {
  DTensorContext own;
  DTensorDTensor result, wrong, taken;
  DTensorFuture future;
  EXPECT_EQ(dtensorContextCreate(1, 0, 2, &own), DTENSOR_OK);
  EXPECT_EQ(dtensorExecutableRun(executable, own, 1, &dtensor, 1, &result),
            DTENSOR_OK);
  dtensorDTensorDestroy(result);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(dtensorExecutableRunAsync(executable, own, 1, &dtensor, &future),
              DTENSOR_OK);
    dtensorFutureDestroy(future);
  }
  EXPECT_EQ(dtensorContextSynchronize(own), DTENSOR_OK);
  EXPECT_EQ(dtensorContextSynchronize(context), DTENSOR_OK);
  dtensorContextDestroy(own);
  dtensorContextDestroy(context);

  // An error of the program, and a run after it.
  EXPECT_EQ(dtensorFull(2, shape, -1, DTENSOR_FLOAT32, layout, &wrong),
            DTENSOR_OK);
  EXPECT_EQ(dtensorExecutableRun(executable, context, 1, &wrong, 1, &result),
            DTENSOR_PROGRAM_FAILED);
  EXPECT_NE(std::string(dtensorGetLastError()).find("test.mlir:3:5: negative"),
            std::string::npos);
  EXPECT_EQ(dtensorExecutableRunAsync(executable, context, 1, &wrong, &future),
            DTENSOR_OK);
  EXPECT_EQ(dtensorFutureGet(future, 1, &result), DTENSOR_PROGRAM_FAILED);
  expectInvalid(dtensorFutureGet(future, 1, &result),
                "dtensorFutureGet: the results of the run were already given");
  dtensorFutureDestroy(future);
  EXPECT_EQ(
      dtensorExecutableRunTaking(executable, context, 1, &wrong, 1, &result),
      DTENSOR_PROGRAM_FAILED);
  // Only what a program updates in place is lost.
  DTensorTensor full;
  EXPECT_EQ(dtensorDTensorGetFull(wrong, &full), DTENSOR_OK);
  dtensorTensorDestroy(full);
  dtensorDTensorDestroy(wrong);
  EXPECT_EQ(dtensorExecutableRun(executable, context, 1, &dtensor, 1, &result),
            DTENSOR_OK);
  dtensorDTensorDestroy(result);

  expectInvalid(dtensorContextCreate(-1, 0, 0, &own),
                "dtensorContextCreate: Context: required a number of workers "
                "of at least 0, found -1");
  expectInvalid(dtensorContextCreate(0, 0, 0, nullptr),
                "dtensorContextCreate: argument 'result' is null");
  expectInvalid(
      dtensorExecutableRun(noExecutable, context, 1, &dtensor, 1, &result),
      "dtensorExecutableRun: argument 'executable' is null");
  expectInvalid(
      dtensorExecutableRun(executable, context, 1, nullptr, 1, &result),
      "dtensorExecutableRun: argument 'arguments' is null");
  expectInvalid(
      dtensorExecutableRun(executable, context, 1, &noDTensor, 1, &result),
      "dtensorExecutableRun: argument 'arguments' is null");
  expectInvalid(
      dtensorExecutableRun(executable, context, 1, &dtensor, 1, nullptr),
      "dtensorExecutableRun: argument 'results' is null");
  expectInvalid(
      dtensorExecutableRun(executable, context, 1, &dtensor, 2, &result),
      "dtensorExecutableRun: required space for 1 results, found 2");
  expectInvalid(
      dtensorExecutableRun(executable, context, 0, nullptr, 1, &result),
      "dtensorExecutableRun: 'main': required 1 arguments, found 0");
  expectInvalid(dtensorExecutableRunTaking(noExecutable, context, 1, &dtensor,
                                           1, &result),
                "dtensorExecutableRunTaking: argument 'executable' is null");
  expectInvalid(
      dtensorExecutableRunTaking(executable, context, 1, nullptr, 1, &result),
      "dtensorExecutableRunTaking: argument 'arguments' is null");
  expectInvalid(
      dtensorExecutableRunTaking(executable, context, 1, &dtensor, 1, nullptr),
      "dtensorExecutableRunTaking: argument 'results' is null");
  // A handle that is there twice.
  EXPECT_EQ(dtensorFull(2, shape, 1, DTENSOR_FLOAT32, layout, &taken),
            DTENSOR_OK);
  DTensorDTensor both[] = {taken, taken};
  expectInvalid(
      dtensorExecutableRunTaking(executable, context, 2, both, 1, &result),
      "dtensorExecutableRunTaking: 'main': required 1 arguments, found 2");
  EXPECT_EQ(dtensorDTensorGetFull(both[1], &full), DTENSOR_OK);
  dtensorTensorDestroy(full);
  dtensorDTensorDestroy(both[0]);
  expectInvalid(
      dtensorExecutableRunAsync(noExecutable, context, 1, &dtensor, &future),
      "dtensorExecutableRunAsync: argument 'executable' is null");
  expectInvalid(
      dtensorExecutableRunAsync(executable, context, 1, nullptr, &future),
      "dtensorExecutableRunAsync: argument 'arguments' is null");
  expectInvalid(
      dtensorExecutableRunAsync(executable, context, 1, &dtensor, nullptr),
      "dtensorExecutableRunAsync: argument 'result' is null");
  expectInvalid(dtensorFutureGet(noFuture, 1, &result),
                "dtensorFutureGet: argument 'future' is null");
  EXPECT_EQ(
      dtensorExecutableRunAsync(executable, context, 1, &dtensor, &future),
      DTENSOR_OK);
  expectInvalid(dtensorFutureGet(future, 1, nullptr),
                "dtensorFutureGet: argument 'results' is null");
  expectInvalid(dtensorFutureGet(future, 2, both),
                "dtensorFutureGet: required space for 1 results, found 2");
  dtensorFutureDestroy(future);
  dtensorFutureDestroy(noFuture);
}

} // namespace
