"""Runs pytest under the address sanitizer, and shows first that it sees what it should.

usage: under_asan.py ARGUMENTS_OF_PYTEST...

Only the sanitizer's runtime is loaded. It knows all memory of the process, and checks what NumPy
and the C library read and write, which is how arrays outlive their owners.
"""

import os
import platform
import subprocess
import sys

# Reads the memory of a tensor that is gone.
FAULT = """
import ctypes, gc
import numpy as np
import dtensor as dt

tensor = dt.ones(1 << 18, "x", mesh=dt.Mesh("x=2")) + 1
part = tensor.to_local(1)
address, size = part.__array_interface__["data"][0], part.nbytes
memory = np.frombuffer((ctypes.c_char * size).from_address(address), np.uint8)
memory.copy()
print("alive", flush=True)
del tensor, part
gc.collect()
memory.copy()
"""


def main(arguments: list[str]) -> int:
    name = f"libclang_rt.asan-{platform.machine()}.so"
    runtime = subprocess.run(
        ["clang++-22", f"--print-file-name={name}"], check=True, capture_output=True, text=True
    ).stdout.strip()
    environment = {
        **os.environ,
        "LD_PRELOAD": runtime,
        # Python itself leaves memory behind, and reports faults of code that has them.
        "ASAN_OPTIONS": "detect_leaks=0:handle_segv=0",
        "PYTHONMALLOC": "malloc",
    }
    fault = subprocess.run(
        [sys.executable, "-c", FAULT], env=environment, capture_output=True, text=True
    )
    assert fault.stdout == "alive\n" and "heap-use-after-free" in fault.stderr, fault
    pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(pytest, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
