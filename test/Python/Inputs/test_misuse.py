"""What users get wrong ends with an error that names it, and leaves the package as it was."""

import subprocess
import sys
import threading

import ml_dtypes
import numpy as np
import pytest

import dtensor as dt

MESH = dt.Mesh("x=2")
OTHER = dt.Mesh("x=3")


def divide(array, mesh=MESH):
    return dt.distribute_tensor(array, mesh, ["x"] + ["unsharded"] * (np.ndim(array) - 1))


@pytest.fixture(autouse=True)
def still_works():
    yield
    assert dt.sum(divide(np.arange(4))).numpy() == 6


class Subclass(np.ndarray):
    pass


MISALIGNED = np.frombuffer(b"\0" + np.arange(4.0).tobytes(), np.uint8)[1:].view(np.float64)


@pytest.mark.parametrize(
    "array",
    [
        np.arange(24.0).reshape(4, 6)[::2, ::3],
        np.arange(24.0).reshape(4, 6)[::-1, ::-1],
        np.asfortranarray(np.arange(24.0).reshape(4, 6)),
        np.arange(24.0).reshape(4, 6).T,
        np.broadcast_to(np.arange(3.0), (4, 3)),
        np.arange(6, dtype=">f8"),
        np.arange(6, dtype=">i2")[::2],
        np.arange(4.0).view(Subclass),
        MISALIGNED,
        np.zeros((0, 3)),
        np.arange(12, dtype=ml_dtypes.bfloat16).reshape(3, 4).T,
        np.frombuffer(bytes(8), np.float32),
        memoryview(np.arange(4.0)),
        [[1, 2], [3, 4]],
        (True, False),
    ],
    ids=str,
)
def test_odd_arrays_are_read(array):
    expected = np.asarray(array)
    result = divide(array).full_tensor().numpy()
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize(
    "array, message",
    [
        (np.array(["a", "b"]), "<U1"),
        (np.array([object()]), r"dtype\('O'\)"),
        (np.array([None]), r"dtype\('O'\)"),
        (None, r"dtype\('O'\)"),
        ("text", "<U4"),
        (b"text", "S4"),
        (np.zeros(2, "M8[s]"), "M8"),
        (np.zeros(2, [("a", "f4"), ("b", "i4")]), "'a'"),
        (np.zeros(2, np.longdouble), "float128|longdouble"),
        (np.ma.masked_array([1.0, 2.0], [True, False]), "found a masked one"),
        ([[1, 2], [3]], "inhomogeneous"),
        ({"a": 1}, r"dtype\('O'\)"),
        (lambda x: x, r"dtype\('O'\)"),
        (np.zeros(2, "V3"), "V3"),
    ],
    ids=str,
)
def test_arrays_that_are_none(array, message):
    for make in (
        lambda: dt.distribute_tensor(array, MESH),
        lambda: dt.from_local([array] * 2, MESH, [dt.Replicate()]),
    ):
        with pytest.raises((ValueError, TypeError), match=message):
            make()


class Liar:
    """An object whose methods do not do what they say."""

    shape, ndim, dtype = (2,), 1, np.dtype("f4")

    def __dlpack__(self, **keywords):
        return 42

    def __dlpack_device__(self):
        return (1, 0)


class Foreign(Liar):
    """An array on a device of another kind."""

    def __dlpack__(self, **keywords):
        raise BufferError("in another memory")


