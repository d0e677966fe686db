/*===- Context.h - Where programs run, in C -----------------------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
\*===----------------------------------------------------------------------===*/

#ifndef DTENSOR_C_CONTEXT_H
#define DTENSOR_C_CONTEXT_H

#include "dtensor-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Threads that run devices, and a queue of runs; see dt/Context.h. Where a
 * function takes a context, a null handle is the context of the process. */
typedef struct DTensorContext {
  void *ptr;
} DTensorContext;

/* `workers` is the number of threads, 0 for one per core; `watchdog` the
 * seconds that a device may wait, 0 for any number, and negative for the
 * default (60 for several processes, otherwise any number); `queue` the number
 * of runs that may wait, 0 for the default. The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorContextCreate(int64_t workers,
                                                    double watchdog,
                                                    int64_t queue,
                                                    DTensorContext *result);
/* Waits for the runs of the context if nothing else refers to it. */
DTENSOR_C_EXPORT void dtensorContextDestroy(DTensorContext context);
/* Waits until all runs that were called are done. */
DTENSOR_C_EXPORT DTensorStatus
dtensorContextSynchronize(DTensorContext context);

#ifdef __cplusplus
}
#endif

#endif /* DTENSOR_C_CONTEXT_H */
