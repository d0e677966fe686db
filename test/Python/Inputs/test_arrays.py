"""What the suite of the array API standard leaves open: meshes as devices, errors, handles."""

import doctest
from pathlib import Path

import numpy as np
import pytest

import dtensor as dt

MESH = dt.Mesh("x=2")


def sharded(values):
    """The values, divided along their first axis."""
    values = np.asarray(values)
    return dt.distribute_tensor(values, MESH, ["x"] + ["unsharded"] * (values.ndim - 1))


def test_layouts_are_propagated():
    x = sharded(np.arange(8.0).reshape(4, 2))
    assert (x + 1).layout == x.layout
    assert dt.sin(x).layout == x.layout
    assert (x @ x.mT).layout.sharding_specs[0] == "x"
    assert dt.zeros_like(x).layout == x.layout


def test_devices_are_meshes():
    x = sharded([1, 2, 3])
    assert x.device == MESH
    other = dt.Mesh("y=3")
    moved = x.to_device(other)
    assert moved.device == other and moved.layout.is_fully_replicated
    assert moved.numpy().tolist() == [1, 2, 3]
    assert x.to_device(MESH) is x
    assert dt.zeros(3, device=other).device == other
    with dt._core.LayoutScope(MESH):
        assert dt.arange(3).device == MESH
        assert dt.__array_namespace_info__().default_device() == MESH
    assert dt.arange(3).device == dt.Mesh()


def test_objects_share_no_changes():
    x = sharded([1, 2, 3])
    alias, copy, same = dt.asarray(x, copy=True), x + 0, dt.asarray(x)
    x[1:] = 7
    assert x._gather().tolist() == [1, 7, 7] and x.layout == alias.layout
    assert alias._gather().tolist() == copy._gather().tolist() == [1, 2, 3]
    assert same is x
    x += 1
    assert same._gather().tolist() == [2, 8, 8]


def test_in_place_keeps_type_and_shape():
    x = sharded([1, 2])
    with pytest.raises(ValueError, match="in place: required a result of type int64"):
        x += 0.5
    with pytest.raises(ValueError, match="in place: required a result of type int64"):
        x += sharded([[1, 2], [3, 4]])
    with pytest.raises(TypeError, match="required elements of type int64, found float64"):
        x[0] = dt.asarray(2.0, dtype=dt.float64, device=MESH)


def test_assignments_name_what_does_not_fit():
    x = sharded(np.zeros((3, 2)))
    with pytest.raises(IndexError, match="index 3 is outside of axis 0"):
        x[3] = 1
    with pytest.raises(dt.Error, match="argument 'value': .* cannot be broadcast"):
        x[:, 0] = dt.zeros(2, dtype=dt.float64, device=MESH)
    x[dt.asarray([True, False, True], device=MESH)] = 5
    assert x._gather().tolist() == [[5, 5], [0, 0], [5, 5]]


def test_one_element_is_read_without_a_program():
    x = sharded(np.arange(10).reshape(5, 2))
    compiled = dt.compile_counts()["compiled"]
    for i in range(-5, 5):
        for j in range(-2, 2):
            element = x[i, j]
            assert element.shape == () and int(element) == np.arange(10).reshape(5, 2)[i, j]
    assert dt.compile_counts()["compiled"] == compiled
    with pytest.raises(IndexError, match="index 5 is outside of axis 0 of extent 5"):
        x[5, 0]


def test_partial_values_are_summed():
    layout = dt.Layout("unsharded;partial(sum):x", MESH)
    x = dt.pack([np.array([1, 2]), np.array([10, 20])], layout)
    assert int(x[1]) == 22
    assert dt.unique_values(x).numpy().tolist() == [11, 22]


def test_masks_and_positions():
    values = np.array([[5, 0, 6], [0, 7, 0]])
    x = sharded(values)
    assert x[x > 5]._gather().tolist() == [6, 7]
    assert [each.numpy().tolist() for each in dt.nonzero(x)] == [[0, 0, 1], [0, 2, 1]]
    assert x[dt.asarray([1, 0], device=MESH), 1]._gather().tolist() == [7, 0]
    assert x[:, None, ::-1]._gather().tolist() == values[:, None, ::-1].tolist()
    repeated = dt.repeat(x, dt.asarray([0, 2], device=MESH), axis=0)
    assert repeated._gather().tolist() == [[0, 7, 0], [0, 7, 0]]
    with pytest.raises(IndexError, match="required a mask of the first axes"):
        x[dt.asarray([True, False, True], device=MESH)]
    with pytest.raises(IndexError, match="a mask without axes to be the only index"):
        x[True, 0]
    with pytest.raises(IndexError, match="required a mask of axes from 1 on"):
        x[:, dt.asarray([True, False], device=MESH)]


