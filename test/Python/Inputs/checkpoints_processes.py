"""Saves and loads with several processes.

checkpoints_processes.py FOLDER         all of it, in a new folder
checkpoints_processes.py FOLDER restore loads what other processes have saved there
checkpoints_processes.py FOLDER removal cannot remove an old checkpoint
"""

import sys

import numpy as np

import dtensor as dt

folder = sys.argv[1]
rows = dt.Mesh("x=4")
grid = dt.Mesh("x=2,y=2")
whole = np.random.default_rng(1).normal(size=(9, 7))
tree = {
    "w": dt.distribute_tensor(whole, rows, "x,unsharded"),
    "r": dt.distribute_tensor(whole, rows, None),
    "step": 5,
}
if sys.argv[2:] == ["removal"]:
    # All processes have the error of the first one, and none waits for ever.
    checkpoints = dt.Checkpointer(folder + "/removal", keep=1)
    checkpoints.save(0, tree)
    if dt.process_index() == 0:
        with open(checkpoints.path(0) + "/notes.txt", "w") as file:
            file.write("mine")
    tree["w"].full_tensor()
    try:
        checkpoints.save(1, tree)
    except dt.Error as error:
        print("raised:", error)
    assert checkpoints.steps == [0, 1], checkpoints.steps
    sys.exit()
if sys.argv[2:] != ["restore"]:
    dt.save(folder + "/parts", tree)
    dt.save(folder + "/whole", tree, whole=True)
for name in ("parts", "whole"):
    for layout in ("y,x", "unsharded,x", "x+y,unsharded", None):
        loaded = dt.load(f"{folder}/{name}", grid, {"*": layout})
        assert loaded["step"] == 5
        for key in ("w", "r"):
            np.testing.assert_array_equal(loaded[key].full_tensor().numpy(), whole)

# A process reads the parts of its devices, and nothing else.
reader = dt.CheckpointReader(folder + "/parts")
tensor = reader.load({"w": dt.Layout("unsharded,x", grid)})["w"]
parts = {shard.index[1].start: shard.data.nbytes for shard in tensor.shards}
assert reader.bytes_read == sum(parts.values()), (reader.bytes_read, parts)

# A narrow box of each process, of what another layout has saved.
tensor = reader.load({"w": dt.Layout("unsharded,x", rows)})["w"]
np.testing.assert_array_equal(tensor.full_tensor().numpy(), whole)
if sys.argv[2:] == ["restore"]:
    print("restored")
    sys.exit()

checkpoints = dt.Checkpointer(folder + "/run", keep=2)
for step in range(4):
    checkpoints.save(step, tree, wait=False)
checkpoints.wait()
# The first process has removed old ones.
assert checkpoints.steps == [2, 3], checkpoints.steps

# What other processes restore.
dt.save(folder + "/others/parts", tree)
dt.save(folder + "/others/whole", tree, whole=True)

# All processes find what one of them has read.
if dt.process_index() == 0:
    with open(folder + "/parts/shard-00001-model-00001-of-00001.safetensors", "r+b") as file:
        file.seek(-1, 2)
        last = file.read(1)
        file.seek(-1, 2)
        file.write(bytes([last[0] ^ 1]))
tree["w"].full_tensor()
try:
    dt.load(folder + "/parts", grid, {"*": "y,x"})
except dt.Error as error:
    assert "shard-00001" in str(error) and "is damaged" in str(error), error
else:
    raise AssertionError("required an error, found none")
print("done")
