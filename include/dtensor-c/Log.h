/*===- Log.h - How much is logged, in C ---------------------------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
\*===----------------------------------------------------------------------===*/

#ifndef DTENSOR_C_LOG_H
#define DTENSOR_C_LOG_H

#include "dtensor-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Each level includes those before it; see dt/Log.h. */
typedef enum DTensorLogLevel {
  DTENSOR_LOG_NONE = 0,
  DTENSOR_LOG_WARNING = 1,
  DTENSOR_LOG_INFO = 2,
  DTENSOR_LOG_DEBUG = 3
} DTensorLogLevel;

/* At first the level is that of the environment variable DTENSOR_LOG. */
DTENSOR_C_EXPORT DTensorStatus dtensorSetLogLevel(DTensorLogLevel level);
DTENSOR_C_EXPORT DTensorStatus dtensorGetLogLevel(DTensorLogLevel *result);
/* Sets where lines go; null for stderr. `sink` is called from any thread, by
 * one at a time, with a line that it must copy. `data` is its first argument.
 */
DTENSOR_C_EXPORT DTensorStatus dtensorSetLogSink(
    void (*sink)(void *data, DTensorLogLevel level, const char *line),
    void *data);

#ifdef __cplusplus
}
#endif

#endif /* DTENSOR_C_LOG_H */
