"""Arrays of NumPy, JAX and PyTorch without copies."""

import ml_dtypes
import numpy as np
import pytest

import dtensor as dt

MESH = dt.Mesh("x=2")

TYPES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64".split()
TYPES += ["complex64", "complex128", ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn]
TYPES += [ml_dtypes.float8_e5m2, ml_dtypes.float8_e3m4]


def address(array):
    return array.__array_interface__["data"][0]


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", [(4, 3), (), (0, 2)])
def test_numpy_in_and_out(dtype, shape):
    array = (np.arange(np.prod(shape)) % 2).reshape(shape).astype(dtype)
    tensor = dt.distribute_tensor(array, MESH)
    out = tensor.numpy()
    assert out.dtype == array.dtype and np.dtype(tensor.dtype) == array.dtype
    np.testing.assert_array_equal(out, array)
    if array.size:
        assert address(out.view(np.uint8) if out.ndim else out) == address(array)
    assert not out.flags.writeable


def test_rows_are_views():
    array = np.arange(12.0).reshape(4, 3)
    tensor = dt.distribute_tensor(array, MESH, "x,unsharded")
    assert [address(shard.data) for shard in tensor.shards] == [address(array), address(array[2:])]
    columns = dt.distribute_tensor(array, MESH, "unsharded,x")
    np.testing.assert_array_equal(columns.to_local(1), array[:, 2:])


def test_components_are_taken_as_they_are():
    parts = [np.zeros(3), np.ones(3)]
    tensor = dt.from_local(parts, MESH, "x")
    assert [address(tensor.to_local(i)) for i in range(2)] == [address(part) for part in parts]


@pytest.mark.parametrize(
    "array",
    [
        np.arange(12.0).reshape(3, 4).T,
        np.arange(12.0)[::2],
        np.arange(12.0)[::-1],
        np.arange(12.0, dtype=">f8"),
        np.frombuffer(b"\0" + bytes(range(32)), np.float32, offset=1),
        np.ones((3, 4), ml_dtypes.bfloat16).T,
    ],
)
def test_other_arrays_are_copied(array):
    tensor = dt.distribute_tensor(array, MESH)
    np.testing.assert_array_equal(tensor.numpy(), array)
    assert address(tensor.numpy()) != address(array)


def test_numbers_and_lists():
    assert dt.distribute_tensor(2.5, MESH).dtype == dt.float32
    assert dt.distribute_tensor([[1, 2]], MESH).dtype == dt.int64
    for wrong in (np.array(["a"]), np.array([object()]), np.ones(2, "datetime64[s]")):
        with pytest.raises((dt.Error, TypeError)):
            dt.distribute_tensor(wrong, MESH)


def test_numpy_takes_tensors():
    tensor = dt.distribute_tensor(np.arange(4.0), MESH)
    assert address(np.asarray(tensor)) == address(np.from_dlpack(tensor)) == address(tensor.numpy())
    assert np.asarray(tensor, dtype=np.float32).dtype == np.float32
    assert np.array(tensor).flags.writeable
    assert tensor.__dlpack_device__() == (1, 0)


def test_jax():
    jax = pytest.importorskip("jax")
    array = jax.numpy.arange(16.0)
    tensor = dt.distribute_tensor(array, MESH)
    assert address(tensor.numpy()) == array.unsafe_buffer_pointer()
    assert address(dt.distribute_tensor(array, MESH, "x").to_local(0)) == (
        array.unsafe_buffer_pointer()
    )
    # JAX takes memory without a copy if it is aligned to 64 bytes.
    made = dt.call("add", tensor, 1.0)
    back = jax.dlpack.from_dlpack(made)
    np.testing.assert_array_equal(back, np.arange(1.0, 17.0))
    if address(made.numpy()) % 64 == 0:
        assert back.unsafe_buffer_pointer() == address(made.numpy())
    half = jax.numpy.ones(3, jax.numpy.bfloat16)
    assert dt.distribute_tensor(half, MESH).dtype == dt.bfloat16


def test_torch():
    torch = pytest.importorskip("torch")
    array = torch.arange(16.0)
    tensor = dt.distribute_tensor(array, MESH)
    assert address(tensor.numpy()) == array.data_ptr()
    assert torch.from_dlpack(tensor).data_ptr() == array.data_ptr()
    half = torch.ones(3, dtype=torch.bfloat16)
    back = dt.distribute_tensor(half, MESH)
    assert back.dtype == dt.bfloat16
    assert torch.from_dlpack(back).data_ptr() == half.data_ptr()
