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

def counting(x):
    return dt.fori_loop(0, 10**12, lambda i, y: y * 0.5 + 1.0, x)

many = dt.distribute_tensor(np.int64(10**12), dt.Mesh("x=2"))

def counting_to_a_tensor(x):
    return dt.fori_loop(0, many, lambda i, y: y * 0.5 + 1.0, x)

def multiplying(x):
    big = dt.ones((1024, 1024))
    return dt.fori_loop(0, 10**6, lambda i, y: dt.tanh(y @ y), big)[0, 0] + x

def scanning(x):
    def step(total, row):
        return dt.fori_loop(0, 10**12, lambda i, y: y + row, total), total
    return dt.scan(step, x, dt.ones((100, 4)))[0]

def long(x):
    y = dt.ones((4096, 4096))
    for _ in range(8):
        y = dt.tanh(y @ y)
    return y[0, 0] + x

layout = "x" if sys.argv[1] == "waiting" else None
# A device that waits for nobody ends only where it is done.
mesh = dt.Mesh("x=1" if sys.argv[1] == "long" else "x=2")
x = dt.distribute_tensor(np.ones(4, np.float32), mesh, layout)
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
        out, err = child.communicate(timeout=300)
    finally:
        child.kill()
    assert out == "interrupted\n[2.0, 2.0, 2.0, 2.0]\n"
    assert child.returncode == 0
    return err


@pytest.mark.parametrize(
    "program",
    ["waiting", "computing", "counting", "counting_to_a_tensor", "multiplying", "scanning"],
)
def test_a_run_that_never_ends(program):
    assert interrupt(program) == ""


def test_ops_that_compute_for_long_are_named():
    assert "dtensor: Ctrl-C ends 'long' as soon as its devices wait" in interrupt("long")
