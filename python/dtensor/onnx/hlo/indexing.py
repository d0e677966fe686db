"""Reads and writes at positions that are data."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..builder import Tensor, current
from ..element_types import INT32, is_signed
from .attributes import i64_array
from .constants import constant
from .elementwise import binary, compare, select
from .shapes import expand_dims, slice_, squeeze


def gather(
    x: Tensor, indices: Tensor, shape: Sequence[int], sizes: Sequence[int], **dims
) -> Tensor:
    """Slices of these sizes at positions of `indices`. `dims` are StableHLO's dimension numbers."""
    attribute = (
        f"dimension_numbers = #stablehlo.gather<{_dims(dims)}>, slice_sizes = {i64_array(sizes)}, "
        "indices_are_sorted = false"
    )
    return current().op("stablehlo.gather", [x, indices], [(x.dtype, tuple(shape))], attribute)[0]


def _dims(dims: dict[str, Sequence[int] | int]) -> str:
    return ", ".join(
        f"{name} = {value if isinstance(value, int) else list(value)}"
        for name, value in dims.items()
    )


def wrap_indices(indices: Tensor, extent: int) -> Tensor:
    """Positions of which negative ones count from the end."""
    if indices.constant is not None:
        return constant(
            np.where(indices.constant < 0, indices.constant + extent, indices.constant).astype(
                indices.dtype
            )
        )
    return select(indices < 0, indices + extent, indices) if is_signed(indices.dtype) else indices


def take(x: Tensor, indices: Tensor, axis: int) -> Tensor:
    """The slices of an axis at positions that are data (`numpy.take`)."""
    axis %= x.rank
    shape = (*x.shape[:axis], *indices.shape, *x.shape[axis + 1 :])
    offsets = [i for i in range(len(shape)) if not axis <= i < axis + indices.rank]
    sizes = [1 if i == axis else extent for i, extent in enumerate(x.shape)]
    return gather(
        x,
        indices,
        shape,
        sizes,
        offset_dims=offsets,
        collapsed_slice_dims=[axis],
        start_index_map=[axis],
        index_vector_dim=indices.rank,
    )


def take_along_axis(x: Tensor, indices: Tensor, axis: int) -> Tensor:
    """One element of each row along an axis, at positions that are data. Other axes of `indices`
    may be shorter than those of `x`."""
    axis %= x.rank
    x = slice_(
        x,
        [0] * x.rank,
        [extent if i == axis else indices.shape[i] for i, extent in enumerate(x.shape)],
    )
    others = [i for i in range(x.rank) if i != axis]
    return gather(
        x,
        expand_dims(indices, indices.rank),
        indices.shape,
        [1] * x.rank,
        collapsed_slice_dims=[axis],
        operand_batching_dims=others,
        start_indices_batching_dims=others,
        start_index_map=[axis],
        index_vector_dim=x.rank,
    )


def scatter(x: Tensor, indices: Tensor, updates: Tensor, reduction: str | None, **dims) -> Tensor:
    """The tensor with updates at positions that are data: combined by add, multiply, maximum or
    minimum with what is there, or instead of it."""
    builder = current()
    with builder.region([(x.dtype, ()), (x.dtype, ())]) as body:
        old, new = body.arguments
        builder.returns([binary(f"stablehlo.{reduction}", old, new) if reduction else new])
    attribute = (
        f"scatter_dimension_numbers = #stablehlo.scatter<{_dims(dims)}>, "
        "indices_are_sorted = false, unique_indices = false"
    )
    return builder.op(
        "stablehlo.scatter", [x, indices, updates], [(x.dtype, x.shape)], attribute, [body]
    )[0]


def sort(values: Sequence[Tensor], axis: int, descending: bool = False) -> list[Tensor]:
    """The values in the order of the first one along an axis; equal ones keep their order."""
    builder = current()
    types = [(value.dtype, ()) for value in values for _ in range(2)]
    with builder.region(types) as body:
        builder.returns([compare("GT" if descending else "LT", *body.arguments[:2])])
    attribute = f"dimension = {axis % values[0].rank} : i64, is_stable = true"
    results = [(value.dtype, value.shape) for value in values]
    return builder.op("stablehlo.sort", values, results, attribute, [body])


def top_k(x: Tensor, k: int) -> list[Tensor]:
    """The k largest elements along the last axis in descending order, and their positions."""
    shape = (*x.shape[:-1], k)
    return current().op("chlo.top_k", [x], [(x.dtype, shape), (INT32, shape)], f"k = {k} : i64")


def dynamic_slice(x: Tensor, starts: Sequence[Tensor], sizes: Sequence[int]) -> Tensor:
    """The slice of these sizes from positions that are scalars."""
    return current().op(
        "stablehlo.dynamic_slice",
        [x, *starts],
        [(x.dtype, tuple(sizes))],
        f"slice_sizes = {i64_array(sizes)}",
    )[0]


def dynamic_update_slice(x: Tensor, update: Tensor, starts: Sequence[Tensor]) -> Tensor:
    """The tensor with another one written over it, from positions that are scalars."""
    return current().op(
        "stablehlo.dynamic_update_slice", [x, update, *starts], [(x.dtype, x.shape)]
    )[0]


def slice_at(x: Tensor, position: Tensor, axis: int = 0) -> Tensor:
    """The slice at one position of an axis, without this axis."""
    axis %= x.rank
    zero = constant(0, position.dtype)
    starts = [position if i == axis else zero for i in range(x.rank)]
    sizes = [1 if i == axis else extent for i, extent in enumerate(x.shape)]
    return squeeze(dynamic_slice(x, starts, sizes), axis)


def write_at(x: Tensor, update: Tensor, position: Tensor, axis: int = 0) -> Tensor:
    """The tensor with another slice at one position of an axis."""
    axis %= x.rank
    zero = constant(0, position.dtype)
    starts = [position if i == axis else zero for i in range(x.rank)]
    return dynamic_update_slice(x, expand_dims(update, axis), starts)
