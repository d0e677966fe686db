"""The different elements of an array. They are read, since their number depends on them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .._core import DTensor
from ._host import gather, on_mesh_of

__all__ = "unique_all unique_counts unique_inverse unique_values".split()


class UniqueAll(NamedTuple):
    """The results of `unique_all`."""

    values: DTensor
    indices: DTensor
    inverse_indices: DTensor
    counts: DTensor


class UniqueCounts(NamedTuple):
    """The results of `unique_counts`."""

    values: DTensor
    counts: DTensor


class UniqueInverse(NamedTuple):
    """The results of `unique_inverse`."""

    values: DTensor
    inverse_indices: DTensor


def unique_all(x: DTensor, /) -> UniqueAll:
    """The different elements, where each is first, where it is in the array, and how often."""
    elements = gather(x, "unique_all")
    values, indices, inverse, counts = np.unique(
        elements, return_index=True, return_inverse=True, return_counts=True, equal_nan=False
    )
    inverse = inverse.reshape(elements.shape)
    return UniqueAll(*(on_mesh_of(x, each) for each in (values, indices, inverse, counts)))


def unique_counts(x: DTensor, /) -> UniqueCounts:
    """The different elements, and how often each is in the array."""
    results = np.unique(gather(x, "unique_counts"), return_counts=True, equal_nan=False)
    return UniqueCounts(*(on_mesh_of(x, each) for each in results))


def unique_inverse(x: DTensor, /) -> UniqueInverse:
    """The different elements, and where each is in the array."""
    elements = gather(x, "unique_inverse")
    values, inverse = np.unique(elements, return_inverse=True, equal_nan=False)
    return UniqueInverse(on_mesh_of(x, values), on_mesh_of(x, inverse.reshape(elements.shape)))


def unique_values(x: DTensor, /) -> DTensor:
    """The different elements."""
    return on_mesh_of(x, np.unique(gather(x, "unique_values"), equal_nan=False))
