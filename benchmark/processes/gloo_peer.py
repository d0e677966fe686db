"""Times torch.distributed's collectives by gloo, for benchmark/processes/run.

usage: gloo_peer.py PROCESSES ROUNDS [BYTES...]

Prints one line of JSON for each collective and size: the samples, in microseconds.
"""

import json
import os
import sys
import time

import torch
import torch.distributed as dist
import torch.multiprocessing as mp

SIZES = [4 << 10, 64 << 10, 4 << 20, 64 << 20]


def make(name, size, count, rank):
    """A function that does the collective once; see processes-benchmark.cpp for the sizes."""
    one, other = torch.ones(size), torch.ones(size)
    if name == "all_reduce":
        return lambda: dist.all_reduce(one)
    if name == "all_gather":
        # Newer versions have another name for it.
        gather = getattr(dist, "all_gather_single", dist.all_gather_into_tensor)
        return lambda: gather(other, one[:size // count])
    if name == "all_to_all":
        return lambda: dist.all_to_all_single(other, one)

    def swap():
        work = [dist.isend(one, count - 1 - rank), dist.irecv(other, count - 1 - rank)]
        for each in work:
            each.wait()

    return swap


def run(rank, count, rounds, sizes):
    """Measures in one process."""
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29517")
    torch.set_num_threads(1)
    dist.init_process_group("gloo", rank=rank, world_size=count)
    names = ["all_reduce", "all_gather", "all_to_all"] + ["halo"] * (count % 2 == 0)
    for size in sizes:
        repetitions = min(max((16 << 20) // size, 2), 1000)
        for name in names:
            # Each process has an equal share.
            step = make(name, size // 4 // count * count, count, rank)
            samples = []
            for _ in range(rounds):
                dist.barrier()
                step()
                start = time.perf_counter()
                for _ in range(repetitions):
                    step()
                samples.append((time.perf_counter() - start) / repetitions * 1e6)
            if rank == 0:
                print(json.dumps({"collective": name, "bytes": size, "samples": samples}),
                      flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:]]
    mp.spawn(run, (*numbers[:2], numbers[2:] or SIZES), nprocs=numbers[0])
