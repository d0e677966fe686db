/*===- matmul.c - A product on 6 devices --------------------------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

/* usage: matmul MATMUL.so
 * MATMUL.so is examples/host/matmul.mlir, compiled ahead of time. */

#include "dtensor-c/Executable.h"

#include <stdio.h>
#include <stdlib.h>

static void check(DTensorStatus status) {
  if (status == DTENSOR_OK)
    return;
  fprintf(stderr, "error: %s\n", dtensorGetLastError());
  exit(1);
}

/* Divides a matrix as an argument of the program is divided. */
static DTensorDTensor distribute(DTensorExecutable program, int64_t argument,
                                 const int32_t *elements) {
  DTensorValueInfo info;
  DTensorLayout layout;
  DTensorTensor whole;
  DTensorDTensor result;
  check(dtensorExecutableGetArgument(program, argument, &info));
  check(dtensorExecutableGetArgumentLayout(program, argument, &layout));
  check(dtensorTensorBorrow(elements, info.rank, info.shape, info.dtype, NULL,
                            NULL, &whole));
  check(dtensorDistribute(whole, layout, &result));
  dtensorTensorDestroy(whole);
  dtensorLayoutDestroy(layout);
  return result;
}

int main(int argc, char **argv) {
  static const int32_t a[] = {1, 2, 3, 4, 5, 6}, b[] = {6, 5, 4, 3, 2, 1};
  DTensorExecutable program;
  DTensorContext none = {NULL};
  DTensorDTensor arguments[2], result;
  DTensorMesh mesh;
  int64_t i, count, device;
  if (argc != 2) {
    fprintf(stderr, "usage: matmul MATMUL.so\n");
    return 1;
  }
  check(dtensorExecutableLoad(argv[1], &program));
  arguments[0] = distribute(program, 0, a);
  arguments[1] = distribute(program, 1, b);
  check(dtensorExecutableRun(program, none, 2, arguments, 1, &result));
  /* All 6 of them, or under mpirun those of this process. */
  check(dtensorExecutableGetMesh(program, &mesh));
  check(dtensorMeshGetNumLocalDevices(mesh, &count));
  for (i = 0; i < count; ++i) {
    DTensorTensor component;
    char *text;
    check(dtensorMeshGetLocalDevice(mesh, i, &device));
    check(dtensorDTensorGetComponent(result, device, &component));
    check(dtensorTensorPrint(component, &text));
    printf("device %d: %s\n", (int)device, text);
    dtensorStringDestroy(text);
    dtensorTensorDestroy(component);
  }
  dtensorMeshDestroy(mesh);
  dtensorDTensorDestroy(result);
  dtensorDTensorDestroy(arguments[0]);
  dtensorDTensorDestroy(arguments[1]);
  dtensorExecutableDestroy(program);
  return 0;
}
