"""Runs programs with jax.shard_map by JAX and by dtensor-run, and compares.

usage: shard_map.py DTENSOR_RUN FOLDER [NAME...]

Each program is lowered with Shardy and in XLA's form, on a mesh of virtual
devices of JAX's CPU. In most of them some axes of the mesh are manual, and
others are left to the compiler. FOLDER keeps texts, arrays and logs. NAME is
part of the programs to run. Prints what fails, then `N passed, N failed`.
"""

import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import pathlib
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

TIMEOUT = 120  # seconds
PROGRAMS = {}


def mesh(*sizes):
    devices = np.array(jax.devices()[: int(np.prod(sizes))])
    return Mesh(devices.reshape(sizes), tuple("xyz"[: len(sizes)]))


def array(*shape, dtype=np.float32):
    random = np.random.default_rng(sum(shape))
    if np.issubdtype(dtype, np.integer):
        return random.integers(0, 8, shape).astype(dtype)
    return random.normal(size=shape).astype(dtype)


def shard_map(body, grid, ins, outs, manual=None):
    options = {} if manual is None else {"axis_names": set(manual)}
    if grid is not None:
        options["mesh"] = grid
    return jax.shard_map(
        body, in_specs=ins, out_specs=outs, check_vma=False, **options
    )


def on_meshes(*variants):
    """Adds a program for each variant: (mesh, manual axes, shardings of arguments)."""

    def add(make):
        for number, (grid, manual, shardings) in enumerate(variants):
            function, arguments = make(grid, manual)
            name = make.__name__ + "-" + "x".join(map(str, grid.devices.shape))
            name += f"-{number}"
            PROGRAMS[name] = (function, arguments, grid, shardings)

    return add


FULL, PART, PART3 = mesh(4), mesh(2, 2), mesh(2, 3)


@on_meshes(
    (FULL, None, None),
    (PART, "x", None),
    (PART, "x", (P("x", "y"), P("y"))),
    (PART3, "x", (P("y", "x"), P(None, "y"))),
)
def collectives(grid, manual):
    size = grid.shape["x"]

    def body(a, w):
        if manual:
            a = lax.with_sharding_constraint(a, P(None, "y"))
        h = a @ w
        ring = [(i, (i + 1) % size) for i in range(size)]
        return (
            lax.psum(h, "x"),
            lax.pmax(h, "x"),
            lax.all_gather(h, "x", axis=1),
            lax.all_gather(h, "x", axis=0, tiled=True),
            lax.psum_scatter(h, "x", scatter_dimension=1, tiled=True),
            lax.all_to_all(h, "x", 1, 0, tiled=True),
            lax.all_to_all(h, "x", 0, 0, tiled=True),
            lax.ppermute(h, "x", ring) + lax.axis_index("x"),
            lax.ppermute(h, "x", [(0, 1)]),
        )

    run = shard_map(body, grid, (P("x"), P()), (P(), P()) + (P("x"),) * 7, manual)
    return run, (array(12 * size * size, 12), array(12, 6 * size))


@on_meshes((mesh(4), None, None), (mesh(6), None, None), (mesh(2, 4), "y", None))
def groups(grid, manual):
    axis = "y" if manual else "x"
    size = grid.shape[axis]
    half = size // 2
    tables = [
        [list(range(half)), list(range(half, size))],
        [list(range(0, size, 2)), list(range(1, size, 2))],
        [[size - 1 - i for i in range(half)], list(range(half))],
    ]

    def body(a):
        results = []
        for table in tables:
            options = {"tiled": True, "axis_index_groups": table}
            results += [
                lax.psum(a, axis, axis_index_groups=table),
                lax.all_gather(a, axis, axis=1, **options),
                lax.psum_scatter(a, axis, scatter_dimension=0, **options),
                lax.all_to_all(a, axis, 0, 1, **options),
            ]
        return results

    return shard_map(body, grid, P(axis), P(axis), manual), (array(size * half, 4),)


@on_meshes((mesh(2, 2, 2), None, None))
def nested(grid, manual):
    def inner(a):
        return lax.psum(a, "z") + lax.axis_index("z")

    def middle(a):
        a = shard_map(inner, None, P(None, None, "z"), P(None, None, "z"), "z")(a)
        return lax.all_gather(a, "y", axis=1, tiled=True)[:, :4]

    def outer(a):
        a = shard_map(middle, None, P(None, "y"), P(None, "y"), "y")(jnp.sin(a))
        return lax.ppermute(a, "x", [(0, 1), (1, 0)]) + lax.axis_index("x")

    return shard_map(outer, grid, P("x"), P("x"), "x"), (array(8, 8, 8),)


