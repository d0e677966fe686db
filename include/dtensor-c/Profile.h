/*===- Profile.h - What a program's time was spent on, in C -------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#ifndef DTENSOR_C_PROFILE_H
#define DTENSOR_C_PROFILE_H

#include "dtensor-c/Context.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The times of ops and collectives; see dt/Profile.h. */
typedef struct DTensorProfile {
  void *ptr;
} DTensorProfile;

/* Begins to record what the context runs; a null handle is the context of the
 * process. `file` is for the trace; none is written if it is null. The caller
 * owns the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorProfileBegin(const char *file,
                                                   DTensorContext context,
                                                   DTensorProfile *result);
/* Ends it and writes the file. */
DTENSOR_C_EXPORT DTensorStatus dtensorProfileEnd(DTensorProfile profile);
/* Ends it without writing the file, unless it has ended. */
DTENSOR_C_EXPORT void dtensorProfileDestroy(DTensorProfile profile);

/* After the end: the tables, of at most `rows` programs and events, and the
 * contents of the file. The caller owns the text. */
DTENSOR_C_EXPORT DTensorStatus dtensorProfilePrint(DTensorProfile profile,
                                                   int64_t rows, char **result);
DTENSOR_C_EXPORT DTensorStatus dtensorProfilePrintJson(DTensorProfile profile,
                                                       char **result);

#ifdef __cplusplus
}
#endif

#endif /* DTENSOR_C_PROFILE_H */
