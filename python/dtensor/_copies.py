"""Copies of tensors, and tensors in files: `copy.copy`, `copy.deepcopy` and `pickle`."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._core import DTensor, Layout, Placement, Variable


def _copy(self: DTensor) -> DTensor:
    """Another object for the same elements, which never change."""
    return self._alias()


def _deepcopy(self: DTensor, memo: Any) -> DTensor:
    return self._alias()


def _reduce(self: DTensor, protocol: int = 0) -> tuple:
    """The components of this process; replicas are written once."""
    if self.is_recorded:
        raise _core.Error(
            "pickle: required a tensor with elements, found one that is being recorded; return "
            "it from the function"
        )
    layout = self.layout
    held: list[np.ndarray] = []
    places: list[int] = []
    known: dict[Any, int] = {}
    for device in layout.mesh.local_devices:
        part = layout.local_offset(self.shape, device), layout.local_shape(self.shape, device)
        # Addends differ where their places are the same.
        key = device if layout.is_partial else part
        if key not in known:
            known[key] = len(held)
            held.append(self.to_local(device))
        places.append(known[key])
    return _make, (held, places, layout, self.shape)


def _make(
    held: list[np.ndarray], places: list[int], layout: Layout, shape: tuple[int, ...]
) -> DTensor:
    return _core.from_local([held[place] for place in places], layout, False, list(shape))


def _copy_variable(self: Variable) -> Variable:
    """A variable of its own with the same value."""
    return Variable(self.value, self.name)


def _deepcopy_variable(self: Variable, memo: Any) -> Variable:
    return _copy_variable(self)


def _reduce_variable(self: Variable, protocol: int = 0) -> tuple:
    return Variable, (self.value, self.name)


def _reduce_placement(self: Placement, protocol: int = 0) -> tuple:
    return _make_placement, (self.dim, self.reduce_op)


def _make_placement(dim: int | None, reduce_op: str | None) -> Placement:
    if dim is not None:
        return _core.Shard(dim)
    return _core.Replicate() if reduce_op is None else _core.Partial(reduce_op)


DTensor.__copy__ = _copy
DTensor.__deepcopy__ = _deepcopy
DTensor.__reduce_ex__ = _reduce
Variable.__copy__ = _copy_variable
Variable.__deepcopy__ = _deepcopy_variable
Variable.__reduce_ex__ = _reduce_variable
Placement.__reduce_ex__ = _reduce_placement
