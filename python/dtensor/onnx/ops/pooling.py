"""Windows that slide over the spatial axes of [batch, channels, ...]."""

import numpy as np

from .. import hlo
from ..builder import Tensor
from ..registry import reads
from .elementwise import in_wide_type


class Window:
    """The sizes, strides, dilations and padding of a window along spatial axes."""

    def __init__(
        self,
        extents,
        sizes,
        strides=None,
        dilations=None,
        pads=None,
        auto_pad="NOTSET",
        ceil_mode=0,
    ):
        rank = len(sizes)
        self.extents, self.sizes = list(extents), list(sizes)
        self.strides = list(strides or [1] * rank)
        self.dilations = list(dilations or [1] * rank)
        pads = list(pads or [0] * 2 * rank)
        self.pads = list(zip(pads[:rank], pads[rank:]))
        if auto_pad == "VALID":
            self.pads = [(0, 0)] * rank
        elif auto_pad.startswith("SAME"):
            self.pads = [self._same(i, auto_pad == "SAME_UPPER") for i in range(rank)]
        # Padding that `ceil_mode` adds, so that the last window fits.
        self.extra = [self._to_ceil(i) if ceil_mode else 0 for i in range(rank)]

    def _reach(self, i: int) -> int:
        return self.dilations[i] * (self.sizes[i] - 1) + 1

    def _same(self, i: int, upper: bool) -> tuple[int, int]:
        count = -(-self.extents[i] // self.strides[i])
        total = max(0, (count - 1) * self.strides[i] + self._reach(i) - self.extents[i])
        small, large = total // 2, total - total // 2
        return (small, large) if upper else (large, small)

    def _to_ceil(self, i: int) -> int:
        low, high = self.pads[i]
        room = self.extents[i] + low + high - self._reach(i)
        steps = -(-room // self.strides[i])
        # A window that begins behind the tensor and its padding on the left is left out.
        if steps * self.strides[i] >= self.extents[i] + low:
            steps -= 1
        return max(0, steps * self.strides[i] - room)

    @property
    def all_pads(self) -> list[tuple[int, int]]:
        return [(low, high + extra) for (low, high), extra in zip(self.pads, self.extra)]

    def reduce(self, x: Tensor, op: str) -> Tensor:
        """Combines the elements in each position of the window; padding does not count."""
        return hlo.reduce_window(
            x,
            op,
            [1, 1, *self.sizes],
            [1, 1, *self.strides],
            [1, 1, *self.dilations],
            [(0, 0), (0, 0), *self.all_pads],
        )

    def counts(self, with_padding: bool) -> np.ndarray:
        """How many elements, or also padding, there are in each position of the window."""
        count = np.ones((), np.int64)
        for i, extent in enumerate(self.extents):
            low, high = self.pads[i]
            inside = np.zeros(low + extent + high + self.extra[i], np.int64)
            inside[0 if with_padding else low : low + extent + (high if with_padding else 0)] = 1
            starts = range(0, len(inside) - self._reach(i) + 1, self.strides[i])
            along = np.array(
                [inside[s : s + self._reach(i) : self.dilations[i]].sum() for s in starts]
            )
            count = np.multiply.outer(count, along)
        return count


@reads("AveragePool")
@in_wide_type
def average_pool(
    x,
    *,
    kernel_shape,
    strides=None,
    dilations=None,
    pads=None,
    auto_pad="NOTSET",
    ceil_mode=0,
    count_include_pad=0,
):
    window = Window(x.shape[2:], kernel_shape, strides, dilations, pads, auto_pad, ceil_mode)
    counts = window.counts(bool(count_include_pad))
    return window.reduce(x, "add") / hlo.constant(counts.astype(x.dtype))


@reads("LpPool")
@in_wide_type
def lp_pool(
    x, *, kernel_shape, strides=None, dilations=None, pads=None, auto_pad="NOTSET", ceil_mode=0, p=2
):
    window = Window(x.shape[2:], kernel_shape, strides, dilations, pads, auto_pad, ceil_mode)
    return window.reduce(hlo.abs_(x) ** p, "add") ** (1 / p)


@reads("MaxPool")
def max_pool(
    x,
    *,
    kernel_shape,
    strides=None,
    dilations=None,
    pads=None,
    auto_pad="NOTSET",
    ceil_mode=0,
    storage_order=0,
    node,
):
    window = Window(x.shape[2:], kernel_shape, strides, dilations, pads, auto_pad, ceil_mode)
    if not node.wants(1):
        return window.reduce(x, "maximum")
    return _max_pool_with_positions(x, window, bool(storage_order))


def _max_pool_with_positions(x: Tensor, window: Window, column_major: bool) -> tuple:
    """The largest element in each window, and the position of the first such element among all
    elements of the tensor."""
    spatial = int(np.prod(window.extents))
    order = "F" if column_major else "C"
    numbers = np.arange(spatial).reshape(window.extents, order=order)
    planes = np.arange(x.shape[0] * x.shape[1]).reshape(x.shape[:2]) * spatial
    positions = np.add.outer(planes, numbers)
    padding = [(0, 0), (0, 0), *window.all_pads]
    low, high = zip(*padding)
    least = hlo.identity_of("maximum", x.dtype)
    x = hlo.pad(x, low, high, least)
    # Each offset within the window is a strided slice; the first largest one is kept.
    best = best_position = None
    padded = np.pad(positions, padding)
    for offset in np.ndindex(*window.sizes):
        starts = [o * d for o, d in zip(offset, window.dilations)]
        counts = map(
            hlo.window_extent,
            window.extents,
            window.sizes,
            window.strides,
            window.dilations,
            window.all_pads,
        )
        limits = [
            start + (count - 1) * stride + 1
            for start, count, stride in zip(starts, counts, window.strides)
        ]
        value = hlo.slice_(x, [0, 0, *starts], [*x.shape[:2], *limits], [1, 1, *window.strides])
        slices = tuple(map(slice, starts, limits, window.strides))
        position = hlo.constant(padded[(slice(None), slice(None), *slices)].astype(np.int64))
        if best is None:
            best, best_position = value, position
            continue
        better = value > best
        best = hlo.select(better, value, best)
        best_position = hlo.select(better, position, best_position)
    return best, best_position


@reads("GlobalAveragePool")
@in_wide_type
def global_average_pool(x):
    return hlo.reduce_mean(x, list(range(2, x.rank)), keep=True)


@reads("GlobalMaxPool")
def global_max_pool(x):
    return hlo.reduce_max(x, list(range(2, x.rank)), keep=True)


@reads("GlobalLpPool")
@in_wide_type
def global_lp_pool(x, *, p=2):
    return hlo.reduce_sum(hlo.abs_(x) ** p, list(range(2, x.rank)), keep=True) ** (1 / p)
