"""Arrays from numbers, from other arrays, and by formulas.

A device of the standard is a mesh here: `x.device` is the mesh whose devices hold `x` together.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _core
from .._core import DTensor, Layout, Mesh
from .._factories import empty, full, ones, zeros
from .._layouts import MeshLike, as_mesh
from ._table import call, define

__all__ = (
    "arange asarray empty empty_like eye from_dlpack full full_like linspace meshgrid ones "
    "ones_like zeros zeros_like"
).split()

define(globals(), "meshgrid")


def layout_for(rank: int, device: MeshLike | None) -> Layout:
    """The layout of a new array: replicated on the mesh, or that of the present scope."""
    if device is None and _core.has_default_layout():
        return _core.default_layout(rank)
    return Layout.replicated(as_mesh(device) or Mesh(), rank)


def make(name: str, rank: int, device: MeshLike | None, *arguments: Any, **keywords: Any) -> DTensor:
    """Calls a function of the table that makes an array of nothing."""
    if keywords.get("dtype") is not None:
        keywords["dtype"] = _core.parse_dtype(keywords["dtype"])
    layout = None if _core.is_recording() else layout_for(rank, device)
    return _core.call(name, arguments, keywords, layout)[0]


def arange(
    start: int | float,
    /,
    stop: int | float | None = None,
    step: int | float = 1,
    *,
    dtype: Any = None,
    device: MeshLike | None = None,
) -> DTensor:
    """Numbers from `start` to `stop`, without that, or from 0 to `start`.

    >>> dt.arange(1, 8, 3).numpy()
    array([1, 4, 7])
    """
    return make("arange", 1, device, start, stop, step, dtype=dtype)


def asarray(
    obj: Any, /, *, dtype: Any = None, device: MeshLike | None = None, copy: bool | None = None
) -> DTensor:
    """An array of numbers, nested lists, or another library's array.

    >>> dt.asarray([[1, 2], [3, 4]], dtype=dt.float32).shape
    (2, 2)
    """
    if isinstance(obj, DTensor):
        return _converted(obj, dtype, device, copy)
    array = obj if hasattr(obj, "dtype") else np.asarray(obj)
    if not hasattr(obj, "dtype") and not hasattr(obj, "__dlpack__"):
        array = _of_numbers(obj, dtype)
    elif dtype is not None or copy:
        array = np.asarray(obj)
        if dtype is not None:
            wanted = _core.parse_dtype(dtype).dtype
            if copy is False and array.dtype != wanted:
                raise ValueError(f"asarray: required a copy to convert {array.dtype} to {wanted}")
            array = array.astype(wanted, copy=bool(copy))
        elif copy:
            array = array.copy()
    if copy is False and not hasattr(obj, "dtype"):
        raise ValueError(f"asarray: required a copy of {type(obj).__name__}; found copy=False")
    return _core.import_array(array, layout_for(array.ndim, device))


def _of_numbers(obj: Any, dtype: Any) -> np.ndarray:
    """Numbers, or nested lists of them, with the default type of their kind."""
    if dtype is not None:
        return np.asarray(obj, dtype=_core.parse_dtype(dtype).dtype)
    array = np.asarray(obj)
    narrow = {"f": np.float32, "c": np.complex64}.get(array.dtype.kind)
    return array if narrow is None else array.astype(narrow)


def _converted(
    x: DTensor, dtype: Any, device: MeshLike | None, copy: bool | None
) -> DTensor:
    """A DTensor with another type, on another mesh, or as another object."""
    result = x
    if dtype is not None and _core.parse_dtype(dtype) != x.dtype:
        result = call("astype", result, _core.parse_dtype(dtype))
    if device is not None and device != result.mesh:
        result = result.to_device(device)
    if copy is False and result is not x:
        raise ValueError("asarray: required a copy for another type or mesh; found copy=False")
    if copy and result is x:
        result = x._alias()
    return result


def eye(
    n_rows: int,
    n_cols: int | None = None,
    /,
    *,
    k: int = 0,
    dtype: Any = None,
    device: MeshLike | None = None,
) -> DTensor:
    """Ones on the `k`-th diagonal, zeros elsewhere."""
    return make("eye", 2, device, n_rows, n_cols, k=k, dtype=dtype)


def from_dlpack(
    x: Any, /, *, device: MeshLike | None = None, copy: bool | None = None
) -> DTensor:
    """An array of another library's memory, which is shared unless `copy` is set."""
    if isinstance(x, DTensor):
        return _converted(x, None, device, copy)
    if copy:
        x = np.from_dlpack(x).copy()
    return _core.import_array(x, layout_for(len(x.shape), device))


def full_like(
    x: DTensor,
    /,
    fill_value: bool | int | float | complex,
    *,
    dtype: Any = None,
    device: MeshLike | None = None,
) -> DTensor:
    """One value everywhere, with the shape of `x` and its layout."""
    dtype = x.dtype if dtype is None else _core.parse_dtype(dtype)
    if x.is_recorded:
        return call("full_like", x, fill_value, dtype=dtype)
    layout, device = x.layout, as_mesh(device)
    if (device is not None and device != x.mesh) or layout.is_partial:
        layout = Layout.replicated(device or x.mesh, x.ndim)
    return full(x.shape, fill_value, layout, dtype=dtype)


def empty_like(x: DTensor, /, *, dtype: Any = None, device: MeshLike | None = None) -> DTensor:
    """An array with any elements and the shape of `x`; here, zeros."""
    return full_like(x, 0, dtype=dtype, device=device)


def ones_like(x: DTensor, /, *, dtype: Any = None, device: MeshLike | None = None) -> DTensor:
    """Ones with the shape of `x`."""
    return full_like(x, 1, dtype=dtype, device=device)


def zeros_like(x: DTensor, /, *, dtype: Any = None, device: MeshLike | None = None) -> DTensor:
    """Zeros with the shape of `x`."""
    return full_like(x, 0, dtype=dtype, device=device)


def linspace(
    start: int | float | complex,
    stop: int | float | complex,
    /,
    num: int,
    *,
    dtype: Any = None,
    device: MeshLike | None = None,
    endpoint: bool = True,
) -> DTensor:
    """`num` evenly spaced numbers from `start` to `stop`."""
    return make("linspace", 1, device, start, stop, num, dtype=dtype, endpoint=endpoint)
