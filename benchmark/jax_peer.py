"""Runs one workload of the benchmark on JAX. Prints a JSON object: the seconds of
each repetition (`samples`) and of tracing and compiling (`compile_seconds`).

usage: jax_peer.py WORKLOAD DEVICES REPS
       jax_peer.py --print WORKLOAD DIVISOR

The second form prints the workload as StableHLO for one device, with its large
extents divided. So programs/block.mlir and others like it were made.
"""

import json
import os
import sys
import time

PRINTS = sys.argv[1] == "--print"
if PRINTS:
    WORKLOAD, DEVICES, DIVISOR = sys.argv[2], 1, int(sys.argv[3])
else:
    WORKLOAD, DEVICES, REPS, DIVISOR = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), 1
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


def extent(n):
    return max(n // DIVISOR, 1)


def argument(shape, *axes, scale=1.0):
    values = GENERATOR.uniform(-scale, scale, shape).astype(np.float32)
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


def attention(x, weights, causal):
    """Of x: batch, position, feature. Weights are by heads."""
    def project(weight):
        return jnp.einsum("bpf,fhc->bhpc", x, weight)

    query, key, value = (project(weights[name]) for name in ("wq", "wk", "wv"))
    scores = jnp.einsum("bhpc,bhqc->bhpq", query, key) * query.shape[-1] ** -0.5
    if causal:
        positions = jnp.arange(x.shape[1])
        scores = jnp.where(positions[:, None] >= positions, scores, -1e9)
    mixed = jnp.einsum("bhpq,bhqc->bhpc", jax.nn.softmax(scores, axis=-1), value)
    return jnp.einsum("bhpc,hcf->bpf", mixed, weights["wo"])


def block(x, weights, causal=False):
    x = x + attention(layernorm(x, weights["g1"], weights["b1"]), weights, causal)
    return x + mlp(layernorm(x, weights["g2"], weights["b2"]), weights["w1"], weights["w2"])


def block_weights(features, heads, axis=None):
    """Weights of a block. With `axis`, its heads and hidden units are divided."""
    per_head = features // heads

    def weight(shape, *axes):
        return argument(shape, *axes, scale=0.03)

    vectors = {name: argument((features,)) for name in ("b1", "b2", "g1", "g2")}
    return vectors | {
        "w1": weight((features, 4 * features), None, axis),
        "w2": weight((4 * features, features), axis, None),
        "wk": weight((features, heads, per_head), None, axis, None),
        "wo": weight((heads, per_head, features), axis, None, None),
        "wq": weight((features, heads, per_head), None, axis, None),
        "wv": weight((features, heads, per_head), None, axis, None),
    }


def gpt_train(weights, ids, targets):
    """One step of gradient descent of a decoder of some blocks."""
    vocabulary = weights["tok"].shape[0]

    def loss(weights):
        x = weights["tok"][ids % vocabulary] + weights["pos"]
        for layer in weights["layers"]:
            x = block(x, layer, causal=True)
        logits = layernorm(x, weights["g"], weights["b"]) @ weights["head"]
        picked = jnp.take_along_axis(jax.nn.log_softmax(logits),
                                     (targets % vocabulary)[..., None], axis=-1)
        return -picked.mean()

    gradients = jax.grad(loss)(weights)
    return jax.tree.map(lambda w, g: w - 0.01 * g, weights, gradients)


def gpt_arguments():
    features, vocabulary = extent(256), extent(1000)
    batch, positions = max(extent(8), 4), extent(128)
    weights = {
        "b": argument((features,)), "g": argument((features,)),
        "head": argument((features, vocabulary), scale=0.03),
        "layers": [block_weights(features, 4) for _ in range(2)],
        "pos": argument((positions, features), scale=0.03),
        "tok": argument((vocabulary, features), scale=0.03),
    }

    def ids():
        values = GENERATOR.integers(0, vocabulary, (batch, positions)).astype(np.int32)
        return jax.device_put(values, layout("x", None))

    return weights, ids(), ids()


def stencil(u):
    def step(_, u):
        p = jnp.pad(u, 1)
        around = p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]
        return jax.lax.with_sharding_constraint(u + 0.1 * (around - 4 * u), layout("x", None))

    return jax.lax.fori_loop(0, 50, step, u)


