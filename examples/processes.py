"""A program for one process or several: `mpirun -np 2 python processes.py`.

What it prints has the same bits for any number of processes.
"""

import numpy as np

import dtensor as dt

mesh = dt.Mesh("x=2,y=3")


def show(name: str, tensor: dt.DTensor) -> None:
    """Prints in one process what all have."""
    whole = tensor.full_tensor().numpy()
    if dt.process_index() == 0:
        print(name, [float(each).hex() for each in whole.ravel()])


# Each process makes the parts of its devices.
samples = dt.randn((12, 5), 1, "x+y,unsharded", mesh=mesh)
targets = dt.distribute_tensor(np.linspace(-1, 1, 12, dtype=np.float32), mesh, "x+y")
weights = dt.Variable(dt.zeros(5, "unsharded", mesh=mesh), "weights")


def loss(weights, samples, targets):
    return dt.mean((samples @ weights - targets) ** 2)


@dt.jit
def step(samples, targets):
    value, slope = dt.value_and_grad(loss)(weights.value, samples, targets)
    weights.assign((weights.value - 0.1 * slope).redistribute(weights.layout))
    return value


for _ in range(10):
    show("loss", step(samples, targets))
show("weights", weights.value)

# Ops one by one, and another layout.
show("sum", dt.sum(dt.tanh(samples) * 2, axis=0))
show("columns", samples.redistribute("y,x"))

# Components: each process has those of its devices.
parts = [np.full((2, 2), device, np.float32) for device in mesh.local_devices]
show("packed", dt.from_local(parts, mesh, "x+y,unsharded"))
count = dt.local_map(lambda part: (part > 0).sum(), ";partial(sum):x;partial(sum):y")
show("count", count(samples))
