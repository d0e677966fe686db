"""`x[key]` and `x[key] = value`."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _core
from .._core import DTensor, DType, Error
from ._host import gather, on_mesh_of, read_element
from ._table import call


def _entries(key: Any) -> list:
    """The parts of a key. Scalars of integers become integers."""
    entries = list(key) if isinstance(key, tuple) else [key]
    for at, entry in enumerate(entries):
        is_scalar = isinstance(entry, DTensor) and entry.ndim == 0 and not entry.is_recorded
        if is_scalar and entry.dtype != DType.bool_:
            entries[at] = entry.__index__()
        elif isinstance(entry, np.integer):
            entries[at] = int(entry)
    return entries


def _is_mask(entry: Any) -> bool:
    return isinstance(entry, bool) or (
        isinstance(entry, DTensor) and entry.dtype == DType.bool_
    )


def _position(x: DTensor, entries: list) -> tuple[int, ...] | None:
    """The position of an element if the key selects only one."""
    if x.is_recorded or len(entries) != x.ndim:
        return None
    position = []
    for axis, (entry, extent) in enumerate(zip(entries, x.shape)):
        if type(entry) is not int:
            return None
        if not -extent <= entry < extent:
            raise IndexError(f"index {entry} is outside of axis {axis} of extent {extent}")
        position.append(entry + extent if entry < 0 else entry)
    return tuple(position)


def _mask_positions(x: DTensor, mask: Any) -> list:
    """The positions where a mask is true, one array per axis of the mask."""
    elements = np.asarray(mask) if isinstance(mask, bool) else gather(mask, "getitem")
    extents = x.shape[: elements.ndim]
    if len(extents) < elements.ndim or any(
        extent not in (0, full) for extent, full in zip(elements.shape, extents)
    ):
        raise IndexError(
            f"required a mask of the first axes of an array of shape {x.shape}, found one of "
            f"shape {elements.shape}"
        )
    return [on_mesh_of(x, positions) for positions in elements.nonzero()]


def getitem(x: DTensor, key: Any, /) -> DTensor:
    """Elements at a key of integers, slices, None, ..., integer arrays, or a mask.

    A mask is read, since the shape of the result depends on it. One element is read from the
    device that holds it.
    """
    entries = _entries(key)
    masks = [entry for entry in entries if _is_mask(entry)]
    if masks and len(entries) > 1:
        raise IndexError("required a mask to be the only index, found others beside it")
    if masks:
        if isinstance(masks[0], bool) or masks[0].ndim == 0:
            return call("getitem", x, [None])[: 1 if masks[0] else 0]
        entries = _mask_positions(x, masks[0])
    else:
        position = _position(x, entries)
        if position is not None:
            return on_mesh_of(x, read_element(x, position))
    try:
        return call("getitem", x, entries)
    except Error as error:
        raise IndexError(str(error)) from None


def setitem(x: DTensor, key: Any, value: Any, /) -> None:
    """Makes `x` stand for an array with other elements at a key."""
    entries = _entries(key)
    if isinstance(value, DTensor) and value.dtype != x.dtype:
        if _core.evaluate("result_type", (value, x)) != x.dtype:
            raise TypeError(f"required elements of type {x.dtype}, found {value.dtype}")
    if len(entries) == 1 and isinstance(entries[0], bool):
        entries = [on_mesh_of(x, np.asarray(entries[0]))]
    key = entries[0] if len(entries) == 1 and _is_mask(entries[0]) else entries
    try:
        result = call("setitem", x, key, value)
    except Error as error:
        if "argument 'value'" in str(error):
            raise
        raise IndexError(str(error)) from None
    replace(x, result)


def replace(x: DTensor, result: DTensor) -> None:
    """Makes `x` stand for another tensor."""
    if result.is_recorded and not x.is_recorded:
        raise ValueError(
            "a function that is recorded cannot change an array from outside of it; return the "
            "new elements instead"
        )
    x._assign(result)
