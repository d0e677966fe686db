"""`x[key]` and `x[key] = value`."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _core
from .._core import DTensor, DType, Error, Variable
from .._recording import recorded_mesh
from ._host import gather, on_mesh_of, read_element, replicated
from ._table import call


def _entries(x: DTensor, key: Any) -> list:
    """The parts of a key. Scalars of integers become integers, lists and arrays become tensors."""
    entries = list(key) if isinstance(key, tuple) else [key]
    for at, entry in enumerate(entries):
        is_scalar = isinstance(entry, DTensor) and entry.ndim == 0 and not entry.is_recorded
        if is_scalar and entry.dtype != DType.bool_:
            entries[at] = entry.__index__()
        elif isinstance(entry, np.integer):
            entries[at] = int(entry)
        elif isinstance(entry, (list, np.ndarray)):
            array = np.asarray(entry)
            mesh = recorded_mesh() if x.is_recorded else x.mesh
            entries[at] = replicated(array if array.size else array.astype(np.int64), mesh)
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


def _mask_positions(x: DTensor, mask: DTensor, axis: int, function: str) -> list:
    """The positions where a mask of axes from `axis` on is true, one array per axis."""
    extents = x.shape[axis : axis + mask.ndim]
    if len(extents) < mask.ndim or any(
        extent not in (0, full) for extent, full in zip(mask.shape, extents)
    ):
        place = "the first axes" if axis == 0 else f"axes from {axis} on"
        raise IndexError(
            f"required a mask of {place} of an array of shape {x.shape}, found one of "
            f"shape {mask.shape}"
        )
    elements = gather(mask, function)
    return [on_mesh_of(mask, positions) for positions in elements.nonzero()]


def _check_scalar_masks(entries: list) -> list:
    """The masks without axes. They cannot be beside other entries."""
    scalars = [each for each in entries if _is_mask(each) and getattr(each, "ndim", 0) == 0]
    if scalars and len(entries) > 1:
        raise IndexError(
            "required a mask without axes to be the only index, found others beside it"
        )
    return scalars


def _without_masks(x: DTensor, entries: list, function: str) -> list:
    """The entries of a key with positions in the place of masks, which are read."""
    widths = [
        0 if each is None or each is ... else each.ndim if _is_mask(each) else 1
        for each in entries
    ]
    result: list = []
    axis = 0
    for entry, width in zip(entries, widths):
        if _is_mask(entry):
            result += _mask_positions(x, entry, axis, function)
        else:
            result.append(entry)
        axis += x.ndim - sum(widths) if entry is ... else width
    return result


def _require_elements(x: DTensor) -> None:
    """Errors: a tensor that was donated."""
    if not x.is_recorded:
        x.layout


def getitem(x: DTensor, key: Any, /) -> DTensor:
    """Elements at a key of integers, slices, None, ..., integer arrays, or a mask.

    Masks are read, since the shape of the result depends on them. One element is read from the
    device that holds it.
    """
    _require_elements(x)
    entries = _entries(x, key)
    scalars = _check_scalar_masks(entries)
    if scalars:
        return call("getitem", x, [None])[: 1 if scalars[0] else 0]
    if any(map(_is_mask, entries)):
        entries = _without_masks(x, entries, "getitem")
    else:
        position = _position(x, entries)
        if position is not None:
            return on_mesh_of(x, read_element(x, position))
    try:
        return call("getitem", x, entries)
    except Error as error:
        raise IndexError(str(error)) from None


def setitem(x: DTensor, key: Any, value: Any, /) -> None:
    """Makes `x` stand for an array with other elements at a key.

    A mask is read if the value has an axis for the elements that it selects, or if other entries
    are beside it.
    """
    _require_elements(x)
    entries = _entries(x, key)
    _check_scalar_masks(entries)
    if isinstance(value, DTensor) and value.dtype != x.dtype:
        if _core.evaluate("result_type", (value, x)) != x.dtype:
            raise TypeError(f"required elements of type {x.dtype}, found {value.dtype}")
    if len(entries) == 1 and isinstance(entries[0], bool):
        entries = [on_mesh_of(x, np.asarray(entries[0]))]
    if any(map(_is_mask, entries)) and not _is_one_for_all(x, entries, value):
        entries = _without_masks(x, entries, "setitem")
    key = entries[0] if len(entries) == 1 and _is_mask(entries[0]) else entries
    try:
        result = call("setitem", x, key, value)
    except Error as error:
        if "argument 'value'" in str(error):
            raise
        raise IndexError(str(error)) from None
    replace(x, result)


def _is_one_for_all(x: DTensor, entries: list, value: Any) -> bool:
    """Whether a mask is the only index, and every place that it selects gets the same value."""
    rank = len(value.shape) if isinstance(value, (DTensor, Variable)) else 0
    return len(entries) == 1 and rank <= x.ndim - entries[0].ndim


def replace(x: DTensor, result: DTensor) -> None:
    """Makes `x` stand for another tensor."""
    if result.is_recorded and not x.is_recorded:
        raise ValueError(
            "a function that is recorded cannot change an array from outside of it; return the "
            "new elements instead"
        )
    x._assign(result)
