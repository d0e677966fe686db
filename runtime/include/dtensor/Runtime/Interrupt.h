/*===- Interrupt.h - Ending what runs -----------------------------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#ifndef DTENSOR_RUNTIME_INTERRUPT_H
#define DTENSOR_RUNTIME_INTERRUPT_H

#include "dtensor/Runtime/ABI.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Ends the program that runs, if one does: dt_run then returns 1, and the
 * message is "interrupted". Devices notice it when they wait for each other or
 * call dt_poll. Any thread may call it. */
void dt_interrupt(DtContext *context);

#ifdef __cplusplus
}
#endif

#endif /* DTENSOR_RUNTIME_INTERRUPT_H */