def test_objects_that_lie():
    for each in (Liar(), Foreign()):
        with pytest.raises((ValueError, TypeError, BufferError)):
            dt.distribute_tensor(each, MESH)


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: dt.Mesh("x"), "x"),
        (lambda: dt.Mesh("x=0"), "0"),
        (lambda: dt.Mesh("x=-1"), "-1"),
        (lambda: dt.Mesh("x=2,x=2"), "x"),
        (lambda: dt.Mesh("any=2"), "any"),
        (lambda: dt.Mesh(3), "Mesh"),
        (lambda: dt.Mesh({"x": "two"}), "required an integer as the size of 'x', found 'two'"),
        (lambda: dt.Mesh({"x": 2.0}), "required an integer as the size of 'x', found 2.0"),
        (lambda: dt.Mesh({"x": True}), "required an integer as the size of 'x', found True"),
        (lambda: dt.Mesh({2: "x"}), "required a text as the name of a dimension, found 2"),
        (lambda: dt.Mesh({"x": 2**70}), "Python int|too large|integer"),
        (lambda: dt.Mesh([("x", "two")]), "required an integer as the size of 'x', found 'two'"),
        (lambda: dt.Mesh(["x", "y"]), "required pairs of a name and a size, found 'x'"),
        (lambda: dt.Mesh([2, 4]), "required pairs of a name and a size, found 2"),
        (lambda: dt.Mesh("x=99999999999999999999"), "99999999999999999999"),
        (lambda: dt.ones(4, "x", mesh=2), "required a mesh, such as 'x=2,y=4', found 2"),
        (lambda: dt.ones((2, -3), mesh=MESH), "-3"),
        (lambda: dt.ones(2.5, mesh=MESH), "integer"),
        (lambda: dt.ones("four", mesh=MESH), "integer"),
        (lambda: dt.ones((1 << 40, 1 << 40), mesh=MESH), "not enough memory for a tensor 1099511627776x"),
        (lambda: dt.zeros(1 << 45, mesh=MESH), "memory"),
        (lambda: dt.rand(4, 1, mesh=MESH, dtype="int8"), "int8"),
        (lambda: dt.ones(4, mesh=MESH, dtype="float7"), "float7"),
        (lambda: dt.ones(4, mesh=MESH, dtype=object), "object"),
        (lambda: dt.ones(4, 3, mesh=MESH), "required a Layout, a text .* found 3"),
        (lambda: dt.ones(4, [1], mesh=MESH), r"required a Layout, a text .* found \[1\]"),
        (lambda: dt.ones(4, OTHER, mesh=MESH), "required a Layout, a text .* found Mesh"),
        (lambda: dt.rand(4, -1, mesh=MESH), "as the seed, found -1"),
        (lambda: dt.randn(4, "x", mesh=MESH), "as the seed, found 'x'"),
        (lambda: dt.run_on(3), "required a mesh or a Layout, found 3"),
        (lambda: dt.run_on(MESH).__exit__(), "a block that has begun"),
        (lambda: dt.count_collectives().__exit__(), "a block that has begun"),
        (lambda: dt.profile().__exit__(), "a profile that has begun"),
        (lambda: dt.ones(4, [dt.Shard(-7)], mesh=MESH), "-7"),
        (lambda: dt.ones(4, [dt.Shard(1)], mesh=MESH), "1"),
        (lambda: dt.ones(4, [dt.Partial("mean")], mesh=MESH), "mean"),
        (lambda: dt.ones(4, "x;partial(sum):x", mesh=MESH), "x"),
        (lambda: divide(np.ones(4)).redistribute("y"), "y"),
        (lambda: divide(np.ones(4)).redistribute("x,unsharded"), "rank"),
        (lambda: divide(np.ones(4)).redistribute(7), "required a Layout, a text .* found 7"),
        (lambda: divide(np.ones(4)).to_local(2), "2"),
        (lambda: divide(np.ones(4)).to_local(-1), "-1"),
        (lambda: divide(np.ones(4)).to_local("cpu"), "device: int.*Invoked with types: .*DTensor, str"),
        (lambda: divide(np.ones(4)) + divide(np.ones(5)), "4|5"),
        (lambda: divide(np.ones(4)) + divide(np.ones(4), OTHER), "x=2.*x=3|x=3.*x=2"),
        (lambda: divide(np.ones(4)) + np.ones(4), "distribute_tensor"),
        (lambda: np.ones(4) + divide(np.ones(4)), "distribute_tensor"),
        (lambda: divide(np.ones(4)) == np.ones(4), "distribute_tensor"),
        (lambda: np.ones(4) == divide(np.ones(4)), "distribute_tensor"),
        (lambda: divide(np.ones(4)).__iadd__(np.ones(4)), "distribute_tensor"),
        (lambda: divide(np.ones(4)) + None, "for \\+: 'DTensor' and 'NoneType'"),
        (lambda: divide(np.ones(4)) @ "x", "for @: 'DTensor' and 'str'"),
        (lambda: dt.sum(divide(np.ones(4)), axis=1), "axis"),
        (lambda: dt.sum(divide(np.ones(4)), axis="x"), "axis"),
        (lambda: dt.sum(np.ones(4)), "distribute_tensor"),
        (lambda: dt.sum(), "required a tensor"),
        (lambda: dt.sum(divide(np.ones(4)), nothing=1), "nothing"),
        (lambda: dt.call("nothing", 1), "nothing"),
        (lambda: divide(np.arange(4)) + 2**70, "required an integer of 64 bits, found 1180591"),
        (lambda: divide(np.arange(4)) + -(2**70), "64 bits"),
        (lambda: divide(np.arange(4))[2**70], "outside of axis 0 of extent 4"),
        (lambda: divide(np.arange(4))["x"], "required integers, slices, .* found 'x'"),
        (lambda: divide(np.arange(4))[1.5], "required integers, slices, .* found a float"),
        (lambda: divide(np.arange(4))[0, 0], r"at most 1 indices for int64\[4\], found 2"),
        (lambda: divide(np.ones((4, 4)))[..., ...], "required at most one ..., found 2"),
        (lambda: divide(np.arange(4)).item(), "item"),
        (lambda: dt.jit(3), "required a function, found 3"),
        (lambda: dt.jit(lambda x: x, stict=True), "stict"),
        (lambda: dt.jit(lambda x: bool(x > 0))(np.float32(1)), "where, cond or while_loop"),
        (lambda: dt.jit(lambda x: np.asarray(x))(np.ones(2)), "recorded"),
        (lambda: dt.jit(lambda x: np.sum(x))(np.ones(2)), "'DTensor' does not support ufuncs"),
        (lambda: dt.jit(lambda x: x.layout)(np.ones(2)), "recorded"),
        (lambda: dt.jit(lambda x, y: x + y)(divide(np.ones(4)), divide(np.ones(4), OTHER)), "mesh"),
        (lambda: dt.jit(lambda x: x)(), "x"),
        (lambda: dt.jit(lambda x: x).lower(None, np.ones(4)), "required a mesh, found None"),
        (lambda: dt.fori_loop(0, 2.5, lambda i, x: x, np.ones(4)), "as bounds, found 2.5"),
        (
            lambda: dt.jit(lambda n: dt.fori_loop(0, n, lambda i, x: x, 1.0))(np.ones(2)),
            "required integers as bounds",
        ),
        (lambda: dt.jit(lambda x: x)(np.array(["a"])), "<U1"),
        (lambda: dt.Variable(3), "initial: .*DTensor.*Variable, int"),
        (lambda: dt.Variable(divide(np.ones(4))).assign(divide(np.ones(5))), "4"),
        (lambda: dt.Variable(divide(np.ones(4))).assign(3), "value: .*DTensor.*Variable, int"),
        (lambda: dt.Plan(MESH).distribute({1: np.ones(4)}), "texts"),
        (lambda: dt.Plan(MESH).distribute({"w": "text"}), "<U4"),
        (lambda: dt.Plan(MESH).add("*", "x"), "style: .*Style.*Plan, str, str"),
        (lambda: dt.pack([], dt.Layout("x", MESH)), "2 components"),
        (lambda: dt.pack([np.ones(2), np.ones((2, 2))], dt.Layout("x", MESH)), "device 1: required rank 1"),
        (lambda: dt.from_local(np.ones(2), MESH, "x"), "rank 0"),
        (lambda: dt.from_local([], MESH, "x"), "found none"),
        (lambda: dt.compile("nothing", mesh=MESH), "nothing"),
        (lambda: dt.compile("func.func @f( {\n", mesh=MESH), ":1:"),
        (lambda: dt.compile(b"\0\1\2", mesh=MESH), "<program>:1:2: unexpected character"),
        (lambda: dt.Executable.load("/"), "/"),
        (lambda: dt.Executable.load(3), "os.PathLike object, not int"),
        (lambda: dt.Context(workers=-1), "-1"),
        (lambda: dt.local_map(lambda x: x, "x", ["x"])(), "arguments|mesh"),
        (
            lambda: dt.local_map(lambda x: None, "x", ["x"])(divide(np.ones(4))),
            "required an array of numbers as result 0 on device 0",
        ),
        (lambda: dt.register_sharding("misuse.op", "([i])->([i])", 3), "function: .*Callable.*str, str, int"),
        (lambda: dt.cond(1, lambda: 1, lambda: 2), "required a scalar bool, found int64"),
        (lambda: dt.set_log_level("loud"), "level: .*LogLevel.*str"),
    ],
)
def test_calls(call, message):
    errors = ValueError, TypeError, IndexError, AttributeError, OSError, OverflowError, MemoryError
    with pytest.raises(errors, match=f"(?s){message}"):
        call()