@on_meshes((FULL, None, None), (PART, "x", (P("x", "y"),)), (PART3, "x", None))
def control_flow(grid, manual):
    def body(a):
        def halve(value):
            return value * 0.5 + lax.pmean(value, "x") * 0.1

        def is_large(value):
            return lax.psum(jnp.sum(jnp.abs(value)), "x") > 1.0

        small = lax.while_loop(is_large, halve, a)
        # Turns differ between devices along x.
        grown = lax.while_loop(
            lambda value: (value**2).sum() < 50,
            lambda value: value * 1.3,
            a + lax.axis_index("x"),
        )
        chosen = lax.cond(
            lax.pmax(jnp.max(a), "x") > 0,
            lambda value: lax.psum(value, "x"),
            lambda value: value,
            small,
        )
        own = lax.cond(lax.axis_index("x") == 0, jnp.sin, jnp.cos, a)
        return small, grown, chosen, own

    return shard_map(body, grid, P("x"), P("x"), manual), (array(8, 6),)


@on_meshes((mesh(2, 2), None, None))
def other_axis(grid, manual):
    """Whether a collective along y is reached differs along x, and not along y."""

    def body(a):
        return lax.cond(
            lax.axis_index("x") == 0,
            lambda value: lax.psum(value, "y"),
            lambda value: value,
            a,
        )

    return shard_map(body, grid, P("x", "y"), P("x", "y")), (array(4, 6),)


@on_meshes((FULL, None, None), (PART, "x", None))
def ring_attention(grid, manual):
    size, batch, length, depth = grid.shape["x"], 2, 4, 8

    def body(q, k, v):
        here = lax.axis_index("x")
        ring = [(i, (i + 1) % size) for i in range(size)]

        def step(i, carried):
            out, top, total, k, v = carried
            score = jnp.einsum("bqd,bkd->bqk", q, k) / depth**0.5
            rows = here * length + jnp.arange(length)
            columns = (here - i) % size * length + jnp.arange(length)
            score = jnp.where(rows[:, None] >= columns[None, :], score, -1e9)
            higher = jnp.maximum(top, score.max(-1))
            weights = jnp.exp(score - higher[..., None])
            scale = jnp.exp(top - higher)
            total = total * scale + weights.sum(-1)
            out = out * scale[..., None] + jnp.einsum("bqk,bkd->bqd", weights, v)
            k, v = lax.ppermute((k, v), "x", ring)
            return out, higher, total, k, v

        start = jnp.full(q.shape[:2], -1e9, jnp.float32)
        first = (jnp.zeros_like(q), start, jnp.zeros(q.shape[:2]), k, v)
        out, _, total, _, _ = lax.fori_loop(0, size, step, first)
        return out / total[..., None]

    run = shard_map(body, grid, P(None, "x"), P(None, "x"), manual)
    return run, tuple(array(batch, size * length, depth + i)[..., i:] for i in range(3))


@on_meshes((FULL, None, None), (PART3, "x", None))
def pipeline(grid, manual):
    size, batches, width = grid.shape["x"], 4, 8

    def body(w, a):
        here = lax.axis_index("x")

        def step(carried, turn):
            buffer, out = carried
            source = jnp.where(here == 0, a[jnp.clip(turn, 0, batches - 1)], buffer)
            h = jnp.tanh(source @ w[0])
            done = turn - (size - 1)
            updated = lax.dynamic_update_index_in_dim(
                out, h, jnp.clip(done, 0, batches - 1), 0
            )
            out = jnp.where((here == size - 1) & (done >= 0), updated, out)
            return (lax.ppermute(h, "x", [(i, i + 1) for i in range(size - 1)]), out), None

        first = (jnp.zeros_like(a[0]), jnp.zeros_like(a))
        (_, out), _ = lax.scan(step, first, jnp.arange(batches + size - 1))
        return lax.psum(jnp.where(here == size - 1, out, 0), "x")

    forward = shard_map(body, grid, (P("x"), P()), P(), manual)

    def train(w, a):
        return jax.value_and_grad(lambda w: jnp.mean(forward(w, a) ** 2))(w)

    return train, (array(size, width, width), array(batches, 4, width))


