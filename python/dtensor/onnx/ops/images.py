"""Resizing and sampling of images."""

import math
from collections.abc import Callable

import numpy as np

from .. import hlo
from ..builder import Tensor
from ..element_types import is_float, wide
from ..errors import UnsupportedOp
from ..registry import reads
from .shapes import axes_of, take_known

# ===------------------------------------------------------------------------===#
# Resize
# ===------------------------------------------------------------------------===#


def _source_positions(mode: str, extent: int, count: int, scale: float, roi) -> np.ndarray:
    """Where the elements of a resized axis are on the axis of the source."""
    i, length = np.arange(count, dtype=np.float64), scale * extent
    if mode == "align_corners":
        return i * (extent - 1) / (length - 1) if length != 1 else np.zeros(count)
    if mode == "asymmetric":
        return i / scale
    if mode == "tf_crop_and_resize":
        start, end = roi
        step = (end - start) * (extent - 1)
        moved = i * step / (length - 1) if length != 1 else np.full(count, step / 2)
        return moved + start * (extent - 1)
    if mode == "pytorch_half_pixel" and length == 1:
        return np.full(count, -0.5)
    offset = extent / 2 * (1 - count / length) if mode == "half_pixel_symmetric" else 0
    return offset + (i + 0.5) / scale - 0.5


def _nearest(positions: np.ndarray, mode: str) -> np.ndarray:
    rounding: Callable[[np.ndarray], np.ndarray] = {
        "round_prefer_floor": lambda x: np.ceil(x - 0.5),
        "round_prefer_ceil": lambda x: np.floor(x + 0.5),
        "floor": np.floor,
        "ceil": np.ceil,
    }[mode]
    return rounding(positions).astype(np.int64)


def _kernel(mode: str, a: float) -> tuple[Callable[[np.ndarray], np.ndarray], int]:
    """The weight of an element by its distance, and the distance from which on it is 0."""
    if mode == "linear":
        return lambda x: np.clip(1 - np.abs(x), 0, 1), 1

    def cubic(x: np.ndarray) -> np.ndarray:
        x = np.abs(x)
        near = ((a + 2) * x - (a + 3)) * x * x + 1
        far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
        return np.where(x <= 1, near, np.where(x < 2, far, 0))

    return cubic, 2


def _weights(
    mode: str,
    a: float,
    positions: np.ndarray,
    extent: int,
    scale: float,
    antialias: bool,
    exclude_outside: bool,
) -> np.ndarray:
    """The matrix from an axis to a resized one."""
    kernel, reach = _kernel(mode, a)
    spread = min(scale, 1.0) if antialias else 1.0
    reach = math.ceil(reach / spread)
    matrix = np.zeros((len(positions), extent))
    for row, position in enumerate(positions):
        first = math.floor(position) - reach
        neighbors = np.arange(first, first + 2 * reach + 2)
        weights = kernel((neighbors - position) * spread)
        if exclude_outside:
            weights = np.where((neighbors < 0) | (neighbors >= extent), 0, weights)
        if exclude_outside or antialias:
            weights = weights / weights.sum()
        np.add.at(matrix[row], np.clip(neighbors, 0, extent - 1), weights)
    return matrix


def _apply(x: Tensor, matrix: np.ndarray, axis: int) -> Tensor:
    """The product of a matrix with each row along an axis."""
    weights = hlo.constant(matrix.astype(x.dtype))
    return hlo.move_axis(hlo.dot_general(x, weights, ((), ()), ((axis,), (1,))), -1, axis)


def _extents(x: Tensor, axes, scales, sizes, policy) -> tuple[list[float], list[int]]:
    """The scale and the new extent of each axis to resize."""
    if sizes is None:
        factors = [float(s) for s in hlo.known(scales, "input 'scales'").reshape(-1)]
        return factors, [int(s * x.shape[axis]) for s, axis in zip(factors, axes)]
    wanted = hlo.known_ints(sizes, "input 'sizes'")
    factors = [want / x.shape[axis] for want, axis in zip(wanted, axes)]
    if policy != "stretch":
        scale = (min if policy == "not_larger" else max)(factors)
        factors = [scale] * len(factors)
        wanted = [int(scale * x.shape[axis] + 0.5) for axis in axes]
    return factors, wanted


