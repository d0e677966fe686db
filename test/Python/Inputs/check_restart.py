"""A program that is killed and started again on other meshes has the losses of one that is not.

usage: check_restart.py PROGRAM
"""

import os
import pathlib
import subprocess
import sys
import tempfile


def run(program, folder, *arguments):
    """The losses by step, and the exit code."""
    done = subprocess.run(
        [sys.executable, program, str(folder), *arguments], stdout=subprocess.PIPE, text=True
    )
    losses = [line.split(": ") for line in done.stdout.splitlines()]
    return dict(losses), done.returncode


def main(program, folder):
    expected, code = run(program, folder / "whole", "x=2")
    assert code == 0 and len(expected) == 20, (code, expected)
    found = {}
    for mesh, die_at in (("x=2", 7), ("x=2,y=3", 13), ("x=4", None)):
        options = [] if die_at is None else ["--die-at", str(die_at)]
        losses, code = run(program, folder / "killed", mesh, *options)
        assert code == (0 if die_at is None else -9), code
        # A step that was computed but not saved is computed again.
        for step, loss in losses.items():
            assert found.setdefault(step, loss) == loss, (step, loss, found[step])
        assert losses, mesh
    assert found == expected, (found, expected)
    # The last checkpoints are there.
    names = sorted(path.name for path in (folder / "killed").iterdir() if path.suffix == "")
    assert names == ["step-00000019", "step-00000020"], names


if __name__ == "__main__":
    # In memory, where there is such a folder: a busy disk takes long to sync small files.
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place) as temporary:
        main(sys.argv[1], pathlib.Path(temporary))
