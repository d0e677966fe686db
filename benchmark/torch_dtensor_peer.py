"""Runs one workload of the benchmark on PyTorch's DTensor: a process with one
thread for each device, and gloo between them. Prints a JSON object: the seconds
of each repetition (`samples`).

usage: torch_dtensor_peer.py WORKLOAD DEVICES REPS
"""

import json
import os
import socket
import sys
import time

import torch
import torch.distributed as dist
import torch.nn.functional as functional
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard, distribute_tensor

WHOLE, BY_ROWS, BY_COLUMNS = [Replicate()], [Shard(0)], [Shard(1)]
ALL_REDUCES = {"all_reduce_4k": 1 << 10, "all_reduce_64k": 1 << 14,
               "all_reduce_4m": 1 << 20, "all_reduce_64m": 1 << 24}
RELAYOUTS = {"relayout_r2c": (BY_ROWS, BY_COLUMNS), "all_gather": (BY_ROWS, WHOLE),
             "slice": (WHOLE, BY_ROWS)}


def mlp(x, w1, w2):
    return functional.gelu(x @ w1, approximate="tanh") @ w2


def make(workload, mesh):
    """A function without arguments; none if the workload is not among those that
    are written for DTensor."""
    def argument(shape, placements, scale=1.0):
        return distribute_tensor((torch.rand(shape) * 2 - 1) * scale, mesh, placements)

    if workload == "mlp_tp":
        x = argument((512, 1024), WHOLE)
        w1, w2 = argument((1024, 4096), BY_COLUMNS), argument((4096, 1024), BY_ROWS)
        return lambda: mlp(x, w1, w2).redistribute(placements=WHOLE)
    if workload == "mlp_dp_train":
        x, target = argument((512, 1024), BY_ROWS), argument((512, 1024), BY_ROWS)
        weights = [argument((1024, 4096), WHOLE, 0.03).requires_grad_(),
                   argument((4096, 1024), WHOLE, 0.03).requires_grad_()]

        def step():
            loss = ((mlp(x, *weights) - target) ** 2).mean()
            gradients = torch.autograd.grad(loss, weights)
            with torch.no_grad():
                for weight, gradient in zip(weights, gradients):
                    weight.sub_(gradient.redistribute(placements=WHOLE), alpha=0.01)
            return weights[0]

        return step
    if workload.startswith("matmul_m_"):
        n = int(workload[9:])
        a, b = argument((n, n), BY_ROWS), argument((n, n), WHOLE)
        return lambda: a @ b
    if workload.startswith("matmul_k_") or workload == "latency":
        m, k = (8, 64) if workload == "latency" else (int(workload[9:]),) * 2
        a, b = argument((m, k), BY_COLUMNS), argument((k, k), BY_ROWS)
        return lambda: (a @ b).redistribute(placements=WHOLE)
    if workload in RELAYOUTS:
        before, after = RELAYOUTS[workload]
        x = argument((4096, 4096), before)
        return lambda: x.redistribute(placements=after)
    if workload in ALL_REDUCES:
        part = DTensor.from_local(torch.rand(ALL_REDUCES[workload]), mesh, [Partial()])
        return lambda: part.redistribute(placements=WHOLE)
    return None


def wait(value):
    value = value.to_local()
    if hasattr(value, "wait"):
        value.wait()


def run(rank, devices, port, workload, reps):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
    torch.set_num_threads(1)
    torch.manual_seed(1)
    dist.init_process_group("gloo", rank=rank, world_size=devices)
    function = make(workload.removesuffix("_4").removesuffix("_8"),
                    init_device_mesh("cpu", (devices,)))
    samples = []
    if function:
        for _ in range(reps + 2):
            dist.barrier()
            start = time.perf_counter()
            wait(function())
            samples.append(time.perf_counter() - start)
        slowest = torch.tensor(samples[2:], dtype=torch.float64)
        dist.all_reduce(slowest, dist.ReduceOp.MAX)
        samples = slowest.tolist()
    if rank == 0:
        print(json.dumps({"samples": samples}))
    dist.destroy_process_group()


def main():
    workload, devices, reps = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    torch.multiprocessing.spawn(run, (devices, port, workload, reps), devices)


if __name__ == "__main__":
    main()