@reads("Resize")
def resize(
    x,
    roi=None,
    scales=None,
    sizes=None,
    *,
    mode="nearest",
    antialias=0,
    axes=None,
    coordinate_transformation_mode="half_pixel",
    cubic_coeff_a=-0.75,
    exclude_outside=0,
    extrapolation_value=0.0,
    keep_aspect_ratio_policy="stretch",
    nearest_mode="round_prefer_floor",
):
    chosen = axes_of(x, axes) or list(range(x.rank))
    if scales is not None and scales.size == 0:
        scales = None
    factors, counts = _extents(x, chosen, scales, sizes, keep_aspect_ratio_policy)
    boxes = [None] * len(chosen)
    crops = coordinate_transformation_mode == "tf_crop_and_resize"
    if crops:
        box = hlo.known(roi, "input 'roi'").reshape(2, -1)
        boxes = list(zip(*box))
    dtype = x.dtype
    if mode != "nearest":
        x = hlo.convert(x, wide(dtype) if is_float(dtype) else np.dtype(np.float32))
    for axis, scale, count, box in zip(chosen, factors, counts, boxes):
        extent = x.shape[axis]
        if extent == count and scale == 1 and (box is None or tuple(box) == (0, 1)):
            continue
        positions = _source_positions(coordinate_transformation_mode, extent, count, scale, box)
        if mode == "nearest":
            nearest = np.clip(_nearest(positions, nearest_mode), 0, extent - 1)
            x = take_known(x, nearest, axis)
        else:
            x = _apply(
                x,
                _weights(
                    mode,
                    cubic_coeff_a,
                    positions,
                    extent,
                    scale,
                    bool(antialias),
                    bool(exclude_outside),
                ),
                axis,
            )
        if crops:
            outside = (positions < 0) | (positions > extent - 1)
            shape = [count if i == axis else 1 for i in range(x.rank)]
            x = hlo.select(hlo.constant(outside.reshape(shape)), extrapolation_value, x)
    if is_float(dtype):
        return hlo.convert(x, dtype)
    return hlo.convert(hlo.round_even(x), dtype) if mode != "nearest" else x


@reads("Upsample")
def upsample(x, scales, *, mode="nearest"):
    return resize(
        x,
        None,
        scales,
        mode=mode,
        nearest_mode="floor",
        coordinate_transformation_mode="asymmetric",
    )


# ===------------------------------------------------------------------------===#
# Samples at positions that are data
# ===------------------------------------------------------------------------===#


def _reflect(x: Tensor, low: float, high: float) -> Tensor:
    """Positions reflected at both borders, until they are between them."""
    extent = high - low
    if extent == 0:
        return hlo.full(x.shape, low, x.dtype)
    distance = hlo.abs_(x - low)
    turns = hlo.floor(distance / extent)
    rest = distance - turns * extent
    is_even = turns % 2 == 0
    return hlo.select(is_even, rest + low, high - rest)


def _cubic_weights(x: Tensor, a: float = -0.75) -> list[Tensor]:
    """The weights of the four elements around a position, `x` behind the second of them."""

    def near(d):
        return ((a + 2) * d - (a + 3)) * d * d + 1

    def far(d):
        return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a

    return [far(x + 1), near(x), near(1 - x), far(2 - x)]


@reads("GridSample")
def grid_sample(x, grid, *, mode="linear", padding_mode="zeros", align_corners=0):
    mode = {"bilinear": "linear", "bicubic": "cubic"}.get(mode, mode)
    extents = x.shape[2:]
    rank = len(extents)
    dtype = x.dtype
    points = int(np.prod(grid.shape[1:-1]))
    borders = [(0.0, n - 1.0) if align_corners else (-0.5, n - 0.5) for n in extents]
    positions = []
    for i, extent in enumerate(extents):
        # The last axis of the tensor comes first in the grid.
        along = hlo.slice_axis(grid, -1, rank - 1 - i, rank - i)
        along = hlo.reshape(along, (x.shape[0], 1, points))
        along = (along + 1) / 2 * (extent - 1) if align_corners else ((along + 1) * extent - 1) / 2
        positions.append(hlo.round_even(along) if mode == "nearest" else along)
    if padding_mode == "border":
        positions = [hlo.maximum(hlo.minimum(p, n - 1), 0) for p, n in zip(positions, extents)]
    elif padding_mode == "reflection":
        positions = [_reflect(p, *border) for p, border in zip(positions, borders)]
    candidates = [_neighbors(p, mode) for p in positions]
    flat = hlo.reshape(x, (*x.shape[:2], int(np.prod(extents))))
    total = None
    for choice in np.ndindex(*(len(c) for c in candidates)):
        corner = [candidates[i][j] for i, j in enumerate(choice)]
        value = _pixel(flat, [position for position, _ in corner], extents, borders, padding_mode)
        for _, weight in corner:
            value = value if weight is None else value * hlo.convert(weight, dtype)
        total = value if total is None else total + value
    return hlo.reshape(total, (*x.shape[:2], *grid.shape[1:-1]))


