"""Runs programs of JAX's Explicit mode by JAX and by dtensor-run, and compares.

usage: explicit.py DTENSOR_RUN FOLDER [NAME...]

In Explicit mode the shardings of values are part of their types, and each
change of one is written: `jax.reshard`, `out_sharding=`, `unreduced` and
`reduced`. FOLDER keeps texts, arrays, reports and logs. NAME is part of the
programs to run. Prints what fails, then `N passed, N failed`.
"""

import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import json
import pathlib
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax import P, lax
from jax.sharding import AxisType, auto_axes, explicit_axes

TIMEOUT = 120  # seconds
PROGRAMS = {}
LINE, GRID = ((2,), ("x",)), ((4, 2), ("x", "y"))
EXPLICIT, AUTO = AxisType.Explicit, AxisType.Auto


def array(*shape):
    return np.random.default_rng(sum(shape)).normal(size=shape).astype(np.float32)


def program(mesh, *arguments, types=None, collectives=None):
    """Adds a function of `arguments`, pairs of an array and its spec.

    `collectives`: those of one run, kind -> how many, or None for any.
    """

    def add(function):
        PROGRAMS[function.__name__] = (function, mesh, types, arguments, collectives)
        return function

    return add


XY = (array(8, 4), P("x", "y"))
X = (array(8, 4), P("x", None))
WHOLE = (array(8, 4), P())
COLUMNS = (array(8, 16), P(None, "x"))
ROWS = (array(16, 12), P("x", None))


@program(GRID, XY, collectives={})
def elementwise(a):
    return jnp.sin(a).T * 2, a.T.reshape(4, 8), jnp.where(a > 0, a, -a)


@program(GRID, (array(4, 1), P("x")), (array(1, 8), P(None, "y")), collectives={})
def outer(a, b):
    return a + b, a * b - jnp.zeros((4, 8), out_sharding=P("x", "y"))


@program(GRID, XY)
def reshards(a):
    return (
        jax.reshard(a, P("y", "x")),
        jax.reshard(a, P("x", None)),
        jax.reshard(a, P(("x", "y"))),
        jax.reshard(a, P(("y", "x"), None)),
        jax.reshard(jax.reshard(a, P()), P(None, "x")),
    )


@program(GRID, XY)
def other_mesh(a):
    other = jax.sharding.AbstractMesh((8,), ("z",), (EXPLICIT,))
    with jax.sharding.use_abstract_mesh(other):
        return jax.reshard(a, P("z", None)) * 2


@program(GRID, XY)
def sums(a):
    return a.sum(0), a.sum(1), a.max(), a.mean(axis=1, keepdims=True)


@program(GRID)
def made():
    key = jax.random.key(7)
    return (
        jax.random.normal(key, (8, 4), out_sharding=P("x", "y")),
        jax.random.bits(key, (16,), out_sharding=P(("x", "y"))),
        jnp.arange(12, out_sharding=P("x")) + jnp.ones(12, jnp.int32, out_sharding=P("x")),
    )


@program(GRID, (array(8, 6), P("x", None)), (np.arange(4, dtype=np.int32), P("y")))
def shapes(a, at):
    return (
        a.reshape(2, 4, 6, out_sharding=P(None, "x")),
        a.at[at].get(out_sharding=P("y", None)),
        jnp.concatenate([a, 2 * a], axis=1),
        jax.lax.broadcast_in_dim(a, (8, 3, 6), (0, 2), out_sharding=P("x")),
    )


@program(LINE, COLUMNS, ROWS, collectives={"all_reduce": 1})
def contracted_all(a, b):
    return jnp.dot(a, b, out_sharding=P(None, None))


@program(LINE, COLUMNS, ROWS, collectives={"reduce_scatter": 1})
def contracted_scattered(a, b):
    return jnp.dot(a, b, out_sharding=P("x", None))


@program(LINE, COLUMNS, ROWS, collectives={"all_reduce": 1})
def added_unreduced(a, b):
    pending = P(None, None, unreduced={"x"})
    c = jnp.einsum("ij,jk->ik", a, b, out_sharding=pending)
    d = jnp.einsum("ij,jk->ik", jnp.sin(a), b, out_sharding=pending)
    return jax.reshard(c + d, P(None, None))


@program(LINE, COLUMNS, ROWS, collectives={"reduce_scatter": 1})
def unreduced_to_sharded(a, b):
    pending = P(None, None, unreduced={"x"})
    c = jnp.einsum("ij,jk->ik", a, b, out_sharding=pending)
    return jax.reshard(c, P(None, "x"))


@program(LINE, COLUMNS, ROWS, collectives={})
def unreduced_result(a, b):
    return jnp.dot(a, b, out_sharding=P(None, None, unreduced={"x"}))


@program(LINE, (array(8, 4), P(None, None, unreduced={"x"})), collectives={"all_reduce": 1})
def unreduced_argument(a):
    return jax.reshard(a + a, P())


@program(GRID, X)
def to_unreduced(a):
    pending = jax.reshard(a, P("x", None, unreduced={"y"}))
    return jax.reshard(pending, P("x", "y")), jax.reshard(pending, P(None, None))


@program(GRID, (array(8, 16), P("x", "y")), (array(16, 12), P("y", None)))
def unreduced_and_sharded(a, b):
    c = jnp.dot(a, b, out_sharding=P("x", None, unreduced={"y"}))
    return jnp.tanh(jax.reshard(c, P("x", "y")))




def get_loss(w, x):
    return jnp.sum((x @ w) ** 2)


BATCH, WEIGHT = (array(8, 4), P("x", None)), (array(4, 2), P(None, None))


@program(LINE, WEIGHT, BATCH)
def gradients(w, x):
    return jax.grad(get_loss, argnums=(0, 1))(w, x)


