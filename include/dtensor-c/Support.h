/*===- Support.h - Errors and version of the C API ----------------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The rules of all headers in this folder:
|*
|* - A handle is a struct with one pointer. Functions whose names have Create,
|*   Parse, Load, Get...Handle or the like give a handle that the caller owns,
|*   and must destroy with the Destroy function of its type. Destroying a null
|*   handle does nothing. Handles are references: their objects live as long as
|*   anything needs them, in whatever order handles are destroyed.
|* - Functions return a status, and give their results through pointers. If the
|*   status is not DTENSOR_OK, no result is written. No exception leaves a
|*   function.
|* - Texts of type const char * belong to the handle that gave them. Texts of
|*   type char * belong to the caller; dtensorStringDestroy frees them.
|* - Any number of threads may use a handle, but not while one destroys it.
|*
\*===----------------------------------------------------------------------===*/

#ifndef DTENSOR_C_SUPPORT_H
#define DTENSOR_C_SUPPORT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DTENSOR_C_EXPORT __attribute__((visibility("default")))

/* Grows when functions are added. A program compiled with a version runs with
 * libraries of this version and later ones, as long as the library's name
 * (SONAME) is the same. */
#define DTENSOR_C_API_VERSION 4
DTENSOR_C_EXPORT int64_t dtensorGetCApiVersion(void);

typedef enum DTensorStatus {
  DTENSOR_OK = 0,
  /* An argument that is null or wrong; a file that is no program. */
  DTENSOR_INVALID = 1,
  /* An error that a program raised while it ran. */
  DTENSOR_PROGRAM_FAILED = 2,
  DTENSOR_OUT_OF_MEMORY = 3,
  /* An error of the library. */
  DTENSOR_INTERNAL = 4
} DTensorStatus;

/* The text of the last error of the calling thread; empty if there was none. It
 * is valid until the thread's next call that fails. */
DTENSOR_C_EXPORT const char *dtensorGetLastError(void);

/* Frees a text that belongs to the caller. */
DTENSOR_C_EXPORT void dtensorStringDestroy(char *text);

#ifdef __cplusplus
}
#endif

#endif /* DTENSOR_C_SUPPORT_H */