def _neighbors(position: Tensor, mode: str) -> list[tuple[Tensor, Tensor | None]]:
    """The whole positions around a position, with their weights."""
    if mode == "nearest":
        return [(position, None)]
    first = hlo.floor(position)
    rest = position - first
    if mode == "linear":
        return [(first, 1 - rest), (first + 1, rest)]
    return [(first + (i - 1), weight) for i, weight in enumerate(_cubic_weights(rest))]


def _pixel(flat: Tensor, corner: list[Tensor], extents, borders, padding_mode: str) -> Tensor:
    """The elements [batch, channels, points] at whole positions; `flat` has one spatial axis."""
    index, inside = None, None
    for position, extent, border in zip(corner, extents, borders):
        within = (position >= 0) & (position <= extent - 1)
        inside = within if inside is None else inside & within
        if padding_mode == "reflection":
            # A half is cut off towards 0, as in the op's definition.
            reflected = _reflect(position, *border)
            position = hlo.floor(hlo.maximum(reflected, 0))
        position = hlo.maximum(hlo.minimum(position, extent - 1), 0)
        index = position if index is None else index * extent + position
    indices = hlo.broadcast(
        hlo.convert(index, np.dtype(np.int64)), (*flat.shape[:2], index.shape[-1])
    )
    value = hlo.take_along_axis(flat, indices, -1)
    return hlo.select(inside, value, 0) if padding_mode == "zeros" else value


@reads("RoiAlign")
def roi_align(
    x,
    rois,
    batch_indices,
    *,
    mode="avg",
    output_height=1,
    output_width=1,
    sampling_ratio=0,
    spatial_scale=1.0,
    coordinate_transformation_mode="half_pixel",
):
    if sampling_ratio <= 0:
        raise UnsupportedOp(
            "sampling_ratio 0 lets the extents of regions decide how many samples there are; "
            "set sampling_ratio"
        )
    offset = 0.5 if coordinate_transformation_mode == "half_pixel" else 0.0
    number, channels = rois.shape[0], x.shape[1]
    edges = rois * spatial_scale - offset
    left, top, right, bottom = (hlo.slice_axis(edges, 1, i, i + 1) for i in range(4))

    def samples(start, end, count):
        """[regions, count * samples] positions along an axis."""
        length = end - start
        if not offset:
            length = hlo.maximum(length, 1)
        steps = (np.arange(count * sampling_ratio) + 0.5) / (count * sampling_ratio)
        return start + length * hlo.constant(steps.astype(x.dtype).reshape(1, -1))

    def lines(positions, extent):
        """The two whole positions around each, with weights; none far outside."""
        inside = (positions >= -1) & (positions <= extent)
        bounded = hlo.minimum(hlo.maximum(positions, 0), extent - 1)
        low = hlo.floor(bounded)
        high = hlo.minimum(low + 1, extent - 1)
        rest = bounded - low
        return [(low, hlo.select(inside, 1 - rest, 0)), (high, hlo.select(inside, rest, 0))]

    height, width = x.shape[2:]
    rows = lines(samples(top, bottom, output_height), height)
    columns = lines(samples(left, right, output_width), width)
    planes = hlo.take(hlo.reshape(x, (x.shape[0], channels, height * width)), batch_indices, 0)
    sampled = []
    shape = (number, output_height * sampling_ratio, output_width * sampling_ratio)
    for row, row_weight in rows:
        for column, column_weight in columns:
            index = hlo.expand_dims(row * width, 2) + hlo.expand_dims(column, 1)
            weight = hlo.expand_dims(row_weight, 2) * hlo.expand_dims(column_weight, 1)
            index = hlo.reshape(hlo.convert(index, np.dtype(np.int64)), (number, 1, -1))
            value = hlo.take_along_axis(
                planes, hlo.broadcast(index, (number, channels, index.shape[-1])), -1
            )
            weighted = hlo.reshape(value, (number, channels, *shape[1:])) * hlo.expand_dims(
                weight, 1
            )
            sampled.append(weighted)
    bins = (number, channels, output_height, sampling_ratio, output_width, sampling_ratio)
    if mode == "max":
        best = None
        for value in sampled:
            best = value if best is None else hlo.maximum(best, value)
        return hlo.reduce_max(hlo.reshape(best, bins), [3, 5])
    total = sampled[0] + sampled[1] + sampled[2] + sampled[3]
    return hlo.reduce_mean(hlo.reshape(total, bins), [3, 5])
