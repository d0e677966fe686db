/*===- Tutorial.c - A program in C --------------------------------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "dtensor-c/Executable.h"

#include <string.h>

/* Runs the program on 0, 1, ... 5, and returns the line of what failed, or 0.
 */
#define CHECK(condition)                                                       \
  if (!(condition))                                                            \
  return __LINE__

int runTutorial(const char *program) {
  static const char *const names[] = {"x"};
  static const int64_t sizes[] = {2};
  static const char *const specs[] = {"x", "unsharded"};
  static const float elements[] = {0, 1, 2, 3, 4, 5};
  static const int64_t shape[] = {3, 2};
  DTensorMesh mesh;
  DTensorLayout layout;
  DTensorTensor tensor, full;
  DTensorDTensor input, result;
  DTensorContext none = {0};
  DTensorExecutable executable;
  DTensorFuture future;
  const void *data;
  char *text;

  CHECK(dtensorGetCApiVersion() >= DTENSOR_C_API_VERSION);
  CHECK(dtensorMeshCreate(1, names, sizes, &mesh) == DTENSOR_OK);
  CHECK(dtensorLayoutCreate(2, specs, mesh, &layout) == DTENSOR_OK);
  CHECK(dtensorTensorBorrow(elements, 2, shape, DTENSOR_FLOAT32, 0, 0,
                            &tensor) == DTENSOR_OK);
  CHECK(dtensorDistribute(tensor, layout, &input) == DTENSOR_OK);
  CHECK(dtensorExecutableLoad(program, &executable) == DTENSOR_OK);
  CHECK(dtensorExecutableRun(executable, none, 1, &input, 1, &result) ==
        DTENSOR_OK);
  dtensorDTensorDestroy(input);
  CHECK(dtensorExecutableRunAsync(executable, none, 1, &result, &future) ==
        DTENSOR_OK);
  dtensorDTensorDestroy(result);
  CHECK(dtensorFutureGet(future, 1, &result) == DTENSOR_OK);
  dtensorFutureDestroy(future);
  CHECK(dtensorExecutableRunTaking(executable, none, 1, &result, 1, &input) ==
        DTENSOR_OK);
  CHECK(result.ptr == 0);
  CHECK(dtensorDTensorGetFull(input, &full) == DTENSOR_OK);
  CHECK(dtensorTensorGetData(full, &data) == DTENSOR_OK);
  CHECK(((const float *)data)[5] == 8);
  CHECK(dtensorTensorPrint(full, &text) == DTENSOR_OK);
  CHECK(strcmp(text, "[[3 4]\n [5 6]\n [7 8]]") == 0);
  dtensorStringDestroy(text);
  dtensorTensorDestroy(full);
  dtensorDTensorDestroy(input);
  dtensorExecutableDestroy(executable);
  dtensorTensorDestroy(tensor);
  dtensorLayoutDestroy(layout);
  dtensorMeshDestroy(mesh);
  return 0;
}
