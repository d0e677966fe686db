"""Memory lives as long as somebody uses it, and no longer."""

import ctypes
import gc
import os
import pickle
import sys
import threading
import time
import weakref

import numpy as np
import pytest

import dtensor as dt

MESH = dt.Mesh("x=2")


class Array(np.ndarray):
    """An array that can be watched."""


def make():
    array = np.arange(1024.0).view(Array)
    return array, weakref.ref(array)


def test_a_tensor_keeps_the_array_that_it_shares():
    array, ref = make()
    tensor = dt.distribute_tensor(array, MESH, "x")
    del array
    gc.collect()
    assert ref() is not None
    part = tensor.to_local(1)
    del tensor
    gc.collect()
    assert ref() is not None and part[0] == 512
    del part
    gc.collect()
    assert ref() is None


def test_an_array_keeps_the_tensor_that_it_shares():
    tensor = dt.ones(1 << 16, "x", mesh=MESH)
    part = tensor.to_local(1)
    exported = np.from_dlpack(dt.ones(1 << 16, mesh=MESH))
    del tensor
    gc.collect()
    # Other memory is taken meanwhile.
    others = [dt.zeros(1 << 16, "x", mesh=MESH) for _ in range(8)]
    assert part.sum() == 1 << 15 and exported.sum() == 1 << 16
    del others


def test_owners_end_on_other_threads():
    array, ref = make()
    tensors = [dt.distribute_tensor(array, MESH, "x")]
    del array
    threading.Thread(target=tensors.clear).start()
    for _ in range(1000):
        gc.collect()
        if ref() is None:
            return
        threading.Event().wait(0.01)
    raise AssertionError("the array is still there")


def test_recorded_functions_are_collected():
    class Captured:
        pass

    captured = Captured()
    ref = weakref.ref(captured)

    def function(x, captured=captured):
        return dt.call("add", x, x)

    jitted = dt.jit(function)
    jitted(dt.ones(4, "x", mesh=MESH))
    del captured, function, jitted
    gc.collect()
    assert ref() is None


def test_calls_leave_nothing_behind():
    f = dt.jit(lambda x: {"y": (dt.call("add", x, x), x)})
    x = dt.ones(4, "x", mesh=MESH)

    def call():
        for _ in range(100):
            f(x)
            x.to_local(0)
            np.from_dlpack(x.full_tensor())
            repr(x)

    call()
    gc.collect()
    before = len(gc.get_objects())
    references = sys.getrefcount(x)
    call()
    gc.collect()
    assert abs(len(gc.get_objects()) - before) < 20
    assert sys.getrefcount(x) == references


def resident_bytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_ten_thousand_calls_leave_no_memory():
    """Each call makes tensors of 64 KiB; what it left would be 640 MB or more."""
    f = dt.jit(lambda x: x + 1)
    step = dt.jit(lambda x: x + 1, donate_argnums=0)
    x = dt.ones((128, 128), "x,unsharded", mesh=MESH)
    array = np.ones((128, 128), np.float32)
    variable = dt.Variable(x)
    calls = [
        lambda: f(x),
        lambda: step(f(x)),
        lambda: x.redistribute("unsharded,x").to_local(1),
        lambda: np.from_dlpack(x.full_tensor()),
        lambda: dt.distribute_tensor(array, MESH, "unsharded,x"),
        lambda: pickle.loads(pickle.dumps(x)),
        lambda: variable.assign(f(x)),
        lambda: dt.Variable(x),
        lambda: dt.rand((128, 128), 1, "x,unsharded", mesh=MESH),
        lambda: dt.unpack(f(x)),
    ]
    for call in calls * 10:
        call()
    gc.collect()
    before = resident_bytes()
    for _ in range(1000):
        for call in calls:
            call()
    gc.collect()
    assert resident_bytes() - before < 64 << 20


def test_large_results_take_memory_of_those_that_are_gone():
    f = dt.jit(lambda x: x + 1)
    x = dt.ones((2048, 2048), "x,unsharded", mesh=MESH)
    f(x).to_local(0)
    dt.release_memory()
    f(x).to_local(0)
    gc.collect()
    assert dt.kept_memory() == 16 << 20
    y = f(x)
    assert dt.kept_memory() == 0
    assert y.to_local(1)[0, 0] == 2
    del y
    dt.release_memory()
    assert dt.kept_memory() == 0


def test_facts_about_a_tensor_do_not_keep_it():
    array, ref = make()
    tensor = dt.distribute_tensor(array, MESH, "x")
    f = dt.jit(lambda x: x + x)
    f(tensor)
    facts = tensor.layout, tensor.mesh, tensor.layout.mesh, tensor.placements, tensor.shape
    step = dt.jit(lambda x: x + 1, donate_argnums=0)
    step(tensor)
    variable = dt.Variable(dt.ones(4, "x", mesh=MESH))
    layout = variable.layout
    del tensor, array, variable
    gc.collect()
    assert ref() is None
    assert str(facts) == (
        "(Layout('x', Mesh('x=2')), Mesh('x=2'), Mesh('x=2'), [Shard(0)], (1024,))"
    )
    assert str(layout) == "x"


def test_errors_leave_nothing_behind():
    array, ref = make()
    f = dt.jit(lambda x: x @ x, donate_argnums=0)
    for _ in range(10):
        with pytest.raises(dt.Error):
            f(dt.distribute_tensor(array.reshape(4, 256), MESH, "x,unsharded"))
        with pytest.raises(dt.Error):
            dt.distribute_tensor(array, MESH, "x,x")
    del array
    gc.collect()
    assert ref() is None


def share_of_others(call):
    """In how many of 20 equal parts of a call's time another thread could run."""
    times = []
    done = threading.Event()

    def note():
        while not done.wait(1e-4):
            times.append(time.monotonic())

    thread = threading.Thread(target=note)
    thread.start()
    begin = time.monotonic()
    call()
    end = time.monotonic()
    done.set()
    thread.join()
    # Parts must be longer than what the system gives to a thread at a time.
    assert end - begin > 0.2
    return len({int(20 * (each - begin) / (end - begin)) for each in times if begin < each < end})


def test_threads_run_at_the_same_time():
    """The interpreter's lock is given up while a program is compiled and while it runs."""
    # What the measure says of a call that keeps the lock, and of one that does not.
    assert share_of_others(lambda: ctypes.PyDLL(None).usleep(500_000)) <= 2
    assert share_of_others(lambda: ctypes.CDLL(None).usleep(500_000)) >= 10

    f = dt.jit(lambda x: dt.fori_loop(0, 3000, lambda i, y: dt.call("matmul", y, x), x))
    x = dt.distribute_tensor(np.eye(256, dtype=np.float32), MESH)
    compiled = f.compile(x)
    assert share_of_others(lambda: f(x)) >= 10
    assert share_of_others(lambda: compiled(x)) >= 10
    assert share_of_others(lambda: compiled.run_async(x).result()) >= 10

    def many_ops(x):
        for i in range(60):
            x = dt.sum(dt.tanh(x @ x + i), axis=0, keepdims=True) + x
        return x

    lowered = dt.jit(many_ops).lower(MESH, x)
    assert share_of_others(lowered.compile) >= 10