def test_bounds_beyond_all_integers():
    x = divide(np.arange(4))
    assert x[: 2**70].full_tensor().numpy().tolist() == [0, 1, 2, 3]
    assert x[-(2**70) : -2].full_tensor().numpy().tolist() == [0, 1]


def test_tensors_outlive_their_recording():
    recorded = []
    dt.jit(lambda x: recorded.append(x + 1))(np.ones(4))
    for use in recorded[0].full_tensor, lambda: recorded[0] + 1, recorded[0].numpy:
        with pytest.raises((dt.Error, TypeError), match="recorded"):
            use()


def test_scopes_end_in_any_order():
    outer, inner = dt.run_on("x=2"), dt.run_on("x=3")
    outer.__enter__()
    inner.__enter__()
    outer.__exit__()
    assert dt.zeros(4).mesh == OTHER
    inner.__exit__()
    assert dt.zeros(4).mesh == dt.Mesh()
    # A generator that is not finished holds its scope.
    def hold():
        with dt.run_on("x=3"):
            yield dt.zeros(4)

    held = hold()
    assert next(held).mesh == OTHER
    thread = threading.Thread(target=held.close)
    thread.start()
    thread.join()
    assert dt.zeros(4).mesh == dt.Mesh()


def test_many_devices():
    mesh = dt.Mesh("x=1000")
    x = dt.distribute_tensor(np.arange(1500), mesh, "x")
    assert int(dt.sum(x)) == 1500 * 1499 // 2
    assert [x.to_local(i).size for i in (0, 749, 750, 999)] == [2, 2, 0, 0]