def convolution(x, kernel):
    return jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME",
                                        dimension_numbers=("NHWC", "HWIO", "NHWC"))


def identity(x):
    return x


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
    square = extent(4096), extent(4096)
    if workload == "mlp_tp":
        weights = argument((1024, 4096), None, "x"), argument((4096, 1024), "x", None)
        return mlp, (argument((512, 1024)), *weights), layout()
    if workload == "mlp_dp_train":
        weights = argument((1024, 4096)), argument((4096, 1024))
        batch = argument((512, 1024), "x", None), argument((512, 1024), "x", None)
        return train, (*weights, *batch), layout()
    if workload in ("block", "block_tp", "block_dp"):
        axis = "x" if workload == "block_tp" else None
        axes = ("x", None, None) if workload == "block_dp" else ()
        x = argument((4, extent(512), extent(512)), *axes)
        return block, (x, block_weights(extent(512), 8, axis)), layout(*axes)
    if workload == "gpt_train":
        return gpt_train, gpt_arguments(), layout()
    for name, axes in ("rows", ("x", None)), ("cols", (None, "x")):
        if workload == f"softmax_{name}":
            return jax.nn.softmax, (argument(square, *axes),), layout(*axes)
        if workload == f"layernorm_{name}":
            vectors = argument(square[1:], axes[1]), argument(square[1:], axes[1])
            return layernorm, (argument(square, *axes), *vectors), layout(*axes)
    if workload == "elementwise":
        return elementwise, (argument((1 << 24,), "x"),), layout("x")
    if workload == "elementwise_math":
        return elementwise_math, (argument((1 << 24,), "x"),), layout("x")
    if workload == "stencil":
        return stencil, (argument((extent(2048),) * 2, "x", None),), layout("x", None)
    if workload in ("conv", "conv_batch", "conv_spatial"):
        axes = (None, "x") if workload == "conv_spatial" else ("x",)
        channels = max(extent(64), 8)
        x = argument((max(extent(8), 2), max(extent(64), 8), max(extent(64), 8), channels), *axes)
        return convolution, (x, argument((3, 3, channels, channels))), layout(*axes)
    if workload.startswith("matmul_m_"):
        return by_rows(int(workload[9:]))
    if workload.startswith("matmul_k_"):
        n = int(workload[9:])
        return by_contraction(n, n, n)
    if workload == "relayout_r2c":
        return identity, (argument(square, "x", None),), layout(None, "x")
    if workload == "all_gather":
        return identity, (argument(square, "x", None),), layout()
    if workload == "slice":
        return identity, (argument(square),), layout("x", None)
    if workload.startswith("all_reduce_"):
        sizes = {"4k": 1 << 10, "64k": 1 << 14, "4m": 1 << 20, "64m": 1 << 24}
        return sum_parts(sizes[workload[11:]])
    if workload == "latency":
        return by_contraction(8, 64, 64)
    if workload == "start_up":
        mesh = Mesh(np.array(jax.devices()).reshape(2, 3), ("m", "k"))
        shardings = [NamedSharding(mesh, PartitionSpec(*axes))
                     for axes in (("m", "k"), ("k", None), ("m", None))]
        shapes = (2, 3), (3, 2)
        arguments = [jax.device_put(np.ones(shape, np.float32), sharding)
                     for shape, sharding in zip(shapes, shardings)]
        return jnp.matmul, arguments, shardings[2]
    sys.exit(f"error: no workload {workload}")


function, arguments, result = make(WORKLOAD.removesuffix("_4").removesuffix("_8"))
if PRINTS:
    # Layouts come from the command line.
    jax.lax.with_sharding_constraint = lambda value, _: value
    unplaced = jax.tree.map(np.asarray, arguments)
    print(f"// Printed by JAX {jax.__version__}: benchmark/jax_peer.py --print "
          f"{WORKLOAD} {DIVISOR}")
    print(jax.jit(function).lower(*unplaced).as_text(), end="")
    sys.exit()
start = time.perf_counter()
compiled = jax.jit(function, out_shardings=result).lower(*arguments).compile()
compile_seconds = time.perf_counter() - start
samples = []
for repetition in range(REPS + 2):
    start = time.perf_counter()
    jax.block_until_ready(compiled(*arguments))
    samples.append(time.perf_counter() - start)
print(json.dumps({"samples": samples[2:], "compile_seconds": compile_seconds}))
