"""Reductions over axes, and running sums and products."""

import numpy as np

from .. import hlo
from ..builder import Tensor
from ..element_types import BOOL, INT64, is_float, wide
from ..registry import reads
from .shapes import axes_of


def _reduction(*names):
    """Enters a function of a tensor and its axes, whose result keeps the axes, for ops that
    reduce."""

    def enter(function):
        @reads(*names)
        def reduction(x, axes=None, *, keepdims=1, noop_with_empty_axes=0):
            chosen = axes_of(x, axes)
            if not chosen:
                chosen = [] if noop_with_empty_axes else list(range(x.rank))
            dtype = x.dtype
            result = function(hlo.convert(x, wide(dtype)), chosen)
            result = hlo.convert(result, dtype)
            return result if keepdims else hlo.squeeze(result, *chosen) if chosen else result

        return function

    return enter


@_reduction("ReduceSum")
def sum_(x, axes):
    return hlo.reduce_sum(x, axes, keep=True)


@_reduction("ReduceMean")
def mean(x, axes):
    return hlo.reduce_mean(x, axes, keep=True)


@_reduction("ReduceProd")
def product(x, axes):
    return hlo.reduce(x, "multiply", axes, keep=True)


@_reduction("ReduceMax")
def max_(x, axes):
    return hlo.reduce_max(x, axes, keep=True)


@_reduction("ReduceMin")
def min_(x, axes):
    return hlo.reduce(x, "and" if x.dtype == BOOL else "minimum", axes, keep=True)


@_reduction("ReduceL1")
def sum_of_magnitudes(x, axes):
    return hlo.reduce_sum(hlo.abs_(x), axes, keep=True)


@_reduction("ReduceL2")
def norm(x, axes):
    squares = hlo.reduce_sum(x * x, axes, keep=True)
    if is_float(x.dtype):
        return hlo.sqrt(squares)
    return hlo.convert(hlo.sqrt(hlo.convert(squares, np.dtype(np.float64))), x.dtype)


@_reduction("ReduceSumSquare")
def sum_of_squares(x, axes):
    return hlo.reduce_sum(x * x, axes, keep=True)


@_reduction("ReduceLogSum")
def log_of_sum(x, axes):
    return hlo.log(hlo.reduce_sum(x, axes, keep=True))


@_reduction("ReduceLogSumExp")
def log_of_sum_of_exp(x, axes):
    largest = hlo.reduce_max(x, axes, keep=True)
    # The sum of nothing has no largest element, and infinity minus infinity is not a number.
    shift = hlo.select(hlo.abs_(largest) == np.inf, 0, largest)
    return hlo.log(hlo.reduce_sum(hlo.exp(x - shift), axes, keep=True)) + shift


def _enter_arg_reduction(name: str, direction: str) -> None:
    @reads(name)
    def arg_reduction(x, *, axis=0, keepdims=1, select_last_index=0):
        result = hlo.arg_reduce(x, axis, direction, bool(select_last_index))
        return hlo.expand_dims(result, axis % x.rank) if keepdims else result


_enter_arg_reduction("ArgMax", "GT")
_enter_arg_reduction("ArgMin", "LT")


def _enter_scan(name: str, op: str) -> None:
    @reads(name)
    def scan(x, axis, *, exclusive=0, reverse=0):
        [chosen] = hlo.known_ints(axis, "input 'axis'")
        if exclusive:
            x = _shift(x, chosen % x.rank, bool(reverse), hlo.identity_of(op, x.dtype))
        return hlo.scan(x, op, chosen, bool(reverse))


def _shift(x: Tensor, axis: int, backwards: bool, value) -> Tensor:
    """The tensor one position further along an axis, with a value at the free edge."""
    low = [int(i == axis) for i in range(x.rank)]
    high = [-one for one in low]
    return hlo.pad(x, high, low, value) if backwards else hlo.pad(x, low, high, value)


_enter_scan("CumSum", "add")
_enter_scan("CumProd", "multiply")


@reads("TopK")
def top_k(x, k, *, axis=-1, largest=1, sorted=1):
    [count] = hlo.known_ints(k, "input 'K'")
    if largest and is_float(x.dtype):
        values, positions = hlo.top_k(hlo.move_axis(x, axis, -1), count)
        return (
            hlo.move_axis(values, -1, axis),
            hlo.move_axis(hlo.convert(positions, INT64), -1, axis),
        )
    ordered = hlo.sort([x, hlo.iota(x.shape, axis)], axis, descending=bool(largest))
    return tuple(hlo.slice_axis(part, axis, 0, count) for part in ordered)