def test_threads():
    f = dt.jit(lambda x: dt.sum(x * 2))
    x = divide(np.arange(64.0))
    shared = dt.zeros(8, "x", mesh=MESH)
    problems = []

    def work(number):
        try:
            for i in range(20):
                assert float(f(x).numpy()) == 64 * 63
                y = divide(np.full((4, 1 + i % 3), number))
                y[0] = i
                assert y.full_tensor().numpy()[0, 0] == i
                shared[number] = i
                shared.redistribute(None)
                repr(shared)
        except BaseException as error:  # noqa: B902
            problems.append(error)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert not problems


FORK = """
import os, sys
import numpy as np
import dtensor as dt

x = dt.distribute_tensor(np.ones(4), dt.Mesh("x=2"), "x")
if sys.argv[1] == "after":
    print(dt.sum(x).numpy(), flush=True)
child = os.fork()
if child == 0:
    try:
        print(dt.sum(x).numpy(), flush=True)
    except dt.Error as error:
        print(error, flush=True)
    sys.exit(0)
status = os.waitpid(child, 0)[1]
print(status, dt.sum(x).numpy(), flush=True)
"""


@pytest.mark.parametrize("when", ["before", "after"])
def test_forks(when):
    out = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORK, when],
        capture_output=True, text=True, timeout=120,
    )
    lines = out.stdout.splitlines()
    assert lines[-1] == "0 4.0", out
    if when == "before":
        assert lines[0] == "4.0"
    else:
        assert "this process was forked from one that has run programs" in lines[1]


def test_functions_of_devices_run_no_programs():
    x = divide(np.ones(4))
    op = dt.register_sharding("misuse.nested", "([i])->([i])", lambda a: (x + 1).to_local(0))
    with pytest.raises(dt.ProgramError, match="cannot run programs"):
        op(x)
