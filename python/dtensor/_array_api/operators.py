"""Operators and other methods of DTensor that the array API standard asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _core
from .._core import DTensor, DType, Layout, Mesh, Variable
from .._layouts import MeshLike, as_mesh
from ._host import on_mesh_of
from .indexing import getitem, replace, setitem
from ._table import call

# Arrays of other libraries are none: distribute_tensor() says where their elements go.
_OPERANDS = (DTensor, Variable, bool, int, float, complex, np.generic)

_UNARY = {"abs": "abs", "invert": "bitwise_invert", "neg": "negative", "pos": "positive"}

_COMPARISONS = {
    "eq": "equal",
    "ge": "greater_equal",
    "gt": "greater",
    "le": "less_equal",
    "lt": "less",
    "ne": "not_equal",
}

# These have a reflected form, and one that works in place.
_BINARY = {
    "add": "add",
    "and": "bitwise_and",
    "floordiv": "floor_divide",
    "lshift": "bitwise_left_shift",
    "matmul": "matmul",
    "mod": "remainder",
    "mul": "multiply",
    "or": "bitwise_or",
    "pow": "pow",
    "rshift": "bitwise_right_shift",
    "sub": "subtract",
    "truediv": "divide",
    "xor": "bitwise_xor",
}


def _check_operand(name: str, other: Any) -> bool:
    """Whether an operator takes this operand. An array of another library knows no DTensor, so its
    operators do not either."""
    if isinstance(other, _OPERANDS):
        return True
    if hasattr(other, "__array__") or hasattr(other, "__dlpack__"):
        raise TypeError(
            f"{name}: required a DTensor or a number, found an array of type "
            f"'{type(other).__name__}'; distribute_tensor() makes a DTensor of it"
        )
    return False


def _set(name: str, method: Callable) -> None:
    method.__name__ = name
    method.__qualname__ = "DTensor." + name
    setattr(DTensor, name, method)


def _add_unary(name: str, function: str) -> None:
    def method(self: DTensor, /) -> DTensor:
        return call(function, self)

    _set(f"__{name}__", method)


def _add_binary(name: str, function: str) -> None:
    def method(self: DTensor, other: Any, /) -> DTensor:
        if not _check_operand(function, other):
            return NotImplemented
        return call(function, self, other)

    _set(f"__{name}__", method)


def _add_reflected(name: str, function: str) -> None:
    def method(self: DTensor, other: Any, /) -> DTensor:
        if not _check_operand(function, other):
            return NotImplemented
        return call(function, other, self)

    _set(f"__r{name}__", method)


def _add_in_place(name: str, function: str) -> None:
    def method(self: DTensor, other: Any, /) -> DTensor:
        if not _check_operand(function, other):
            return NotImplemented
        result = call(function, self, other)
        if result.dtype != self.dtype or result.shape != self.shape:
            raise ValueError(
                f"{function} in place: required a result of type {self.dtype} and shape "
                f"{self.shape}, found type {result.dtype} and shape {result.shape}"
            )
        replace(self, result)
        return self

    _set(f"__i{name}__", method)


for _name, _function in _UNARY.items():
    _add_unary(_name, _function)
for _name, _function in _COMPARISONS.items():
    _add_binary(_name, _function)
for _name, _function in _BINARY.items():
    _add_binary(_name, _function)
    _add_reflected(_name, _function)
    _add_in_place(_name, _function)


def _number(tensor: DTensor) -> Any:
    """The only element, as a number of Python."""
    if tensor.size != 1:
        raise TypeError(f"required an array of one element, found one of shape {tensor.shape}")
    if tensor.is_recorded:
        raise TypeError(
            "a function that is recorded has no elements; use where, cond or while_loop"
        )
    return tensor._gather().item()


def _bool(self: DTensor, /) -> bool:
    return bool(_number(self))


def _int(self: DTensor, /) -> int:
    return int(_number(self))


def _float(self: DTensor, /) -> float:
    return float(_number(self))


def _complex(self: DTensor, /) -> complex:
    return complex(_number(self))


def _index(self: DTensor, /) -> int:
    if self.dtype == DType.bool_ or not isinstance(number := _number(self), int):
        raise TypeError(f"required an integer, found an array of type {self.dtype}")
    return number


def _len(self: DTensor, /) -> int:
    if self.ndim == 0:
        raise TypeError("required an array of at least one axis, found a scalar")
    return self.shape[0]


def _iter(self: DTensor, /) -> Any:
    return (self[index] for index in range(_len(self)))


def _getitem(self: DTensor, key: Any, /) -> DTensor:
    return getitem(self, key)


def _setitem(self: DTensor, key: Any, value: Any, /) -> None:
    setitem(self, key, value)


def _array_namespace(self: DTensor, /, *, api_version: str | None = None) -> Any:
    import dtensor

    if api_version is not None and api_version > dtensor.__array_api_version__:
        raise ValueError(
            f"required a version of the array API standard up to "
            f"{dtensor.__array_api_version__}, found {api_version}"
        )
    return dtensor


def _to_device(self: DTensor, device: MeshLike, /, *, stream: Any = None) -> DTensor:
    """The array on another mesh, replicated there."""
    if stream is not None:
        raise ValueError(f"to_device: required no stream, found {stream!r}")
    device = as_mesh(device)
    if self.mesh == device:
        return self
    return _core.import_array(self._gather(), Layout.replicated(device, self.ndim))


def _dlpack(
    self: DTensor,
    /,
    *,
    stream: Any = None,
    max_version: tuple[int, int] | None = None,
    dl_device: tuple[Any, int] | None = None,
    copy: bool | None = None,
) -> Any:
    """The memory of a replicated array, for other libraries.

    Errors: a sharded array, whose elements are not in one place.
    """
    keywords = {"stream": stream, "max_version": max_version, "dl_device": dl_device}
    if copy:
        _core.export_dlpack(self, keywords)
        self = on_mesh_of(self, self._gather().copy())
    return _core.export_dlpack(self, keywords)


for _name, _method in {
    "__bool__": _bool,
    "__int__": _int,
    "__float__": _float,
    "__complex__": _complex,
    "__index__": _index,
    "__len__": _len,
    "__iter__": _iter,
    "__getitem__": _getitem,
    "__setitem__": _setitem,
    "__array_namespace__": _array_namespace,
    "__dlpack__": _dlpack,
    "to_device": _to_device,
}.items():
    _set(_name, _method)


@property
def _device(self: DTensor) -> Mesh:
    """The mesh whose devices hold the array."""
    return self.mesh


@property
def _matrix_transposed(self: DTensor) -> DTensor:
    """Matrices with rows and columns exchanged."""
    return call("matrix_transpose", self)


@property
def _transposed(self: DTensor) -> DTensor:
    """A matrix with rows and columns exchanged."""
    if self.ndim != 2:
        raise ValueError(f"required a matrix, found an array of shape {self.shape}; use mT")
    return call("permute_dims", self, (1, 0))


DTensor.device = _device
DTensor.mT = _matrix_transposed
DTensor.T = _transposed
