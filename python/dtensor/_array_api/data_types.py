"""The types of elements, and facts about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .. import _core
from .._core import DTensor, DType
from .._layouts import MeshLike
from ._table import call

__all__ = "astype can_cast finfo iinfo isdtype result_type".split()


def _type_of(type: Any) -> DType:
    return type.dtype if isinstance(type, DTensor) else _core.parse_dtype(type)


def astype(
    x: DTensor, dtype: Any, /, *, copy: bool = True, device: MeshLike | None = None
) -> DTensor:
    """`x` with another element type."""
    dtype = _core.parse_dtype(dtype)
    result = x
    if x.dtype != dtype:
        result = call("astype", x, dtype)
    if device is not None and device != result.mesh:
        result = result.to_device(device)
    return x._alias() if copy and result is x else result


def can_cast(from_: DType | DTensor, to: DType, /) -> bool:
    """Whether promotion takes one type to the other."""
    return _core.evaluate("can_cast", (_type_of(from_), _core.parse_dtype(to)))


@dataclass(frozen=True)
class FloatInfo:
    """Facts about a float type, or about the parts of a complex one."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: DType


@dataclass(frozen=True)
class IntegerInfo:
    """Facts about an integer type."""

    bits: int
    max: int
    min: int
    dtype: DType


def finfo(type: DType | DTensor, /) -> FloatInfo:
    """Facts about a float type."""
    return FloatInfo(*_core.evaluate("finfo", (_type_of(type),)))


def iinfo(type: DType | DTensor, /) -> IntegerInfo:
    """Facts about an integer type."""
    dtype = _type_of(type)
    if not isdtype(dtype, "integral"):
        raise ValueError(f"iinfo: required an integer type, found {dtype}")
    bits = 8 * dtype.itemsize
    if isdtype(dtype, "unsigned integer"):
        return IntegerInfo(bits, 2**bits - 1, 0, dtype)
    return IntegerInfo(bits, 2 ** (bits - 1) - 1, -(2 ** (bits - 1)), dtype)


def isdtype(dtype: DType, kind: Any) -> bool:
    """Whether a type is of a kind, such as 'real floating', or one of several."""
    return _core.evaluate("isdtype", (dtype, kind))


def result_type(*arrays_and_dtypes: DTensor | DType | bool | int | float | complex) -> DType:
    """The type to which operands are promoted."""
    return _core.evaluate("result_type", arrays_and_dtypes)
