/*===- Function.h - Functions that programs call, in C ------------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
\*===----------------------------------------------------------------------===*/

#ifndef DTENSOR_C_FUNCTION_H
#define DTENSOR_C_FUNCTION_H

#include "dtensor-c/Tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A function that every device calls with its components, at the same time and
 * from several threads. It writes a handle for each result, which the library
 * then owns, and returns NULL; or it returns a description of an error, which
 * is copied. The components belong to the library and end with the call. */
typedef const char *(*DTensorLocalFunction)(void *data, int64_t device,
                                            int64_t numComponents,
                                            const DTensorTensor *components,
                                            int64_t numResults,
                                            DTensorTensor *results);

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

#endif /* DTENSOR_C_FUNCTION_H */
