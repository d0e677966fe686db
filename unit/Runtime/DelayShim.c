//===- DelayShim.c - Delays where devices wait for each other -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A library in front of the runtime's, with which it is linked, for LD_PRELOAD.
// Before and after each call in which devices wait for each other, the calling
// thread pauses for a random time: nothing, or up to DELAY_MICROSECONDS. So
// devices come to the calls in all orders, and continue in all orders. With
// DELAY_WITHOUT_BARRIERS, which is a fault, calls of dt_barrier do nothing.

#define _GNU_SOURCE
#include "dtensor/Runtime/ABI.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

static void delay(void) {
  static atomic_uint numThreads;
  static _Thread_local unsigned state;
  const char *most = getenv("DELAY_MICROSECONDS");
  if (state == 0)
    state = 2654435761u * ++numThreads;
  // Xorshift, by Marsaglia.
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  if (!most || state % 2 == 0)
    return;
  struct timespec time = {0, 1000l * (state / 2 % atol(most))};
  nanosleep(&time, NULL);
}

/// The function of this name behind this library.
#define NEXT(NAME) ((typeof(&NAME))dlsym(RTLD_NEXT, #NAME))

// The compiler finds the library of the runtime by the address of this one.
int dt_run(DtContext *context, DtProgram program, void ***arguments) {
  return NEXT(dt_run)(context, program, arguments);
}

void dt_collective(DtDevice *device, DtSite site, const char *where,
                   const DtMemRef *source, const DtMemRef *destination,
                   const int64_t *extents) {
  delay();
  NEXT(dt_collective)(device, site, where, source, destination, extents);
  delay();
}

void dt_fetch(DtDevice *device, DtFetchSite site, const char *where,
              const DtMemRef *const *sources, const DtMemRef *destination,
              const int64_t *numbers) {
  delay();
  NEXT(dt_fetch)(device, site, where, sources, destination, numbers);
  delay();
}

void dt_reshape(DtDevice *device, DtSite site, const char *where,
                const DtMemRef *source, const DtMemRef *destination,
                const int64_t *fromExtents, const int64_t *toExtents) {
  delay();
  NEXT(dt_reshape)(device, site, where, source, destination, fromExtents,
                   toExtents);
  delay();
}

void dt_take(DtDevice *device, DtSite site, const char *where,
             const DtMemRef *source, const DtMemRef *positions,
             const DtMemRef *destination, const int64_t *extents) {
  delay();
  NEXT(dt_take)(device, site, where, source, positions, destination, extents);
  delay();
}

void dt_barrier(DtDevice *device, int64_t dims, const char *where) {
  delay();
  if (!getenv("DELAY_WITHOUT_BARRIERS"))
    NEXT(dt_barrier)(device, dims, where);
  delay();
}
