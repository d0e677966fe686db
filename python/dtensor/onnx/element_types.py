"""Element types: NumPy's name for each is used everywhere, MLIR's in texts only."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import onnx

from .errors import ReadError

_MLIR_NAMES = {
    np.dtype(np_type): name
    for np_type, name in (
        (np.bool_, "i1"),
        (np.int8, "i8"),
        (np.int16, "i16"),
        (np.int32, "i32"),
        (np.int64, "i64"),
        (np.uint8, "ui8"),
        (np.uint16, "ui16"),
        (np.uint32, "ui32"),
        (np.uint64, "ui64"),
        (np.float16, "f16"),
        (np.float32, "f32"),
        (np.float64, "f64"),
        (np.complex64, "complex<f32>"),
        (np.complex128, "complex<f64>"),
        (ml_dtypes.bfloat16, "bf16"),
        (ml_dtypes.int2, "i2"),
        (ml_dtypes.int4, "i4"),
        (ml_dtypes.uint2, "ui2"),
        (ml_dtypes.uint4, "ui4"),
        (ml_dtypes.float4_e2m1fn, "f4E2M1FN"),
        (ml_dtypes.float8_e4m3fn, "f8E4M3FN"),
        (ml_dtypes.float8_e4m3fnuz, "f8E4M3FNUZ"),
        (ml_dtypes.float8_e5m2, "f8E5M2"),
        (ml_dtypes.float8_e5m2fnuz, "f8E5M2FNUZ"),
        (ml_dtypes.float8_e8m0fnu, "f8E8M0FNU"),
    )
}

BOOL = np.dtype(np.bool_)
INT32 = np.dtype(np.int32)
INT64 = np.dtype(np.int64)
FLOAT32 = np.dtype(np.float32)
FLOAT64 = np.dtype(np.float64)


def mlir_name(dtype: np.dtype) -> str:
    """The name of an element type in MLIR."""
    return _MLIR_NAMES[dtype]


def tensor_type(dtype: np.dtype, shape: tuple[int, ...]) -> str:
    """The text of a tensor type, for example `tensor<2x3xf32>`."""
    return f"tensor<{''.join(f'{extent}x' for extent in shape)}{mlir_name(dtype)}>"


def from_onnx(element_type: int) -> np.dtype:
    """The element type that ONNX numbers in `TensorProto.DataType`."""
    name = onnx.TensorProto.DataType.Name(element_type)
    if element_type in (onnx.TensorProto.UNDEFINED, onnx.TensorProto.STRING):
        raise ReadError(f"element type {name} is not supported; convert strings before the model")
    dtype = np.dtype(onnx.helper.tensor_dtype_to_np_dtype(element_type))
    if dtype not in _MLIR_NAMES:
        raise ReadError(f"element type {name} is not supported")
    return dtype


def as_stored(array: np.ndarray) -> np.ndarray:
    """The array as a .npy file holds it: types that NumPy lacks as integers of as many bytes.

    The compiler holds floats of 4 bits in f8E4M3FN, and integers of 2 and 4 bits in bytes.
    """
    if array.dtype.name == "bfloat16":
        return array.view(np.uint16)
    if array.dtype.name.startswith("float4"):
        return array.astype(ml_dtypes.float8_e4m3fn).view(np.uint8)
    if array.dtype.name.startswith("float8"):
        return array.view(np.uint8)
    if is_narrow_integer(array.dtype):
        return array.astype(np.int8 if is_signed(array.dtype) else np.uint8)
    return array


def is_float(dtype: np.dtype) -> bool:
    """Whether the type has fractions: the floats of NumPy and of ml_dtypes."""
    return dtype.kind == "f" or (dtype.kind == "V" and not is_narrow_integer(dtype))


def is_narrow_integer(dtype: np.dtype) -> bool:
    """Whether the type is an integer of 2 or 4 bits."""
    return dtype.name in ("int2", "int4", "uint2", "uint4")


def is_integer(dtype: np.dtype) -> bool:
    """Whether the type is a signed or unsigned integer of any width."""
    return dtype.kind in "iu" or is_narrow_integer(dtype)


def is_signed(dtype: np.dtype) -> bool:
    """Whether an integer type has negative values."""
    return dtype.name.startswith("int")


def wide(dtype: np.dtype) -> np.dtype:
    """The type in which sums and functions of `dtype` are computed, and rounded once."""
    return FLOAT32 if is_float(dtype) and dtype.itemsize < 4 else dtype


def _info(dtype: np.dtype):
    return ml_dtypes.finfo(dtype) if is_float(dtype) else ml_dtypes.iinfo(dtype)


def largest(dtype: np.dtype) -> float | int:
    """The largest finite value."""
    if dtype == BOOL:
        return True
    return float(_info(dtype).max) if is_float(dtype) else int(_info(dtype).max)


def smallest(dtype: np.dtype) -> float | int:
    """The smallest finite value, negative if the type is signed."""
    if dtype == BOOL:
        return False
    return float(_info(dtype).min) if is_float(dtype) else int(_info(dtype).min)
