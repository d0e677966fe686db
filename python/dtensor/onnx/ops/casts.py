"""Conversions of element types."""

import ml_dtypes
import numpy as np

from .. import hlo
from ..builder import Tensor
from ..element_types import BOOL, FLOAT32, from_onnx, is_float, is_narrow_integer, largest, smallest
from ..registry import reads

_BYTE_FLOATS = {
    np.dtype(t)
    for t in (
        ml_dtypes.float8_e4m3fn,
        ml_dtypes.float8_e4m3fnuz,
        ml_dtypes.float8_e5m2,
        ml_dtypes.float8_e5m2fnuz,
    )
}


def saturate(x: Tensor, dtype: np.dtype) -> Tensor:
    """The elements in a narrower type; what is out of its range becomes its largest or smallest."""
    bounded = hlo.maximum(hlo.minimum(x, largest(dtype)), smallest(dtype))
    return hlo.convert(bounded, dtype)


def cast_to(x: Tensor, dtype: np.dtype, saturates: bool = True, round_mode: str = "up") -> Tensor:
    """The elements in another type, by the rules of ONNX's Cast."""
    if x.dtype == dtype:
        return x
    if dtype == BOOL:
        return x != 0
    if is_float(x.dtype) and dtype.name == "float8_e8m0fnu":
        return _to_power_of_two(x, dtype, saturates, round_mode)
    if is_float(x.dtype) and dtype in _BYTE_FLOATS and saturates:
        return saturate(hlo.convert(x, FLOAT32) if x.dtype.itemsize == 1 else x, dtype)
    if is_float(x.dtype) and dtype.name == "float4_e2m1fn":
        return saturate(hlo.convert(x, FLOAT32), dtype)
    if is_float(x.dtype) and is_narrow_integer(dtype):
        # As in the reference: to 8 bits first, of which the low ones are kept.
        return hlo.convert(hlo.convert(x, np.dtype(np.int8)), dtype)
    return hlo.convert(x, dtype)


# What is added to the bits of an f32 before its significand is cut off.
_ROUNDING = {"up": 0x7FFFFF, "down": 0, "nearest": 0x400000}


def _to_power_of_two(x: Tensor, dtype: np.dtype, saturates: bool, round_mode: str) -> Tensor:
    """Magnitudes as powers of two; zeros become the smallest one."""
    integer = np.dtype(np.uint32)
    bits = hlo.bitcast(hlo.abs_(hlo.convert(x, FLOAT32)), integer)
    exponents = hlo.binary("stablehlo.shift_right_logical", bits + _ROUNDING[round_mode], 23)
    if saturates:
        exponents = hlo.minimum(exponents, 254)
    # A number that is not finite stays one: its exponent is that of NaN.
    exponents = hlo.select(x != x, 255, exponents)
    return hlo.bitcast(hlo.convert(exponents, np.dtype(np.uint8)), dtype)


@reads("Cast")
def cast(x, *, to, saturate=1, round_mode="up"):
    return cast_to(x, from_onnx(to), bool(saturate), round_mode)


@reads("CastLike")
def cast_like(x, target, *, saturate=1, round_mode="up"):
    return cast_to(x, target.dtype, bool(saturate), round_mode)


@reads("BitCast")
def bit_cast(x, *, to):
    dtype = from_onnx(to)
    if BOOL in (dtype, x.dtype):
        # A boolean is a byte here as in ONNX, and only 0 and 1 are booleans.
        return x != 0 if dtype == BOOL else hlo.convert(x, dtype)
    return hlo.bitcast(x, dtype)