@on_meshes((FULL, None, None), (PART, "x", None))
def experts(grid, manual):
    size, width, hidden, room = grid.shape["x"], 8, 16, 4
    count = 2 * size

    def body(a, gate, up, down):
        chances = jax.nn.softmax(a @ gate)
        expert = jnp.argmax(chances, -1)
        chosen = jax.nn.one_hot(expert, count, dtype=jnp.int32)
        place = (jnp.cumsum(chosen, 0) * chosen - 1).max(-1)
        fits, place = place < room, jnp.clip(place, 0, room - 1)
        sent = jnp.zeros((count, room, width)).at[expert, place].add(
            jnp.where(fits[:, None], a, 0)
        )
        sent = lax.all_to_all(sent, "x", 0, 1, tiled=True)
        h = jax.nn.relu(jnp.einsum("ecd,edh->ech", sent, up))
        out = lax.all_to_all(jnp.einsum("ech,ehd->ecd", h, down), "x", 1, 0, tiled=True)
        weight = jnp.take_along_axis(chances, expert[:, None], 1)[:, 0]
        return out[expert, place] * jnp.where(fits, weight, 0)[:, None]

    run = shard_map(body, grid, (P("x"), P(), P("x"), P("x")), P("x"), manual)
    shapes = [(8 * size, width), (width, count), (count, width, hidden), (count, hidden, width)]
    return run, tuple(array(*shape) for shape in shapes)


@on_meshes(
    (FULL, None, None),
    (PART, "x", (P(None, "x", "y"), P("x"))),
    (PART3, "x", None),
)
def fsdp(grid, manual):
    width = 8 * grid.shape["x"]

    def body(w, a):
        def layer(h, part):
            return jnp.tanh(h @ lax.all_gather(part, "x", tiled=True)), None

        def loss(w):
            return (lax.scan(jax.checkpoint(layer), a, w)[0] ** 2).mean()

        value, gradient = jax.value_and_grad(loss)(w)
        return lax.pmean(value, "x"), gradient

    ins, outs = (P(None, "x"), P("x")), (P(), P(None, "x"))
    run = shard_map(body, grid, ins, outs, manual)
    return run, (array(3, width, width) / 4, array(2 * width, width))


@on_meshes((PART, "x", None), (PART3, "x", None))
def uneven(grid, manual):
    """7 positions on the devices that are left to the compiler."""

    def body(a):
        h = lax.with_sharding_constraint(jnp.sin(a), P(None, "y", None))
        return (
            lax.psum(h, "x"),
            lax.all_gather(h, "x", axis=1, tiled=True),
            lax.psum_scatter(h, "x", tiled=True),
            lax.all_to_all(h, "x", 0, 1, tiled=True),
            lax.ppermute(h, "x", [(0, 1)]),
            jnp.cumsum(h, 1),
            jnp.sort(h, 1),
            h[:, ::-1],
        )

    return shard_map(body, grid, P("x"), P("x"), manual), (array(8, 7, 5),)


def run(tool, folder, name, form):
    function, arguments, grid, shardings = PROGRAMS[name]
    folder = folder / f"{name}.{form}"
    folder.mkdir(parents=True)
    options = {}
    if shardings is not None:
        options["in_shardings"] = tuple(NamedSharding(grid, s) for s in shardings)
    # XLA itself cannot run all of its older form.
    jax.config.update("jax_use_shardy_partitioner", True)
    expected = jax.tree.leaves(jax.jit(function, **options)(*arguments))
    jax.config.update("jax_use_shardy_partitioner", form == "shardy")
    text = jax.jit(lambda *a: function(*a), **options).lower(*arguments).as_text()
    (folder / "program.mlir").write_text(text)
    for i, value in enumerate(arguments):
        np.save(folder / f"in{i}.npy", value)
    for i, value in enumerate(expected):
        np.save(folder / f"out{i}.npy", np.asarray(value))
    command = [tool, folder / "program.mlir", "--input-dir", folder]
    command += ["--expect-dir", folder, "--rtol", "1e-4", "--atol", "1e-4"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return f"not done after {TIMEOUT} seconds"
    (folder / "log").write_text(done.stderr + done.stdout)
    if done.returncode == 0:
        return None
    errors = [l for l in done.stderr.splitlines() if l.startswith("error")]
    return errors[0] if errors else f"exit code {done.returncode}"


def main():
    tool, folder, names = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    passed = failed = 0
    for name in PROGRAMS:
        if names and not any(part in name for part in names):
            continue
        for form in ("shardy", "xla"):
            if error := run(tool, folder, name, form):
                failed += 1
                print(f"{name} ({form}): {error}")
            else:
                passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
