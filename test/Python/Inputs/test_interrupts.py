"""Ctrl-C ends a run."""

import signal
import subprocess
import sys
import time

import pytest

PROGRAM = """
import numpy as np, dtensor as dt, signal, sys
# A job in the background ignores the signal at first.
signal.signal(signal.SIGINT, signal.default_int_handler)
def waiting(x):
    return dt.while_loop(lambda y: dt.sum(y) > 0.0, lambda y: y * 1.0, x)

def computing(x):
    return dt.while_loop(lambda y: y[0] > 0.0, lambda y: y * 1.0, x)

def long(x):
    big = dt.ones((1024, 1024))
    return dt.fori_loop(0, 400, lambda i, y: dt.tanh(y @ y), big)[0, 0] + x

layout = "x" if sys.argv[1] == "waiting" else None
x = dt.distribute_tensor(np.ones(4, np.float32), dt.Mesh("x=2"), layout)
f = dt.jit(globals()[sys.argv[1]])
f.compile(x)
print("begins", flush=True)
try:
    f(x)
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(dt.call("add", x, x).full_tensor().numpy().tolist())
"""


def interrupt(program):
    """Presses Ctrl-C while it runs; returns what it writes then."""
    child = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, program],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    try:
        assert child.stdout.readline() == "begins\n"
        time.sleep(0.5)
        assert child.poll() is None
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=120)
    finally:
        child.kill()
    assert out == "interrupted\n[2.0, 2.0, 2.0, 2.0]\n"
    assert child.returncode == 0
    return err


@pytest.mark.parametrize("program", ["waiting", "computing"])
def test_a_run_that_never_ends(program):
    assert interrupt(program) == ""


def test_a_run_that_computes_for_long_is_named():
    assert "dtensor: Ctrl-C ends 'long' as soon as its devices wait" in interrupt("long")
