/*===- Processes.h - The processes that run a mesh, in C -------- -*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
\*===----------------------------------------------------------------------===*/

#ifndef DTENSOR_C_PROCESSES_H
#define DTENSOR_C_PROCESSES_H

#include "dtensor-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A launcher of MPI may start several processes together; see dt/Processes.h.
 */

/* The number of processes; 1 if this one was started alone. */
DTENSOR_C_EXPORT DTensorStatus dtensorGetProcessCount(int64_t *result);
/* The number of this process. */
DTENSOR_C_EXPORT DTensorStatus dtensorGetProcessIndex(int64_t *result);
/* Joins the processes of the MPI_Comm to which `communicator` points, before
 * the first mesh of several devices. The program has initialized MPI. */
DTENSOR_C_EXPORT DTensorStatus dtensorJoinProcesses(const void *communicator);
/* Waits for the other processes and leaves them, as the end of the program
 * does. With an `error` that is not null, does not wait: the programs of the
 * others end with it. */
DTENSOR_C_EXPORT DTensorStatus dtensorLeaveProcesses(const char *error);

#ifdef __cplusplus
}
#endif

#endif /* DTENSOR_C_PROCESSES_H */
