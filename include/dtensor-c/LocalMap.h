/*===- LocalMap.h - Functions on components, in C -----------------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
\*===----------------------------------------------------------------------===*/

#ifndef DTENSOR_C_LOCALMAP_H
#define DTENSOR_C_LOCALMAP_H

#include "dtensor-c/Tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A function that every device calls with its components, at the same time and
 * from several threads. It reads `components`, which belong to the library, and
 * writes a handle of its component of each result, which the library takes. It
 * must not run programs or relayouts. Returns null, or the text of an error,
 * which is copied at once; the library takes the handles then as well. */
typedef const char *(*DTensorLocalFunction)(void *data, int64_t device,
                                            int64_t numComponents,
                                            const DTensorTensor *components,
                                            int64_t numResults,
                                            DTensorTensor *results);

typedef struct DTensorLocalMapOptions {
  /* One layout per argument; if it is null, any are taken. */
  const DTensorLayout *inLayouts;
  /* Whether arguments with other layouts are moved; else they are errors. */
  bool redistributeInputs;
  /* The bytes of stack of the function on a device; 0 for 1 MiB. */
  int64_t stackBytes;
} DTensorLocalMapOptions;

/* Calls a function on components; see dt/LocalMap.h. `data` is the function's
 * first argument. `outLayouts` has the layouts of the results. `options` may be
 * null. Writes `numResults` handles, which the caller owns. The caller still
 * owns the arguments. An error of the function is DTENSOR_PROGRAM_FAILED. */
DTENSOR_C_EXPORT DTensorStatus dtensorLocalMap(
    DTensorLocalFunction function, void *data, int64_t numArguments,
    const DTensorDTensor *arguments, int64_t numResults,
    const DTensorLayout *outLayouts, const DTensorLocalMapOptions *options,
    DTensorContext context, DTensorDTensor *results);

/* Gives the compiled programs of this process a function by its name, until the
 * process ends: that of a stablehlo.custom_call which has the attribute
 * dtensor.sharding_rule (docs/CompilerLibrary.md). `data` is the first argument
 * of the function. It is an error if the name has a function already. */
DTENSOR_C_EXPORT DTensorStatus
dtensorDefineFunction(const char *name, int64_t numResults,
                      DTensorLocalFunction function, void *data);

#ifdef __cplusplus
}
#endif

#endif /* DTENSOR_C_LOCALMAP_H */
