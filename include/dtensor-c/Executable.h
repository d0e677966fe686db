/*===- Executable.h - Compiled programs in C ----------------------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
\*===----------------------------------------------------------------------===*/

#ifndef DTENSOR_C_EXECUTABLE_H
#define DTENSOR_C_EXECUTABLE_H

#include "dtensor-c/Tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A compiled program; see dt/Executable.h. */
typedef struct DTensorExecutable {
  void *ptr;
} DTensorExecutable;
/* The results of a run that is not awaited yet. */
typedef struct DTensorFuture {
  void *ptr;
} DTensorFuture;

/* Loads a library that dtensor-compile has made. Loading runs code. The caller
 * owns the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorExecutableLoad(const char *path,
                                                     DTensorExecutable *result);
DTENSOR_C_EXPORT void dtensorExecutableDestroy(DTensorExecutable executable);
/* The text belongs to the executable. */
DTENSOR_C_EXPORT DTensorStatus
dtensorExecutableGetName(DTensorExecutable executable, const char **result);
/* The communication report, as JSON. The text belongs to the executable. */
DTENSOR_C_EXPORT DTensorStatus
dtensorExecutableGetReport(DTensorExecutable executable, const char **result);
/* The bytes of arguments, results and buffers on the most loaded device. */
DTENSOR_C_EXPORT DTensorStatus
dtensorExecutableGetPeakBytes(DTensorExecutable executable, int64_t *result);
DTENSOR_C_EXPORT DTensorStatus
dtensorExecutableGetNumArguments(DTensorExecutable executable, int64_t *result);
DTENSOR_C_EXPORT DTensorStatus
dtensorExecutableGetNumResults(DTensorExecutable executable, int64_t *result);

/* An argument or a result. Everything belongs to the executable. */
typedef struct DTensorValueInfo {
  const char *name;
  DTensorDType dtype;
  int64_t rank;
  const int64_t *shape; /* in the global view; -1 fits any extent */
  const char *layout;   /* such as `x,unsharded`, on the executable's mesh */
  bool donated;         /* whether a result takes its memory */
} DTensorValueInfo;
DTENSOR_C_EXPORT DTensorStatus dtensorExecutableGetArgument(
    DTensorExecutable executable, int64_t index, DTensorValueInfo *result);
DTENSOR_C_EXPORT DTensorStatus dtensorExecutableGetResult(
    DTensorExecutable executable, int64_t index, DTensorValueInfo *result);
/* The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus
dtensorExecutableGetMesh(DTensorExecutable executable, DTensorMesh *result);
DTENSOR_C_EXPORT DTensorStatus dtensorExecutableGetArgumentLayout(
    DTensorExecutable executable, int64_t index, DTensorLayout *result);

/* Runs a program. Writes `numResults` handles, which the caller owns. The
 * caller still owns the arguments. */
DTENSOR_C_EXPORT DTensorStatus
dtensorExecutableRun(DTensorExecutable executable, DTensorContext context,
                     int64_t numArguments, const DTensorDTensor *arguments,
                     int64_t numResults, DTensorDTensor *results);
/* The same, but takes the arguments from the caller: their handles are
 * destroyed and set to null. A donated argument is updated in place if nothing
 * else refers to its components. If the status is not DTENSOR_OK, the caller
 * still owns all arguments, and they are as before, with one exception: if it
 * is DTENSOR_PROGRAM_FAILED, an argument that was updated in place has lost its
 * elements, and reading it is an error. */
DTENSOR_C_EXPORT DTensorStatus dtensorExecutableRunTaking(
    DTensorExecutable executable, DTensorContext context, int64_t numArguments,
    DTensorDTensor *arguments, int64_t numResults, DTensorDTensor *results);
/* The same as dtensorExecutableRun, without waiting. Waits only while the queue
 * is full. The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorExecutableRunAsync(
    DTensorExecutable executable, DTensorContext context, int64_t numArguments,
    const DTensorDTensor *arguments, DTensorFuture *result);
/* Waits for the run, and writes its results, which the caller owns. It can be
 * called once. */
DTENSOR_C_EXPORT DTensorStatus dtensorFutureGet(DTensorFuture future,
                                                int64_t numResults,
                                                DTensorDTensor *results);
/* Does not wait: the run takes place all the same. */
DTENSOR_C_EXPORT void dtensorFutureDestroy(DTensorFuture future);

#ifdef __cplusplus
}
#endif

#endif /* DTENSOR_C_EXECUTABLE_H */
