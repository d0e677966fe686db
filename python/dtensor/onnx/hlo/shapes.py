"""Ops that change shapes, and move elements to known positions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..builder import Tensor, current
from ..element_types import INT64
from .attributes import i64_array
from .constants import Number, constant, like


def broadcast_in_dim(x: Tensor, shape: Sequence[int], dims: Sequence[int]) -> Tensor:
    """The tensor with axis `i` at position `dims[i]` of the shape; other axes repeat it."""
    shape = tuple(int(extent) for extent in shape)
    if x.constant is not None and x.size == 1 and np.prod(shape, dtype=np.int64) > 0:
        return constant(np.broadcast_to(x.constant.reshape(()), shape))
    attribute = f"broadcast_dimensions = {i64_array(dims)}"
    return current().op("stablehlo.broadcast_in_dim", [x], [(x.dtype, shape)], attribute)[0]


def broadcast(x: Tensor, shape: Sequence[int]) -> Tensor:
    """The tensor repeated to a shape, by NumPy's rules."""
    shape = tuple(int(extent) for extent in shape)
    if x.shape == shape:
        return x
    return broadcast_in_dim(x, shape, range(len(shape) - x.rank, len(shape)))


def full(shape: Sequence[int], value: Number, dtype: np.dtype) -> Tensor:
    """A tensor of one number."""
    return broadcast(constant(value, dtype), shape)


def reshape(x: Tensor, shape: Sequence[int]) -> Tensor:
    """The elements in the same order in another shape, of which one extent may be -1."""
    shape = [int(extent) for extent in shape]
    if -1 in shape:
        rest = int(np.prod([extent for extent in shape if extent != -1], dtype=np.int64))
        shape[shape.index(-1)] = x.size // rest if rest else 0
    if tuple(shape) == x.shape:
        return x
    if x.constant is not None:
        return constant(x.constant.reshape(shape))
    return current().op("stablehlo.reshape", [x], [(x.dtype, tuple(shape))])[0]


def expand_dims(x: Tensor, *axes: int) -> Tensor:
    """The tensor with new axes of extent 1 at these positions of the result."""
    rank = x.rank + len(axes)
    new = {axis % rank for axis in axes}
    rest = iter(x.shape)
    return reshape(x, [1 if axis in new else next(rest) for axis in range(rank)])


def squeeze(x: Tensor, *axes: int) -> Tensor:
    """The tensor without these axes, which have extent 1."""
    gone = {axis % x.rank for axis in axes}
    return reshape(x, [extent for axis, extent in enumerate(x.shape) if axis not in gone])


def transpose(x: Tensor, order: Sequence[int]) -> Tensor:
    """The tensor with its axes in another order."""
    order = list(order)
    if order == list(range(x.rank)):
        return x
    if x.constant is not None:
        return constant(x.constant.transpose(order))
    shape = tuple(x.shape[axis] for axis in order)
    attribute = f"permutation = {i64_array(order)}"
    return current().op("stablehlo.transpose", [x], [(x.dtype, shape)], attribute)[0]


def move_axis(x: Tensor, source: int, destination: int) -> Tensor:
    """The tensor with one axis at another position."""
    order = [axis for axis in range(x.rank) if axis != source % x.rank]
    order.insert(destination % x.rank, source % x.rank)
    return transpose(x, order)


def concatenate(parts: Sequence[Tensor], axis: int) -> Tensor:
    """The tensors after each other along an axis."""
    if len(parts) == 1:
        return parts[0]
    axis %= parts[0].rank
    shape = list(parts[0].shape)
    shape[axis] = sum(part.shape[axis] for part in parts)
    attribute = f"dimension = {axis} : i64"
    result = (parts[0].dtype, tuple(shape))
    return current().op("stablehlo.concatenate", list(parts), [result], attribute)[0]


def slice_(
    x: Tensor, starts: Sequence[int], limits: Sequence[int], strides: Sequence[int] | None = None
) -> Tensor:
    """The elements from `starts` to before `limits`, at steps of at least 1."""
    strides = strides or [1] * x.rank
    shape = tuple(
        max(0, -(-(limit - start) // stride))
        for start, limit, stride in zip(starts, limits, strides)
    )
    if shape == x.shape:
        return x
    attribute = (
        f"start_indices = {i64_array(starts)}, limit_indices = {i64_array(limits)}, "
        f"strides = {i64_array(strides)}"
    )
    return current().op("stablehlo.slice", [x], [(x.dtype, shape)], attribute)[0]


def slice_axis(x: Tensor, axis: int, start: int, limit: int, stride: int = 1) -> Tensor:
    """A slice of one axis."""
    axis %= x.rank
    starts, limits, strides = [0] * x.rank, list(x.shape), [1] * x.rank
    starts[axis], limits[axis], strides[axis] = start, limit, stride
    return slice_(x, starts, limits, strides)


def pad(
    x: Tensor,
    low: Sequence[int],
    high: Sequence[int],
    value: Tensor | Number = 0,
    interior: Sequence[int] | None = None,
) -> Tensor:
    """The tensor with a value around it; negative extents cut elements off instead."""
    interior = interior or [0] * x.rank
    if not any(low) and not any(high) and not any(interior):
        return x
    shape = tuple(
        before + extent + max(extent - 1, 0) * between + after
        for extent, before, after, between in zip(x.shape, low, high, interior)
    )
    attribute = (
        f"edge_padding_low = {i64_array(low)}, edge_padding_high = {i64_array(high)}, "
        f"interior_padding = {i64_array(interior)}"
    )
    return current().op("stablehlo.pad", [x, like(value, x)], [(x.dtype, shape)], attribute)[0]


def reverse(x: Tensor, *axes: int) -> Tensor:
    """The tensor with the order along some axes reversed."""
    if not axes:
        return x
    attribute = f"dimensions = {i64_array([axis % x.rank for axis in axes])}"
    return current().op("stablehlo.reverse", [x], [(x.dtype, x.shape)], attribute)[0]


def iota(shape: Sequence[int], axis: int, dtype: np.dtype = INT64) -> Tensor:
    """The position along an axis, at each element."""
    attribute = f"iota_dimension = {axis % len(shape)} : i64"
    return current().op("stablehlo.iota", [], [(dtype, tuple(shape))], attribute)[0]