KEYS = [
    (np.array([True, False, True, True]), 0),
    (slice(None), np.array([True, False, True])),
    (..., np.array([True, False, True])),
    (None, np.array([True, False, True, True]), slice(1, None)),
    ([0, 2],),
    ([3, -1], slice(1, None)),
    (slice(None, None, -1), [2, 0]),
    (slice(1, 3), [0, 2]),
    (slice(3, None, -2), np.array([[0, 1], [2, 0]])),
    (2, [0, 2]),
    ([0, 3], 1),
    ([0, 3], [2, 1]),
    (slice(0, 0), [0, 1]),
    (np.zeros(4, bool),),
    ([],),
]


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_keys_are_those_of_numpy(key):
    values = np.arange(12).reshape(4, 3)
    key = tuple(np.zeros(0, int) if isinstance(each, list) and not each else each for each in key)
    x = sharded(values)
    np.testing.assert_array_equal(x[key]._gather(), values[key])
    for value in (100, np.arange(values[key].size).reshape(values[key].shape) + 50):
        expected, changed = values.copy(), sharded(values)
        expected[key] = value
        changed[key] = value if isinstance(value, int) else dt.asarray(value, device=MESH)
        np.testing.assert_array_equal(changed._gather(), expected)


def test_assignments_in_functions_that_are_recorded():
    values = np.arange(12.0).reshape(4, 3)

    def assign(x, mask, row):
        x[mask] = 0
        x[mask] = row
        x[1:3, [0, 2]] = 7
        return x

    mask, row = values[:, 0] > 4, np.array([1.0, 2.0, 3.0])
    expected = assign(values.copy(), mask, row)
    result = dt.jit(lambda *each: assign(*each))(sharded(values), sharded(mask), row)
    np.testing.assert_array_equal(result._gather(), expected)

    def select(x, mask, values):
        x[mask] = values
        return x

    with pytest.raises(ValueError, match="setitem: the shape of the result depends"):
        dt.jit(select)(sharded(values), sharded(mask), np.ones((2, 3)))
    with pytest.raises(ValueError, match="getitem: the shape of the result depends"):
        dt.jit(lambda x, mask: x[mask])(sharded(values), sharded(mask))


def test_numbers_of_numpy_by_name():
    x = sharded(np.arange(-2.0, 2.0, dtype=np.float32))
    zero, one = np.float32(0), np.float32(1)
    for result in (
        dt.clip(x, min=zero, max=one),
        dt.clip(x, zero, max=one),
        dt.call("clip", x, zero, max=one),
    ):
        np.testing.assert_array_equal(result.full_tensor().numpy(), [0, 0, 0, 1])
    assert int(dt.sum(sharded(np.arange(4)), axis=np.int64(0))) == 6


def test_numbers_beside_arrays():
    x = dt.asarray([1, 2], dtype=dt.uint64)
    assert (x + (2**64 - 3)).numpy().tolist() == [2**64 - 2, 2**64 - 1]
    assert (2.5 * dt.asarray([2], dtype=dt.float32)).dtype == dt.float32
    assert dt.result_type(dt.int8, dt.uint8) == dt.int16
    halves = dt.asarray([1, 2], dtype=dt.float16) * np.float32(0.5)
    assert halves.dtype == dt.float16 and halves.numpy().tolist() == [0.5, 1]
    assert dt.sum(halves, dtype=np.float64).dtype == dt.float64
    assert dt.result_type(dt.asarray([1], dtype=dt.float32), 1j) == dt.complex64
    with pytest.raises(TypeError):
        x + "1"
    with pytest.raises(TypeError, match="required an array of one element, found one of shape"):
        bool(x)
    with pytest.raises(TypeError, match="required an integer, found an array of type float32"):
        dt.asarray(1.0).__index__()


def test_narrow_floats():
    for dtype in (dt.float16, dt.bfloat16):
        x = dt.asarray([1, 2, 3], dtype=dtype)
        assert (x * 2).dtype == dtype and dt.sum(x).dtype == dtype
        assert float(dt.sum(x * 2)) == 12 and float(x[1]) == 2
        assert dt.finfo(dtype).dtype == dtype
    assert dt.finfo(dt.bfloat16).eps == 2.0**-7


def test_exports():
    x = sharded([1.0, 2.0])
    with pytest.raises(BufferError, match="full_tensor"):
        x.__dlpack__()
    whole = x.full_tensor()
    assert np.from_dlpack(whole).tolist() == [1, 2]
    with pytest.raises(ValueError, match="api_version|version of the array API standard"):
        x.__array_namespace__(api_version="2030.12")
    assert x.__array_namespace__() is dt


def test_page():
    page = Path(__file__).resolve().parents[3] / "docs" / "ArrayAPI.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert result.failed == 0 and result.attempted > 3
