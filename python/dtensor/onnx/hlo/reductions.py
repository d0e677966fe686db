"""Reductions, windows, running sums, and sorting."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..builder import Region, Tensor, TensorType, current
from ..element_types import BOOL, INT64, is_float, largest, smallest
from .attributes import i64_array, padding_pairs
from .constants import Number, constant
from .elementwise import compare, select
from .shapes import expand_dims, iota


def identity_of(op: str, dtype: np.dtype) -> Number:
    """The number that does not change the others under add, multiply, maximum, minimum, or, and."""
    if op in ("maximum", "minimum"):
        sign_of = -1 if op == "maximum" else 1
        if is_float(dtype) and dtype.name not in ("float8_e4m3fn", "float8_e4m3fnuz"):
            return sign_of * np.inf
        return smallest(dtype) if op == "maximum" else largest(dtype)
    return {"add": 0, "multiply": 1, "or": False, "and": True}[op]


def _combine(op: str, dtype: np.dtype) -> Region:
    """The region that combines two scalars."""
    builder = current()
    with builder.region([(dtype, ()), (dtype, ())]) as body:
        builder.returns(builder.op(f"stablehlo.{op}", body.arguments, [(dtype, ())]))
    return body


def reduce(x: Tensor, op: str, axes: Sequence[int], keep: bool = False) -> Tensor:
    """Combines all elements along some axes, which are kept with extent 1 if `keep` is set."""
    axes = sorted(axis % x.rank for axis in axes)
    shape = tuple(extent for axis, extent in enumerate(x.shape) if axis not in axes)
    if axes:
        initial = constant(identity_of(op, x.dtype), x.dtype)
        body = _combine(op, x.dtype)
        attribute = f"dimensions = {i64_array(axes)}"
        x = current().op("stablehlo.reduce", [x, initial], [(x.dtype, shape)], attribute, [body])[0]
    return expand_dims(x, *axes) if keep and axes else x


def reduce_sum(x: Tensor, axes: Sequence[int], keep: bool = False) -> Tensor:
    return reduce(x, "add", axes, keep)


def reduce_max(x: Tensor, axes: Sequence[int], keep: bool = False) -> Tensor:
    return reduce(x, "or" if x.dtype == BOOL else "maximum", axes, keep)


def reduce_mean(x: Tensor, axes: Sequence[int], keep: bool = False) -> Tensor:
    count = int(np.prod([x.shape[axis] for axis in axes], dtype=np.int64))
    return reduce_sum(x, axes, keep) / count


def _keep_better(direction: str, dtype: np.dtype, last: bool) -> Region:
    """The region that keeps the better one of two values with positions."""
    builder = current()
    with builder.region([(dtype, ()), (INT64, ()), (dtype, ()), (INT64, ())]) as body:
        a, i, b, j = body.arguments
        better = compare(direction, a, b)
        if is_float(dtype):
            better = better | (a != a)
        takes_a = better | ((a == b) & (compare("GT" if last else "LT", i, j)))
        builder.returns([select(better, a, b), select(takes_a, i, j)])
    return body


def arg_reduce(x: Tensor, axis: int, direction: str = "GT", last: bool = False) -> Tensor:
    """The position of the largest (GT) or smallest (LT) element along an axis, the first of equal
    ones, or the last."""
    axis %= x.rank
    shape = tuple(extent for i, extent in enumerate(x.shape) if i != axis)
    initial = constant(identity_of("maximum" if direction == "GT" else "minimum", x.dtype), x.dtype)
    operands = [x, iota(x.shape, axis), initial, constant(-1 if last else x.shape[axis], INT64)]
    body = _keep_better(direction, x.dtype, last)
    attribute = f"dimensions = {i64_array([axis])}"
    results: list[TensorType] = [(x.dtype, shape), (INT64, shape)]
    return current().op("stablehlo.reduce", operands, results, attribute, [body])[1]


def window_extent(extent: int, size: int, stride: int, dilation: int, pads: tuple[int, int]) -> int:
    """How many positions a window has along an axis."""
    room = extent + sum(pads) - (dilation * (size - 1) + 1)
    return 0 if room < 0 else room // stride + 1


def reduce_window(
    x: Tensor,
    op: str,
    sizes: Sequence[int],
    strides: Sequence[int] | None = None,
    dilations: Sequence[int] | None = None,
    pads: Sequence[tuple[int, int]] | None = None,
) -> Tensor:
    """Combines the elements in each position of a window; padding does not count."""
    strides, dilations = strides or [1] * x.rank, dilations or [1] * x.rank
    pads = pads or [(0, 0)] * x.rank
    shape = tuple(map(window_extent, x.shape, sizes, strides, dilations, pads))
    initial = constant(identity_of(op, x.dtype), x.dtype)
    attribute = window_attributes(sizes, strides, dilations, pads)
    body = _combine(op, x.dtype)
    return current().op(
        "stablehlo.reduce_window", [x, initial], [(x.dtype, shape)], attribute, [body]
    )[0]


def window_attributes(
    sizes: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    pads: Sequence[tuple[int, int]],
) -> str:
    """The attributes of `reduce_window`."""
    return (
        f"window_dimensions = {i64_array(sizes)}, window_strides = {i64_array(strides)}, "
        f"base_dilations = {i64_array([1] * len(sizes))}, "
        f"window_dilations = {i64_array(dilations)}, padding = {padding_pairs(pads)}"
    )


def scan(x: Tensor, op: str, axis: int, reverse_: bool = False) -> Tensor:
    """Combines, at each position, all elements up to it (or from it, if `reverse_` is set)."""
    axis %= x.rank
    extent = x.shape[axis]
    if extent == 0:
        return x
    sizes = [extent if i == axis else 1 for i in range(x.rank)]
    edge = (0, extent - 1) if reverse_ else (extent - 1, 0)
    return reduce_window(x, op, sizes, pads=[edge if i == axis else (0, 0) for i in range(x.rank)])
