/*===- CollectiveCounter.h - Counts of collectives, in C ----------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
\*===----------------------------------------------------------------------===*/

#ifndef DTENSOR_C_COLLECTIVECOUNTER_H
#define DTENSOR_C_COLLECTIVECOUNTER_H

#include "dtensor-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As long as it lives, counts the collectives of runs and relayouts that the
 * thread calls which made it; see dt/CollectiveCounter.h. Only this thread may
 * use it. */
typedef struct DTensorCollectiveCounter {
  void *ptr;
} DTensorCollectiveCounter;

/* The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus
dtensorCollectiveCounterCreate(DTensorCollectiveCounter *result);
/* Counters may be destroyed in any order. */
DTENSOR_C_EXPORT void
dtensorCollectiveCounterDestroy(DTensorCollectiveCounter counter);

/* The collectives of one kind that one function ran at one place. Texts belong
 * to the counter, until it counts again. */
typedef struct DTensorCollectiveCount {
  const char *function; /* the name of the executable, or `relayout` */
  const char *place;    /* in its source, such as `mlp.mlir:10:10` */
  const char *kind;     /* `all_reduce`, `all_gather`, ... */
  int64_t count;
  int64_t bytesReceived; /* by the most loaded device */
} DTensorCollectiveCount;
DTENSOR_C_EXPORT DTensorStatus dtensorCollectiveCounterGetNumCounts(
    DTensorCollectiveCounter counter, int64_t *result);
DTENSOR_C_EXPORT DTensorStatus
dtensorCollectiveCounterGetCount(DTensorCollectiveCounter counter,
                                 int64_t index, DTensorCollectiveCount *result);
/* The number of collectives of a kind, or of all kinds if it is null. */
DTENSOR_C_EXPORT DTensorStatus dtensorCollectiveCounterGetTotal(
    DTensorCollectiveCounter counter, const char *kind, int64_t *result);
DTENSOR_C_EXPORT DTensorStatus dtensorCollectiveCounterGetBytesReceived(
    DTensorCollectiveCounter counter, const char *kind, int64_t *result);
/* A table for a terminal, and an array of JSON objects. The caller owns the
 * text. */
DTENSOR_C_EXPORT DTensorStatus
dtensorCollectiveCounterPrint(DTensorCollectiveCounter counter, char **result);
DTENSOR_C_EXPORT DTensorStatus dtensorCollectiveCounterPrintJson(
    DTensorCollectiveCounter counter, char **result);

#ifdef __cplusplus
}
#endif

#endif /* DTENSOR_C_COLLECTIVECOUNTER_H */
