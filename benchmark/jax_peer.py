"""Runs one workload of the benchmark on JAX and prints the seconds of each
repetition as a JSON array.

usage: jax_peer.py WORKLOAD DEVICES REPS
"""

import json
import os
import sys
import time

WORKLOAD, DEVICES, REPS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={DEVICES}"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

MESH = Mesh(np.array(jax.devices()), ("x",))
GENERATOR = np.random.default_rng(1)


def layout(*axes):
    return NamedSharding(MESH, PartitionSpec(*axes))


def argument(shape, *axes):
    values = GENERATOR.uniform(-1, 1, shape).astype(np.float32)
    return jax.device_put(values, layout(*axes))


def mlp(x, w1, w2):
    return jax.nn.gelu(x @ w1, approximate=True) @ w2


def train(w1, w2, x, t):
    def loss(weights):
        return jnp.mean((mlp(x, *weights) - t) ** 2)

    gradients = jax.grad(loss)((w1, w2))
    return w1 - 0.01 * gradients[0], w2 - 0.01 * gradients[1]


def layernorm(x, scale, offset):
    centred = x - x.mean(-1, keepdims=True)
    variance = (centred * centred).mean(-1, keepdims=True)
    return centred * jax.lax.rsqrt(variance + 1e-5) * scale + offset


def elementwise(x):
    return jnp.sqrt(jnp.abs(jnp.maximum(x * 1.5 + 0.25, 0) * x - x)) * 0.5


def elementwise_math(x):
    t = jnp.tanh(x * 0.5)
    return jnp.log(jnp.exp(t) + 1) * x / (t * t + 2)


def by_rows(n):
    arguments = argument((n, n), "x", None), argument((n, n))
    return jnp.matmul, arguments, layout("x", None)


def by_contraction(m, n, k):
    arguments = argument((m, k), None, "x"), argument((k, n), "x", None)
    return jnp.matmul, arguments, layout()


def sum_parts(n):
    return lambda x: x.sum(0), (argument((DEVICES, n), "x", None),), layout()


def make(workload):
    """Returns the function, its arguments and the layout of its results."""
    if workload == "mlp_tp":
        weights = argument((1024, 4096), None, "x"), argument((4096, 1024), "x", None)
        return mlp, (argument((512, 1024)), *weights), layout()
    if workload == "mlp_dp_train":
        weights = argument((1024, 4096)), argument((4096, 1024))
        batch = argument((512, 1024), "x", None), argument((512, 1024), "x", None)
        return train, (*weights, *batch), layout()
    if workload == "softmax_rows":
        return jax.nn.softmax, (argument((4096, 4096), "x", None),), layout("x", None)
    if workload == "layernorm_rows":
        vectors = argument((4096,)), argument((4096,))
        return layernorm, (argument((4096, 4096), "x", None), *vectors), layout("x", None)
    if workload == "elementwise":
        return elementwise, (argument((1 << 24,), "x"),), layout("x")
    if workload == "elementwise_math":
        return elementwise_math, (argument((1 << 24,), "x"),), layout("x")
    if workload.startswith("matmul_m_"):
        return by_rows(int(workload[9:]))
    if workload.startswith("matmul_k_"):
        n = int(workload[9:])
        return by_contraction(n, n, n)
    if workload.startswith("all_reduce_"):
        return sum_parts({"64k": 1 << 14, "4m": 1 << 20, "64m": 1 << 24}[workload[11:]])
    if workload == "latency":
        return by_contraction(8, 64, 64)
    sys.exit(f"error: no workload {workload}")


function, arguments, result = make(WORKLOAD)
compiled = jax.jit(function, out_shardings=result).lower(*arguments).compile()
samples = []
for repetition in range(REPS + 2):
    start = time.perf_counter()
    jax.block_until_ready(compiled(*arguments))
    samples.append(time.perf_counter() - start)
print(json.dumps(samples[2:]))
