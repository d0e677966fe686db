"""Runs one workload of the benchmark on TensorFlow's DTensor. Prints a JSON
object: the seconds of each repetition (`samples`) and of the first call
(`compile_seconds`).

usage: tensorflow_peer.py WORKLOAD DEVICES REPS
"""

import json
import os
import sys
import time

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np
import tensorflow as tf
from tensorflow.experimental import dtensor

WORKLOAD, DEVICES, REPS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
cpu = tf.config.list_physical_devices("CPU")[0]
tf.config.set_logical_device_configuration(
    cpu, [tf.config.LogicalDeviceConfiguration()] * DEVICES)
MESH = dtensor.create_mesh([("x", DEVICES)], devices=[f"CPU:{i}" for i in range(DEVICES)])
GENERATOR = np.random.default_rng(1)


def layout(*axes):
    return dtensor.Layout([axis or dtensor.UNSHARDED for axis in axes], MESH)


def argument(shape, *axes, scale=1.0):
    values = GENERATOR.uniform(-scale, scale, shape).astype(np.float32)
    whole = dtensor.copy_to_mesh(tf.constant(values), layout(*[None] * len(shape)))
    axes += (None,) * (len(shape) - len(axes))
    return dtensor.relayout(whole, layout(*axes))


def mlp(x, w1, w2):
    return tf.nn.gelu(x @ w1, approximate=True) @ w2


def make(workload):
    """Returns a function and its arguments; no function if the workload is not
    among those that are written for TensorFlow."""
    if workload == "mlp_tp":
        arguments = (argument((512, 1024)), argument((1024, 4096), None, "x"),
                     argument((4096, 1024), "x"))
        return lambda *a: dtensor.relayout(mlp(*a), layout(None, None)), arguments
    if workload == "mlp_dp_train":
        weights = [dtensor.DVariable(argument((1024, 4096), scale=0.03)),
                   dtensor.DVariable(argument((4096, 1024), scale=0.03))]

        def step(x, t):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((mlp(x, *weights) - t) ** 2)
            for weight, gradient in zip(weights, tape.gradient(loss, weights)):
                weight.assign_sub(0.01 * gradient)
            return loss

        return step, (argument((512, 1024), "x"), argument((512, 1024), "x"))
    if workload.startswith("matmul_m_"):
        n = int(workload[9:])
        return tf.matmul, (argument((n, n), "x"), argument((n, n)))
    if workload.startswith("matmul_k_") or workload == "latency":
        m, k = (8, 64) if workload == "latency" else (int(workload[9:]),) * 2
        return (lambda a, b: dtensor.relayout(a @ b, layout(None, None)),
                (argument((m, k), None, "x"), argument((k, k), "x")))
    axes = {"relayout_r2c": (("x", None), (None, "x")),
            "all_gather": (("x", None), (None, None)),
            "slice": ((None, None), ("x", None))}
    if workload in axes:
        before, after = axes[workload]
        return (lambda x: dtensor.relayout(x, layout(*after)),
                (argument((4096, 4096), *before),))
    sizes = {"all_reduce_4k": 1 << 10, "all_reduce_64k": 1 << 14,
             "all_reduce_4m": 1 << 20, "all_reduce_64m": 1 << 24}
    if workload in sizes:
        return (lambda x: dtensor.relayout(tf.reduce_sum(x, 0), layout(None)),
                (argument((DEVICES, sizes[workload]), "x"),))
    return None, ()


def wait(value):
    for component in dtensor.unpack(value):
        # Without the copy that numpy() makes.
        component._numpy()


function, arguments = make(WORKLOAD.removesuffix("_4").removesuffix("_8"))
report = {"samples": []}
if function:
    compiled = tf.function(function)
    start = time.perf_counter()
    wait(compiled(*arguments))
    report["compile_seconds"] = time.perf_counter() - start
    for repetition in range(REPS + 2):
        start = time.perf_counter()
        wait(compiled(*arguments))
        report["samples"].append(time.perf_counter() - start)
    report["samples"] = report["samples"][2:]
print(json.dumps(report))
