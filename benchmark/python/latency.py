"""The cost of a cached call in Python, beside JAX's.

usage: latency.py [CALLS]

Needs a Python with dtensor and JAX. The program multiplies 8x64 by 64x64 on two devices, with the
contracted axis sharded, so that there is an all-reduce. Both call it in turn, a block of calls
each, in one process. Prints microseconds: least and median.
"""

import os
import statistics
import sys
import time

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=2"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

import dtensor as dt

BLOCK = 100


def ours(a, b):
    mesh = dt.Mesh("x=2")
    function = dt.jit(lambda a, b: a @ b, out_layouts="unsharded,unsharded")
    arguments = (
        dt.distribute_tensor(a, mesh, "unsharded,x"),
        dt.distribute_tensor(b, mesh, "x,unsharded"),
    )
    return lambda: function(*arguments)


def theirs(a, b):
    mesh = Mesh(np.array(jax.devices()), ("x",))
    function = jax.jit(
        lambda a, b: a @ b, out_shardings=NamedSharding(mesh, PartitionSpec(None, None))
    )
    arguments = (
        jax.device_put(a, NamedSharding(mesh, PartitionSpec(None, "x"))),
        jax.device_put(b, NamedSharding(mesh, PartitionSpec("x", None))),
    )
    return lambda: function(*arguments).block_until_ready()


def main(calls: int) -> None:
    a, b = np.ones((8, 64), np.float32), np.ones((64, 64), np.float32)
    functions = {"dtensor": ours(a, b), "jax": theirs(a, b)}
    times = {name: [] for name in functions}
    for _ in range(max(1, calls // BLOCK)):
        for name, function in functions.items():
            for _ in range(BLOCK):
                begin = time.perf_counter_ns()
                function()
                times[name].append((time.perf_counter_ns() - begin) / 1000)
    for name, each in times.items():
        print(f"{name}: least {min(each):.1f} us, median {statistics.median(each):.1f} us")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20000)
