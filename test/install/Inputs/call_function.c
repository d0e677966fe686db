/*===- call_function.c - A loaded program calls this file ---------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

/* usage: call_function PROGRAM.so
 * Runs the program without the function that it calls, and then with it. */

#include "dtensor-c/Executable.h"
#include "dtensor-c/LocalMap.h"

#include <stdio.h>
#include <stdlib.h>

static void check(DTensorStatus status) {
  if (status == DTENSOR_OK)
    return;
  fprintf(stderr, "error: %s\n", dtensorGetLastError());
  exit(1);
}

static const char *findMaxima(void *data, int64_t device, int64_t numComponents,
                              const DTensorTensor *components,
                              int64_t numResults, DTensorTensor *results) {
  const int64_t *shape;
  const void *elements;
  float maxima[4];
  int64_t row, column;
  (void)data, (void)device, (void)numComponents, (void)numResults;
  check(dtensorTensorGetShape(components[0], &shape));
  check(dtensorTensorGetData(components[0], &elements));
  for (row = 0; row < shape[0]; ++row) {
    const float *x = (const float *)elements + row * shape[1];
    maxima[row] = x[0];
    for (column = 1; column < shape[1]; ++column)
      maxima[row] = x[column] > maxima[row] ? x[column] : maxima[row];
  }
  check(dtensorTensorCreate(maxima, 1, shape, DTENSOR_FLOAT32, results));
  return NULL;
}

int main(int argc, char **argv) {
  static const float elements[] = {1, 2, 3, 9, 8, 7, 4, 6, 5, 5, -2, -3};
  static const int64_t shape[] = {4, 3};
  DTensorExecutable program;
  DTensorLayout layout;
  DTensorTensor tensor;
  DTensorDTensor argument, result;
  DTensorContext none = {NULL};
  char *text;
  if (argc != 2)
    return 1;
  check(dtensorExecutableLoad(argv[1], &program));
  check(dtensorExecutableGetArgumentLayout(program, 0, &layout));
  check(dtensorTensorCreate(elements, 2, shape, DTENSOR_FLOAT32, &tensor));
  check(dtensorDistribute(tensor, layout, &argument));
  if (dtensorExecutableRun(program, none, 1, &argument, 1, &result) ==
      DTENSOR_OK)
    return 1;
  printf("%s\n", dtensorGetLastError());
  check(dtensorDefineFunction("row_maximum", 1, findMaxima, NULL));
  check(dtensorExecutableRun(program, none, 1, &argument, 1, &result));
  dtensorTensorDestroy(tensor);
  check(dtensorDTensorGetFull(result, &tensor));
  check(dtensorTensorPrint(tensor, &text));
  printf("%s\n", text);
  dtensorStringDestroy(text);
  dtensorTensorDestroy(tensor);
  dtensorDTensorDestroy(argument);
  dtensorDTensorDestroy(result);
  dtensorLayoutDestroy(layout);
  dtensorExecutableDestroy(program);
  return 0;
}
