//===- mpi-collectives.c - The time of MPI's collectives ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: mpirun -np 2 mpi-collectives BYTES...
//
// For each size, prints one line per collective: its name, the bytes of a
// process's vector, and the least seconds that it takes. `exchange` is
// MPI_Sendrecv of the whole vector with the next process, and `copy` is a copy
// of it within each process. The collectives of one size take turns, so that
// other work on the machine meets all alike.
//
//===----------------------------------------------------------------------===//

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kExchange, kAllReduce, kAllGather, kAllToAll, kCopy, kNumKinds };
static const char *names[] = {"exchange", "all_reduce", "all_gather",
                              "all_to_all", "copy"};

static int rank, size;
static float *source, *dest;

static void execute(int kind, int count) {
  switch (kind) {
  case kExchange:
    MPI_Sendrecv(source, count, MPI_FLOAT, (rank + 1) % size, 0, dest, count,
                 MPI_FLOAT, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    return;
  case kAllReduce:
    MPI_Allreduce(source, dest, count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    return;
  case kAllGather:
    MPI_Allgather(source, count / size, MPI_FLOAT, dest, count / size,
                  MPI_FLOAT, MPI_COMM_WORLD);
    return;
  case kAllToAll:
    MPI_Alltoall(source, count / size, MPI_FLOAT, dest, count / size, MPI_FLOAT,
                 MPI_COMM_WORLD);
    return;
  case kCopy:
    memcpy(dest, source, count * sizeof(float));
    return;
  }
}

int main(int argc, char **argv) {
  enum { kSamples = 40 };
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 1; i < argc; ++i) {
    size_t bytes = strtoull(argv[i], NULL, 10);
    int count = bytes / sizeof(float);
    source = calloc(count, sizeof(float));
    dest = calloc(count, sizeof(float));
    memset(source, 0, count * sizeof(float));
    memset(dest, 0, count * sizeof(float));
    // A sample takes at least a fraction of a millisecond.
    int repeats = 1 + (1 << 20) / (bytes + 1024);
    double least[kNumKinds] = {1e9, 1e9, 1e9, 1e9, 1e9};
    for (int sample = -2; sample < kSamples; ++sample)
      for (int kind = 0; kind < kNumKinds; ++kind) {
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        for (int repeat = 0; repeat < repeats; ++repeat)
          execute(kind, count);
        double seconds = (MPI_Wtime() - start) / repeats;
        MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX,
                      MPI_COMM_WORLD);
        if (sample >= 0 && seconds < least[kind])
          least[kind] = seconds;
      }
    for (int kind = 0; kind < kNumKinds && rank == 0; ++kind)
      printf("%s %zu %.9g\n", names[kind], bytes, least[kind]);
    free(source);
    free(dest);
  }
  MPI_Finalize();
  return 0;
}
