"""Orders of elements, and searches in them."""

from __future__ import annotations

from .._core import DTensor
from ._host import gather, on_mesh_of
from ._table import define

__all__ = "argmax argmin argsort nonzero searchsorted sort where".split()

define(globals(), "argmax argmin argsort searchsorted sort where")


def nonzero(x: DTensor, /) -> tuple[DTensor, ...]:
    """The positions of elements that are not zero, one array per axis.

    The elements are read, since the number of positions depends on them.
    """
    if x.ndim == 0:
        raise ValueError("nonzero: required an array of at least one axis, found a scalar")
    return tuple(on_mesh_of(x, each) for each in gather(x, "nonzero").nonzero())
