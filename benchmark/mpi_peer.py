"""Runs one workload of the benchmark on MPI: the sum of arrays over processes,
one for each device. The first process prints a JSON object: the seconds of each
repetition (`samples`), which are those of the slowest process.

usage: mpirun -n DEVICES mpi_peer.py WORKLOAD DEVICES REPS
"""

import json
import sys
import time

import numpy as np
from mpi4py import MPI

# Numbers of f32.
SIZES = {"all_reduce_4k": 1 << 10, "all_reduce_64k": 1 << 14,
         "all_reduce_4m": 1 << 20, "all_reduce_64m": 1 << 24}
WORKLOAD, REPS = sys.argv[1].removesuffix("_4").removesuffix("_8"), int(sys.argv[3])
WORLD = MPI.COMM_WORLD

samples = []
if WORKLOAD in SIZES:
    part = np.random.default_rng(WORLD.rank).uniform(-1, 1, SIZES[WORKLOAD]).astype(np.float32)
    total = np.zeros_like(part)
    for repetition in range(REPS + 2):
        WORLD.Barrier()
        start = time.perf_counter()
        WORLD.Allreduce(part, total)
        samples.append(time.perf_counter() - start)
    samples = np.array(samples[2:])
    WORLD.Allreduce(MPI.IN_PLACE, samples, MPI.MAX)
    samples = samples.tolist()
if WORLD.rank == 0:
    print(json.dumps({"samples": samples}))
