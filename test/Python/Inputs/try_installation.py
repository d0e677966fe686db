"""Installs the package in a fresh environment and runs a program there.

usage: try_installation.py FOLDER BUILD_DIR WHEEL_OR_CHECKOUT
"""

import os
import subprocess
import sys

PROGRAM = """
import importlib.metadata
import os
import sys
import numpy as np
import dtensor as dt

mesh = dt.Mesh("x=2")
f = dt.jit(lambda a, b: dt.linalg.inv(dt.tanh(a @ b) + dt.eye(64, dtype=dt.float64)))
a = dt.distribute_tensor(np.ones((64, 256)) / 1024, mesh, "unsharded,x")
b = dt.distribute_tensor(np.ones((256, 64)) / 1024, mesh, "x,unsharded")
with dt.count_collectives() as counter:
    result = f(a, b).full_tensor().numpy()
expected = np.linalg.inv(np.tanh(np.ones((64, 64)) / 4096) + np.eye(64))
np.testing.assert_allclose(result, expected, rtol=1e-6, atol=1e-9)
assert counter.total("all_reduce") == 1
one = dt.distribute_tensor(np.ones((512, 512), np.float32), mesh, "x,unsharded")
assert (one @ one).to_local(1)[0, 0] == 512

build, own = sys.argv[1:]
with open("/proc/self/maps") as maps:
    files = {line.split()[-1] for line in maps}
# The environment itself may lie in the build tree.
files = {file for file in files if not file.startswith(own)}
foreign = {file for file in files if file.startswith(build) or "/llvm-22/" in file}
assert not foreign, f"files of the build tree are loaded: {foreign}"
assert importlib.metadata.version("dtensor") == dt.__version__
folder = dt.__file__.rpartition("/")[0]
for name in "_core.pyi", "py.typed":
    open(f"{folder}/{name}").close()
# Each library that is not the project's has a licence.
packages = os.listdir(f"{folder}/licenses")
for library in "llvm", "mlir", "openblas", "dnnl", "zstd", "boost":
    assert any(library in package for package in packages), (library, packages)
assert all(os.path.getsize(f"{folder}/licenses/{each}") > 500 for each in packages)
print("it works")
"""


def main(folder: str, build: str, package: str) -> None:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    # The cache of pip is one of the user.
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = os.path.join(folder, "bin", "python3")
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]
    subprocess.run(install, check=True, env=environment)
    run = [python, "-c", PROGRAM, build, os.path.abspath(folder)]
    out = subprocess.run(run, check=True, env=environment, cwd="/", stdout=subprocess.PIPE)
    assert out.stdout == b"it works\n", out.stdout


if __name__ == "__main__":
    main(*sys.argv[1:])
