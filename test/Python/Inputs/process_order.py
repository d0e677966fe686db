"""Devices of two processes in the order of another mesh dimension."""

import pickle

import numpy as np

import dtensor as dt

rank = dt.process_index()
mesh = dt.Mesh("x=2,y=4", process_order="y,x")
assert mesh.local_devices == ((0, 4, 1, 5), (2, 6, 3, 7))[rank], mesh.local_devices
assert mesh.process_order == "y,x"
assert dt.Mesh({"x": 2, "y": 4}).local_devices == mesh.local_devices
assert pickle.loads(pickle.dumps(mesh)) == mesh
try:
    dt.Mesh([("x", 2), ("y", 4)], process_order="x,y")
except dt.Error as error:
    assert "required the process order 'y,x'" in str(error), error
else:
    raise AssertionError("two orders of one mesh")

x = dt.distribute_tensor(np.arange(48).reshape(8, 6), mesh, "x,y")
y = dt.jit(lambda x: dt.sum(x.redistribute("y,unsharded") * 2, axis=0))(x)
assert np.array_equal(y.full_tensor(), np.arange(48).reshape(8, 6).sum(axis=0) * 2)

# Replicas of the first one.
parts = [np.full(3, device, np.int16) for device in mesh.local_devices]
z = dt.from_local(parts, mesh, "x", run_check=True)
assert [int(z.to_local(device)[0]) for device in mesh.local_devices] == [0, 4, 0, 4]
if rank == 0:
    print("done")
