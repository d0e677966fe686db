//===- MpiShim.c - Failures at chosen calls of MPI ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A library in front of MPI's, which DTENSOR_MPI names; kill-job.py uses it. It
// is linked with the library of MPI. SHIM=FUNCTION:NUMBER:ACTION says what
// process SHIM_RANK does at the NUMBER-th call of a function. It writes its id
// to the file SHIM_JOURNAL. With the action hold it then stays there for ever;
// with go it continues, and with abort it fails an assertion.
// SHIM=FUNCTION:MICROSECONDS:delay makes every call of all processes last
// longer. Functions are init, dup, send, free and finalize. Arguments are
// passed on as they are, so that no header of MPI is needed.

#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *getRank(void) {
  const char *rank = getenv("OMPI_COMM_WORLD_RANK");
  return rank ? rank : getenv("PMI_RANK");
}

static void note(const char *name) {
  const char *plan = getenv("SHIM"), *rank = getenv("SHIM_RANK");
  const char *own = getRank(), *journal = getenv("SHIM_JOURNAL");
  size_t size = strlen(name);
  if (!plan || strncmp(plan, name, size) != 0 || plan[size] != ':')
    return;
  int number = 0;
  char action[16] = "";
  if (sscanf(plan + size, ":%d:%15s", &number, action) != 2)
    abort();
  if (strcmp(action, "delay") == 0) {
    usleep(number);
    return;
  }
  static int numCalls;
  if (!rank || !own || strcmp(rank, own) != 0 || ++numCalls != number)
    return;
  assert(strcmp(action, "abort") != 0 && "a planted fault");
  FILE *file = fopen(journal, "w");
  if (!file)
    abort();
  fprintf(file, "%d\n", (int)getpid());
  fclose(file);
  while (strcmp(action, "hold") == 0)
    pause();
}

#define NEXT(name)                                                             \
  static int (*next)();                                                        \
  if (!next)                                                                   \
    next = (int (*)())dlsym(RTLD_NEXT, "P" name);

int MPI_Init_thread(void *a, void *b, long c, void *d) {
  NEXT("MPI_Init_thread")
  note("init");
  return next(a, b, c, d);
}
int MPI_Comm_dup(long a, void *b) {
  NEXT("MPI_Comm_dup")
  note("dup");
  return next(a, b);
}
int MPI_Isend(void *a, long b, long c, long d, long e, long f, void *g) {
  NEXT("MPI_Isend")
  note("send");
  return next(a, b, c, d, e, f, g);
}
int MPI_Comm_free(void *a) {
  NEXT("MPI_Comm_free")
  note("free");
  return next(a);
}
int MPI_Finalize(void) {
  NEXT("MPI_Finalize")
  note("finalize");
  return next();
}
