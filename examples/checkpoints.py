"""Trains, is killed, and goes on from its last checkpoint, on any mesh.

    python checkpoints.py run x=2 --die-at 13
    python checkpoints.py run x=2,y=3

It prints the loss of each step. Those of the second command go on where the first one was.
"""

import argparse
import os
import signal

import numpy as np

import dtensor as dt

STEPS = 20

# How the devices of a mesh divide the model: by its hidden features along x.
LAYOUTS = {"*.up": "unsharded,x", "*.down": "x,unsharded"}


def begin(mesh):
    """The state before the first step."""
    params = {
        "up": dt.Variable(0.3 * dt.randn((6, 16), 1, LAYOUTS["*.up"], mesh=mesh), "up"),
        "down": dt.Variable(0.3 * dt.randn((16, 3), 2, LAYOUTS["*.down"], mesh=mesh), "down"),
    }
    return {"step": 0, "params": params}


def loss(up, down, x, y):
    return dt.mean((dt.tanh(x @ up) @ down - y) ** 2)


def main(folder, mesh, die_at):
    checkpoints = dt.Checkpointer(folder, keep=2)
    if checkpoints.latest is None:
        state = begin(mesh)
    else:
        # The layouts are those of this mesh, whatever the state was saved with.
        state = dt.load(checkpoints.latest, mesh, LAYOUTS)
    up, down = state["params"]["up"], state["params"]["down"]

    @dt.jit
    def update(x, y):
        value, slopes = dt.value_and_grad(loss, argnums=(0, 1))(up.value, down.value, x, y)
        for variable, slope in zip((up, down), slopes):
            variable.assign((variable.value - 0.5 * slope).redistribute(variable.layout))
        return value

    for step in range(state["step"], STEPS):
        # The samples of a step depend on its number, so they are the same after a restart.
        x = dt.randn((32, 6), 100 + step, "unsharded,unsharded", mesh=mesh)
        value = update(x, x[:, :3])
        print(f"step {step}: loss {float(np.asarray(value.full_tensor())):.4f}", flush=True)
        state["step"] = step + 1
        # The devices compute on while the state of now is written.
        checkpoints.save(step + 1, state, wait=False)
        if step + 1 == die_at:
            os.kill(os.getpid(), signal.SIGKILL)
    checkpoints.wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("mesh", type=dt.Mesh)
    parser.add_argument("--die-at", type=int)
    arguments = parser.parse_args()
    main(arguments.folder, arguments.mesh, arguments.die_at)
