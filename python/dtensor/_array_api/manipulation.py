"""Other shapes and orders of the same elements."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .._core import DTensor, Error
from ._host import gather, on_mesh_of
from ._table import call, call_all, define

__all__ = (
    "broadcast_arrays broadcast_to concat expand_dims flip moveaxis permute_dims repeat reshape "
    "roll squeeze stack take take_along_axis tile tril triu unstack"
).split()

define(
    globals(),
    "broadcast_arrays broadcast_to concat flip moveaxis permute_dims roll squeeze stack take "
    "take_along_axis tile tril triu",
)


def expand_dims(x: DTensor, /, axis: int | Sequence[int]) -> DTensor:
    """`x` with further axes of extent 1. A place that does not exist is an IndexError."""
    try:
        return call("expand_dims", x, axis)
    except Error as error:
        raise IndexError(str(error)) from None


def repeat(x: DTensor, repeats: int | DTensor, /, *, axis: int | None = None) -> DTensor:
    """Each element repeated.

    Numbers in an array are read, since the shape of the result depends on them.
    """
    if not isinstance(repeats, DTensor):
        return call("repeat", x, repeats, axis=axis)
    numbers = gather(repeats, "repeat")
    if axis is None:
        x, axis = reshape(x, (-1,)), 0
    extent = x.shape[axis]
    positions = np.repeat(np.arange(extent), np.broadcast_to(numbers, (extent,)))
    return call("take", x, on_mesh_of(x, positions), axis=axis)


def reshape(x: DTensor, /, shape: int | Sequence[int], *, copy: bool | None = None) -> DTensor:
    """The same elements in another shape. -1 stands for an extent that follows from the others.

    Tensors never change, so that a result may share memory in any case; `copy` has no effect.
    """
    if not x.is_recorded and x.layout.is_fully_replicated:
        # A view, for which no program has to run.
        return on_mesh_of(x, x.to_local().reshape(shape))
    return call("reshape", x, shape)


def unstack(x: DTensor, /, *, axis: int = 0) -> tuple[DTensor, ...]:
    """The slices of `x` along an axis."""
    if x.ndim > 0 and -x.ndim <= axis < x.ndim and x.shape[axis] == 0:
        return ()
    return tuple(call_all("unstack", x, axis=axis))
