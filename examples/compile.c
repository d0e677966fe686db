/*===- compile.c - A program compiled and run in C ----------------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

/* Compiles a program for 4 devices and runs it. The program calls a function of
 * this file, each device for its rows. */

#include "dtensor-c/Compiler.h"
#include "dtensor-c/LocalMap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char source[] =
    "func.func @main(%x: tensor<4x3xf32>) -> tensor<4xf32> {\n"
    "  %twice = stablehlo.add %x, %x : tensor<4x3xf32>\n"
    "  %most = stablehlo.custom_call @row_maximum(%twice)\n"
    "      {dtensor.sharding_rule = \"([i,j])->([i]) {j whole}\"}\n"
    "      : (tensor<4x3xf32>) -> tensor<4xf32>\n"
    "  return %most : tensor<4xf32>\n"
    "}\n";

static void check(DTensorStatus status) {
  if (status == DTENSOR_OK)
    return;
  fprintf(stderr, "error: %s\n", dtensorGetLastError());
  exit(1);
}

/* The greatest element of each row of a component. */
static const char *findMaxima(void *data, int64_t device, int64_t numComponents,
                              const DTensorTensor *components,
                              int64_t numResults, DTensorTensor *results) {
  const int64_t *shape;
  const void *elements;
  float maxima[4];
  int64_t row, column;
  (void)data, (void)device;
  if (numComponents != 1 || numResults != 1)
    return "required one component and one result";
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

static DTensorDTensor distribute(DTensorExecutable program,
                                 const float *elements) {
  DTensorValueInfo info;
  DTensorLayout layout;
  DTensorTensor whole;
  DTensorDTensor result;
  check(dtensorExecutableGetArgument(program, 0, &info));
  check(dtensorExecutableGetArgumentLayout(program, 0, &layout));
  check(
      dtensorTensorCreate(elements, info.rank, info.shape, info.dtype, &whole));
  check(dtensorDistribute(whole, layout, &result));
  dtensorTensorDestroy(whole);
  dtensorLayoutDestroy(layout);
  return result;
}

int main(void) {
  static const char *const names[] = {"x"};
  static const int64_t sizes[] = {4};
  static const float elements[] = {1, 2, 3, 9, 8, 7, 4, 6, 5, -1, -2, -3};
  DTensorMesh mesh;
  DTensorCompileOptions options, defaults = {NULL};
  DTensorExecutable program;
  DTensorContext none = {NULL};
  DTensorDTensor argument, result;
  int64_t device;

  check(dtensorDefineFunction("row_maximum", 1, findMaxima, NULL));
  check(dtensorMeshCreate(1, names, sizes, &mesh));
  check(dtensorCompileOptionsCreate(&options));
  check(dtensorCompileOptionsSetMesh(options, mesh));
  check(dtensorCompileOptionsSetArgumentLayout(options, 0, "x,unsharded"));
  check(dtensorCompile(source, strlen(source), options, &program));
  argument = distribute(program, elements);
  check(dtensorExecutableRun(program, none, 1, &argument, 1, &result));
  for (device = 0; device < 4; ++device) {
    DTensorTensor component;
    char *text;
    check(dtensorDTensorGetComponent(result, device, &component));
    check(dtensorTensorPrint(component, &text));
    printf("device %d: %s\n", (int)device, text);
    dtensorStringDestroy(text);
    dtensorTensorDestroy(component);
  }
  dtensorDTensorDestroy(result);
  dtensorDTensorDestroy(argument);
  dtensorExecutableDestroy(program);
  dtensorCompileOptionsDestroy(options);
  dtensorMeshDestroy(mesh);

  /* An error names its place in the program. */
  if (dtensorCompile("func.func @main() { return %x }", 31, defaults,
                     &program) == DTENSOR_OK)
    return 1;
  printf("got an error as expected: %s\n", dtensorGetLastError());
  return 0;
}
