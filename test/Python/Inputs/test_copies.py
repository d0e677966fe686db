"""Copies of tensors, and tensors in files."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

import dtensor as dt

MESH = dt.Mesh("x=2,y=2")
COPIES = [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]


@pytest.mark.parametrize("make", COPIES)
@pytest.mark.parametrize("layout", ["x,y", "y,unsharded", "x+y,unsharded", None])
def test_tensors(make, layout):
    array = np.arange(15.0).reshape(5, 3)
    tensor = dt.distribute_tensor(array, MESH, layout)
    other = make(tensor)
    assert other is not tensor and other.layout == tensor.layout and other.shape == (5, 3)
    for device in range(4):
        np.testing.assert_array_equal(other.to_local(device), tensor.to_local(device))
    # They share no changes.
    other[0, 0] = 7
    assert float(tensor[0, 0]) == 0 and float(other[0, 0]) == 7


@pytest.mark.parametrize("make", COPIES)
@pytest.mark.parametrize("dtype", "bool int8 uint64 bfloat16 complex64 float8_e5m2".split())
def test_types(make, dtype):
    tensor = dt.ones((2, 2), "x,unsharded", mesh=MESH, dtype=dtype)
    other = make(tensor)
    assert other.dtype == tensor.dtype
    assert (other.to_local(1) == tensor.to_local(1)).all()


def test_partial_tensors_keep_their_addends():
    tensor = dt.pack([np.full(1, i) for i in range(4)], dt.Layout("unsharded;partial(sum):x", MESH))
    other = pickle.loads(pickle.dumps(tensor))
    assert [other.to_local(i)[0] for i in range(4)] == [0, 1, 2, 3]


def test_replicas_are_written_once():
    whole = dt.ones((64, 64), mesh=dt.Mesh("x=8"))
    assert len(pickle.dumps(whole)) < 2 * 64 * 64 * 4


def test_another_process_reads_it(tmp_path):
    path = tmp_path / "tensor"
    path.write_bytes(pickle.dumps(dt.distribute_tensor(np.arange(4.0), MESH, "x")))
    text = (
        "import pickle, sys; x = pickle.load(open(sys.argv[1], 'rb'));"
        "print(x.layout, (x + 1).full_tensor().numpy())"
    )
    out = subprocess.run([sys.executable, "-c", text, path], capture_output=True, text=True)
    assert out.stdout == "x [1. 2. 3. 4.]\n", out.stderr


@pytest.mark.parametrize("make", COPIES)
def test_variables(make):
    variable = dt.Variable(dt.zeros((2, 2), "x,unsharded", mesh=MESH), "w")
    other = make(variable)
    other.assign(dt.ones((2, 2), "x,unsharded", mesh=MESH))
    assert other.name == "w" and str(other.layout) == "x,unsharded"
    assert variable.value.full_tensor().numpy().sum() == 0


@pytest.mark.parametrize(
    "value",
    [
        MESH,
        dt.Layout("x,y", MESH),
        dt.P("x", None),
        dt.P(("x", "y"), unreduced={"y"}),
        dt.float32,
        dt.bfloat16,
        dt.Shard(1),
        dt.Replicate(),
        dt.Partial("max"),
        dt.TensorType((2, 3), "int8"),
    ],
)
@pytest.mark.parametrize("make", COPIES)
def test_other_values(make, value):
    other = make(value)
    assert other == value and type(other) is type(value) and repr(other) == repr(value)
    assert hash(other) == hash(value)


def test_specs_that_differ_in_addends_are_not_equal():
    assert dt.P("x") != dt.P("x", unreduced={"y"}) and not dt.P("x") == dt.P("x", unreduced={"y"})
    assert dt.P("x") == ("x",)


def test_recorded_tensors_are_errors():
    def write(x):
        pickle.dumps(x)

    with pytest.raises(dt.Error, match="found one that is being recorded"):
        dt.jit(write)(np.ones(2))


def test_programs_are_errors():
    for value in (dt.jit(lambda x: x), dt.Plan(MESH)):
        with pytest.raises((TypeError, AttributeError, pickle.PicklingError)):
            pickle.dumps(value)