@program(LINE, WEIGHT, BATCH, collectives={"all_reduce": 1})
def reduced_weight(w, x):
    def loss(w, x):
        return get_loss(jax.reshard(w, P(None, None, reduced={"x"})), x)

    return jax.grad(loss)(w, x)


@program(LINE, WEIGHT, BATCH, (array(6, 4), P("x", None)), collectives={"all_reduce": 1})
def reduced_weight_twice(w, x, y):
    def loss(w, x, y):
        w = jax.reshard(w, P(None, None, reduced={"x"}))
        return jnp.sum(jnp.sin(x @ w)) + jnp.sum(y @ w)

    return jax.grad(loss)(w, x, y)


def get_stacked_loss(stack, batch):
    def layer(h, w):
        return jnp.tanh(h @ w), None

    return jnp.sum(lax.scan(layer, batch, stack)[0] ** 2)


STACK = array(3, 4, 4)
MICROBATCHES = (array(5, 2, 4), P(None, "x", None))


@program(LINE, (STACK, P(reduced={"x"})), MICROBATCHES, collectives={"all_reduce": 1})
def accumulated(stack, batches):
    def turn(total, batch):
        return total + jax.grad(get_stacked_loss)(stack, batch), None

    total = jax.reshard(jnp.zeros_like(stack), P(unreduced={"x"}))
    total = jax.reshard(lax.scan(turn, total, batches)[0], P())
    return jax.reshard(stack, P()) - 0.01 * total


@program(LINE, (STACK, P()), MICROBATCHES)
def accumulated_replicated(stack, batches):
    def turn(total, batch):
        return total + jax.grad(get_stacked_loss)(stack, batch), None

    return stack - 0.01 * lax.scan(turn, jnp.zeros_like(stack), batches)[0]


@program(GRID, X, (array(8, 4), P(None, "y")))
def auto_inside(a, b):
    @auto_axes
    def add(a, b):
        return jnp.sin(a) + b

    return add(a, b, out_sharding=P("x", None)) * 2


@program(GRID, (array(8, 4), P("x", "y")), types=(AUTO, AUTO))
def explicit_inside(a):
    @explicit_axes
    def double(a):
        return jax.reshard(a * 2, P("x", None))

    return double(jnp.sin(a), in_sharding=P("x", "y")) + 1


@program(GRID, COLUMNS, ROWS, types=(AUTO, AUTO))
def auto(a, b):
    return lax.with_sharding_constraint(a @ b, P("x", None))


@program(LINE, COLUMNS, ROWS, collectives={"reduce_scatter": 1})
def manual(a, b):
    @jax.shard_map(out_specs=P("x", None))
    def product(a, b):
        return lax.psum_scatter(a @ b, "x", tiled=True)

    return product(a, b)


@program(LINE, COLUMNS, ROWS, collectives={"all_reduce": 1})
def manual_unreduced(a, b):
    @jax.shard_map(
        in_specs=(P(None, "x"), P("x", None)), out_specs=P(None, None, unreduced={"x"})
    )
    def product(a, b):
        return lax.pcast(a @ b, "x", to="unreduced")

    return jax.reshard(product(a, b), P(None, None))


@program(LINE, (array(4, 2), P(None, None, reduced={"x"})), BATCH)
def manual_reduced(w, x):
    @jax.shard_map(
        in_specs=(P("x", None), P(None, None, reduced={"x"})), out_specs=P("x", None)
    )
    def layer(x, w):
        return jnp.tanh(x @ w)

    return jax.reshard(jax.grad(lambda w: jnp.sum(layer(x, w) ** 2))(w), P())


def put(value, spec):
    if spec.unreduced:
        return jax.reshard(jax.device_put(value, P()), spec)
    return jax.device_put(value, spec)


def get_value(result):
    """The global value: addends on several devices are summed up."""
    spec = getattr(result.sharding, "spec", None)
    if spec is not None and getattr(spec, "unreduced", None):
        result = jax.reshard(result, P(*spec.partitions))
    return np.asarray(result)


def run(tool, folder, name):
    function, (sizes, names), types, arguments, collectives = PROGRAMS[name]
    folder = folder / name
    folder.mkdir(parents=True)
    options = {} if types is None else {"axis_types": types}
    mesh = jax.make_mesh(sizes, names, devices=jax.devices()[: np.prod(sizes)], **options)
    with jax.set_mesh(mesh):
        values = [put(value, spec) for value, spec in arguments]
        jitted = jax.jit(function)
        (folder / "program.mlir").write_text(jitted.lower(*values).as_text())
        for i, value in enumerate(values):
            np.save(folder / f"in{i}.npy", get_value(value))
        for i, value in enumerate(jax.tree.leaves(jitted(*values))):
            np.save(folder / f"out{i}.npy", get_value(value))
    command = [tool, folder / "program.mlir", "--input-dir", folder]
    command += ["--expect-dir", folder, "--rtol", "1e-4", "--atol", "1e-4"]
    command += [f"--report={folder}/report.json"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return f"not done after {TIMEOUT} seconds"
    (folder / "log").write_text(done.stderr + done.stdout)
    if done.returncode:
        errors = [l for l in done.stderr.splitlines() if "error" in l]
        return errors[0] if errors else f"exit code {done.returncode}"
    totals = json.loads((folder / "report.json").read_text())["totals"]
    counts = {kind: total["count"] for kind, total in totals.items() if total["count"]}
    if collectives is not None and counts != collectives:
        return f"required: the collectives {collectives}, found: {counts}"
    return None


def main():
    tool, folder, names = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    passed = failed = 0
    for name in PROGRAMS:
        if names and not any(part in name for part in names):
            continue
        if error := run(tool, folder, name):
            failed += 1
            print(f"{name}: {error}")
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
