"""Meshes of the processes of a communicator. The argument says which one."""

import sys

import numpy as np
from mpi4py import MPI

import dtensor as dt

world = MPI.COMM_WORLD
case = sys.argv[1]
if case == "late":
    # The processes of the launcher join without a communicator.
    dt.Mesh("y=2")
color = world.rank // 2
comm = {"world": world, "late": world, "self": MPI.COMM_SELF}.get(case) or world.Split(color)
mesh = dt.Mesh("x=4", comm=comm)
assert mesh == dt.Mesh({"x": 4}, comm=comm)
assert dt.process_count() == comm.size and dt.process_index() == comm.rank
devices = 4 // comm.size
assert mesh.local_devices == tuple(range(comm.rank * devices, (comm.rank + 1) * devices))

array = dt.distribute_tensor(np.arange(8.0) + color, mesh, "x")
assert dt.sum(array).full_tensor().numpy() == 28 + 8 * color
# MPI can still be used by the program itself.
assert world.allreduce(1) == world.size

other = world if case in ("self", "split") else MPI.COMM_SELF
try:
    dt.Mesh("x=4", comm=other)
except dt.Error as error:
    expected = f"this process is one of {comm.size} already"
    assert expected in str(error), error
else:
    raise AssertionError("required an error, found none")
