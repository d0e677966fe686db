"""A program that type checkers accept: what users call most has types."""

import copy
from typing import Any

import numpy as np

import dtensor as dt
from dtensor import DTensor, Layout, Mesh


def divide(mesh: Mesh) -> DTensor:
    layout: Layout = dt.Layout("x,unsharded", mesh)
    a = dt.distribute_tensor(np.ones((4, 8)), mesh, "x,unsharded")
    b = dt.distribute_tensor([[1.0, 2.0]], mesh, [dt.Shard(0), dt.Replicate()])
    c = dt.zeros((4, 8), dt.P("x", None), mesh=mesh, dtype=dt.float32)
    assert a.layout == layout
    rows: int = a.shape[0]
    local: np.ndarray[Any, Any] = a.to_local(rows - 4)
    print(local.sum(), b.shards[0].data, c.placements, a.mesh.size, a.ndim)
    return a.redistribute("unsharded,x").full_tensor()


def compute(a: DTensor, b: DTensor) -> DTensor:
    total: DTensor = dt.sum(dt.tanh(a @ b.mT + 1.0) * 2, axis=0)
    values, vectors = dt.linalg.eigh(a @ a.mT)
    largest, where = dt.max(a), dt.argmax(a, axis=-1)
    c = dt.where(a > 0, -a, a / 2)[1:, None]
    c[0] = 1
    c += 1
    number: float = float(largest)
    print(len(c), number, where, values, vectors, dt.fft.fft(total), dt.unique_values(a))
    return copy.copy(total).T


@dt.jit
def scaled(x: DTensor, factor: float = 2.0) -> tuple[DTensor, float]:
    return x * factor, factor


@dt.jit(name="shift", donate_argnums=0)
def shifted(x: DTensor) -> DTensor:
    return x + 1


def loss(params: dict[str, DTensor], x: DTensor) -> DTensor:
    return dt.mean(x @ params["w"])


def call(mesh: Mesh, x: DTensor) -> DTensor:
    y, factor = scaled(x, factor=3.0)
    number: float = factor
    value: DTensor
    value, grads = dt.value_and_grad(loss)({"w": y}, x)
    with dt.profile("file.json") as profile:
        z: DTensor = shifted(y)
    print(profile.table(rows=5), number, value, grads, dt.grad(loss)({"w": y}, x))
    return z


def train(mesh: Mesh) -> None:
    v = dt.Variable(dt.ones((4, 4), "x,unsharded", mesh=mesh), "v")
    v.assign(v + 1)
    v += v.value
    step = dt.jit(lambda x: x * 2, donate_argnums=0)
    lowered = dt.jit(compute).lower(mesh, dt.TensorType((4, 4)), dt.TensorType((4, 4)))
    compiled = lowered.compile()
    collectives: int = compiled.report().total()
    peak: int = compiled.memory_analysis().peak_bytes
    with dt.count_collectives() as counter:
        result = step(v.value)
    kinds: list[str] = [each.kind for each in dt.count_collectives(result.full_tensor)]
    print(result, collectives, peak, counter.total(), kinds, compiled.explain("%a"))
    program = dt.compile("func.func @f() { return }", mesh="x=2")
    program.save("file")
    results: tuple[DTensor, ...] = program(np.ones(4))
    plan = dt.Plan(mesh).add("*", dt.Style.replicated())
    tensors: dict[str, DTensor] = plan.distribute({"w": np.ones(4)})
    dt.show(results[0])
    print(tensors, dt.float32.itemsize, dt.pi, dt.isdtype(dt.int8, "integral"))
