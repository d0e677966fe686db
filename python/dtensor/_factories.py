"""Tensors that a formula gives. Each device makes its own part only."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _core
from ._core import DTensor, Layout, Mesh
from ._layouts import LayoutLike, MeshLike, as_layout
from ._recording import recorded_mesh

Shape = Any


def _shape(shape: Shape) -> list[int]:
    return [operator.index(each) for each in (shape if isinstance(shape, Sequence) else [shape])]


def _layout(
    layout: LayoutLike, mesh: MeshLike | None, rank: int, device: MeshLike | None = None
) -> Layout:
    """The layout that a user means; else that of the present scope, or one device.

    `device` is what the array API standard calls a mesh.
    """
    mesh = device if mesh is None else mesh
    if layout is None and mesh is None:
        if _core.has_default_layout():
            return _core.default_layout(rank)
        return Layout.replicated(Mesh(), rank)
    return as_layout(layout, mesh, rank)


def _dtype(dtype: Any, fallback: _core.DType = _core.DType.float32) -> _core.DType:
    return fallback if dtype is None else _core.parse_dtype(dtype)


def _recorded(
    name: str, positional: list[Any], keywords: dict[str, Any], layout: LayoutLike, rank: int
) -> DTensor:
    """The tensor as a part of the function that is recorded."""
    tensor = _core.call(name, positional, keywords)[0]
    if layout is None:
        return tensor
    return tensor._redistribute(as_layout(layout, recorded_mesh(), rank))


def empty(
    shape: Shape,
    layout: LayoutLike = None,
    *,
    mesh: MeshLike | None = None,
    dtype: Any = None,
    device: MeshLike | None = None,
) -> DTensor:
    """A tensor with undefined elements."""
    shape = _shape(shape)
    layout = _layout(layout, mesh, len(shape), device)
    return _core.factories.empty(shape, layout, _dtype(dtype))


def full(
    shape: Shape,
    fill_value: Any,
    layout: LayoutLike = None,
    *,
    mesh: MeshLike | None = None,
    dtype: Any = None,
    device: MeshLike | None = None,
) -> DTensor:
    """A tensor with one value everywhere.

    >>> dt.full((2, 2), 7, "x,unsharded", mesh=dt.Mesh("x=2")).to_local(0)
    array([[7, 7]])
    """
    shape = _shape(shape)
    if _core.is_recording() and isinstance(fill_value, (bool, int, float, complex)):
        named = {} if dtype is None else {"dtype": _dtype(dtype)}
        return _recorded("full", [shape, fill_value], named, layout, len(shape))
    layout = _layout(layout, mesh, len(shape), device)
    if dtype is not None or isinstance(fill_value, (bool, int, float, complex)):
        fallback = {bool: "bool", int: "int64", float: "float32", complex: "complex64"}
        dtype = _dtype(dtype if dtype is not None else fallback[type(fill_value)])
        fill_value = np.asarray(fill_value).astype(dtype.dtype)
    return _core.factories.full(shape, fill_value, layout)


def zeros(
    shape: Shape,
    layout: LayoutLike = None,
    *,
    mesh: MeshLike | None = None,
    dtype: Any = None,
    device: MeshLike | None = None,
) -> DTensor:
    """A tensor of zeros."""
    return full(shape, 0, layout, mesh=mesh, dtype=_dtype(dtype), device=device)


def ones(
    shape: Shape,
    layout: LayoutLike = None,
    *,
    mesh: MeshLike | None = None,
    dtype: Any = None,
    device: MeshLike | None = None,
) -> DTensor:
    """A tensor of ones."""
    return full(shape, 1, layout, mesh=mesh, dtype=_dtype(dtype), device=device)


def _seed(seed: int) -> int:
    if not isinstance(seed, (int, np.integer)) or not 0 <= seed < 2**64:
        raise ValueError(f"required an integer from 0 to 2**64 - 1 as the seed, found {seed!r}")
    return int(seed)


def rand(
    shape: Shape,
    seed: int = 0,
    layout: LayoutLike = None,
    *,
    mesh: MeshLike | None = None,
    dtype: Any = None,
) -> DTensor:
    """Evenly distributed numbers from [0, 1).

    An element depends on the seed and on its global index only, so the tensor is the same in every
    layout and on every mesh.

    >>> mesh = dt.Mesh("x=2")
    >>> a, b = dt.rand(4, 1, "x", mesh=mesh), dt.rand(4, 1, mesh=mesh)
    >>> bool((a.full_tensor().numpy() == b.numpy()).all())
    True
    """
    shape = _shape(shape)
    if _core.is_recording():
        named = {"seed": seed, "dtype": _dtype(dtype)}
        return _recorded("rand", [shape], named, layout, len(shape))
    layout = _layout(layout, mesh, len(shape))
    return _core.factories.rand(shape, _seed(seed), layout, _dtype(dtype))


def randn(
    shape: Shape,
    seed: int = 0,
    layout: LayoutLike = None,
    *,
    mesh: MeshLike | None = None,
    dtype: Any = None,
) -> DTensor:
    """Normally distributed numbers; see `rand`."""
    shape = _shape(shape)
    if _core.is_recording():
        named = {"seed": seed, "dtype": _dtype(dtype)}
        return _recorded("randn", [shape], named, layout, len(shape))
    layout = _layout(layout, mesh, len(shape))
    return _core.factories.randn(shape, _seed(seed), layout, _dtype(dtype))
