"""Values that are known while a model is read."""

from __future__ import annotations

import numpy as np

from ..builder import Tensor
from ..errors import NeedsConstant

Number = int | float | bool


def constant(value: np.ndarray | Number, dtype: np.dtype | None = None) -> Tensor:
    """A tensor that is known now."""
    array = np.asarray(value)
    if dtype is not None:
        array = array.astype(dtype)
    return Tensor(array.dtype, array.shape, constant=array)


def like(value: Tensor | Number, other: Tensor) -> Tensor:
    """The value itself, or a number as a scalar of `other`'s element type."""
    return value if isinstance(value, Tensor) else constant(value, other.dtype)


def known(value: Tensor, what: str) -> np.ndarray:
    """The elements of a value that must be known now. `what` names it in the error."""
    for array in (value.constant, value.initial):
        if array is not None:
            return array
    raise NeedsConstant(
        f"{what} must be a constant, since shapes must be known before the program runs",
        value.origins,
    )


def known_ints(value: Tensor, what: str) -> list[int]:
    """The elements of a value that must be known now, as integers."""
    return [int(element) for element in known(value, what).reshape(-1)]
