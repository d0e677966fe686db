"""Ctrl-C ends a run."""

import signal
import subprocess
import sys
import time

PROGRAM = """
import numpy as np, dtensor as dt, signal
# A job in the background ignores the signal at first.
signal.signal(signal.SIGINT, signal.default_int_handler)
x = dt.distribute_tensor(np.ones(4, np.float32), dt.Mesh("x=2"), "x")
f = dt.jit(lambda x: dt.while_loop(
    lambda y: dt.call("greater", dt.call("sum", y), 0.0),
    lambda y: dt.call("multiply", y, 1.0), x))
f.compile(x)
print("begins", flush=True)
try:
    f(x)
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(dt.call("add", x, x).full_tensor().numpy().tolist())
"""


def test_a_run_that_never_ends():
    child = subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout.readline() == "begins\n"
        time.sleep(0.5)
        assert child.poll() is None
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=60)
    finally:
        child.kill()
    assert out == "interrupted\n[2.0, 2.0, 2.0, 2.0]\n"
    assert child.returncode == 0
