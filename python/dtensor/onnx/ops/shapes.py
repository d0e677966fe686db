"""Ops that move elements to positions that are known before the program runs."""

import itertools

import numpy as np

from .. import hlo
from ..builder import Tensor
from ..element_types import INT64, from_onnx
from ..errors import UnsupportedOp
from ..registry import reads


def axes_of(x: Tensor, axes: Tensor | list[int] | None) -> list[int] | None:
    """Axes of a tensor, counted from the first one; the input or attribute `axes`."""
    if axes is None:
        return None
    values = hlo.known_ints(axes, "input 'axes'") if isinstance(axes, Tensor) else axes
    return [axis % x.rank for axis in values]


# ===------------------------------------------------------------------------===#
# Shapes as values
# ===------------------------------------------------------------------------===#


@reads("Shape")
def shape_of(x, *, start=0, end=None):
    return hlo.constant(np.array(x.shape[slice(start, end)], np.int64))


@reads("Size")
def size_of(x):
    return hlo.constant(np.array(x.size, np.int64))


@reads("Constant")
def constant(
    *,
    value=None,
    value_float=None,
    value_floats=None,
    value_int=None,
    value_ints=None,
    value_string=None,
    value_strings=None,
):
    if value_string is not None or value_strings is not None:
        raise UnsupportedOp("strings are not supported; convert them before the model")
    if value is None:
        is_int = value_int is not None or value_ints is not None
        given = (x for x in (value_float, value_floats, value_int, value_ints) if x is not None)
        value = np.array(next(given), np.int64 if is_int else np.float32)
    return hlo.constant(value)


@reads("ConstantOfShape")
def constant_of_shape(shape, *, value=None):
    extents = hlo.known_ints(shape, "input 'input'")
    element = np.zeros(1, np.float32) if value is None else value
    return hlo.constant(np.broadcast_to(element.reshape(()), extents))


@reads("EyeLike")
def eye_like(x, *, dtype=None, k=0):
    on_diagonal = hlo.iota(x.shape, 1) == hlo.iota(x.shape, 0) + k
    return hlo.convert(on_diagonal, x.dtype if dtype is None else from_onnx(dtype))


@reads("Range")
def range_(start, limit, delta):
    first, stop, step = (
        hlo.known(value, f"input '{name}'").reshape(())
        for value, name in ((start, "start"), (limit, "limit"), (delta, "delta"))
    )
    return hlo.constant(np.arange(first, stop, step).astype(start.dtype))


@reads("BlackmanWindow", "HammingWindow", "HannWindow", "MelWeightMatrix")
def of_known_inputs(*inputs, node, **attributes):
    # The reader computes a node whose inputs are known, so that this is read only if one is not.
    for value, name in zip(inputs, node.input_names):
        hlo.known(value, f"input '{name}'")
    raise UnsupportedOp("this op is not supported by ONNX's reference implementation")


# ===------------------------------------------------------------------------===#
# The same elements in another shape
# ===------------------------------------------------------------------------===#


@reads("Reshape")
def reshape(x, shape, *, allowzero=0):
    extents = hlo.known_ints(shape, "input 'shape'")
    if not allowzero:
        extents = [x.shape[i] if extent == 0 else extent for i, extent in enumerate(extents)]
    return hlo.reshape(x, extents)


@reads("Flatten")
def flatten(x, *, axis=1):
    axis = axis + x.rank if axis < 0 else axis
    rows = int(np.prod(x.shape[:axis], dtype=np.int64))
    return hlo.reshape(
        x, (rows, x.size // rows if rows else int(np.prod(x.shape[axis:], dtype=np.int64)))
    )


@reads("Squeeze")
def squeeze(x, axes=None):
    chosen = axes_of(x, axes)
    if chosen is None:
        chosen = [axis for axis, extent in enumerate(x.shape) if extent == 1]
    return hlo.squeeze(x, *chosen)


@reads("Unsqueeze")
def unsqueeze(x, axes):
    return hlo.expand_dims(x, *hlo.known_ints(axes, "input 'axes'"))


@reads("Transpose")
def transpose(x, *, perm=None):
    return hlo.transpose(x, reversed(range(x.rank)) if perm is None else perm)


@reads("DepthToSpace")
def depth_to_space(x, *, blocksize, mode="DCR"):
    batch, channels, *extents = x.shape
    depth, rank = channels // blocksize ** len(extents), len(extents)
    blocks = [blocksize] * rank
    if mode == "DCR":
        split = hlo.reshape(x, (batch, *blocks, depth, *extents))
        order = [0, rank + 1]
        first = 1
    else:
        split = hlo.reshape(x, (batch, depth, *blocks, *extents))
        order = [0, 1]
        first = 2
    order += itertools.chain(*((rank + 2 + i, first + i) for i in range(rank)))
    return hlo.reshape(
        hlo.transpose(split, order), (batch, depth, *(extent * blocksize for extent in extents))
    )


@reads("SpaceToDepth")
def space_to_depth(x, *, blocksize, mode="DCR"):
    batch, channels, *extents = x.shape
    pairs = itertools.chain(*((extent // blocksize, blocksize) for extent in extents))
    split = hlo.reshape(x, (batch, channels, *pairs))
    outer = [2 + 2 * i for i in range(len(extents))]
    inner = [axis + 1 for axis in outer]
    order = [0, *inner, 1, *outer] if mode == "DCR" else [0, 1, *inner, *outer]
    return hlo.reshape(
        hlo.transpose(split, order),
        (batch, channels * blocksize ** len(extents), *(extent // blocksize for extent in extents)),
    )


# ===------------------------------------------------------------------------===#
# Parts, repetitions and surroundings
# ===------------------------------------------------------------------------===#


@reads("Concat")
def concat(*parts, axis):
    return hlo.concatenate(parts, axis)


@reads("Split")
def split(x, sizes=None, *, axis=0, num_outputs=None, node):
    axis %= x.rank
    if sizes is not None:
        extents = hlo.known_ints(sizes, "input 'split'")
    else:
        count = num_outputs or node.num_outputs
        extent = -(-x.shape[axis] // count)
        extents = [max(0, min(extent, x.shape[axis] - extent * i)) for i in range(count)]
    limits = list(itertools.accumulate(extents))
    return tuple(
        hlo.slice_axis(x, axis, limit - extent, limit) for limit, extent in zip(limits, extents)
    )


@reads("Slice")
def slice_(x, starts, ends, axes=None, steps=None):
    first, last = hlo.known_ints(starts, "input 'starts'"), hlo.known_ints(ends, "input 'ends'")
    chosen = axes_of(x, axes) or range(len(first))
    strides = [1] * len(first) if steps is None else hlo.known_ints(steps, "input 'steps'")
    for axis, start, end, step in zip(chosen, first, last, strides):
        positions = range(x.shape[axis])[slice(start, end, step)]
        if not positions:
            x = hlo.slice_axis(x, axis, 0, 0)
        elif step > 0:
            x = hlo.slice_axis(x, axis, positions[0], positions[-1] + 1, step)
        else:
            x = hlo.reverse(hlo.slice_axis(x, axis, positions[-1], positions[0] + 1, -step), axis)
    return x


@reads("Expand")
def expand(x, shape):
    extents = hlo.known_ints(shape, "input 'shape'")
    return hlo.broadcast(x, np.broadcast_shapes(x.shape, tuple(extents)))


@reads("Tile")
def tile(x, repeats):
    counts = hlo.known_ints(repeats, "input 'repeats'")
    pairs = tuple(itertools.chain(*zip(counts, x.shape)))
    repeated = hlo.broadcast_in_dim(x, pairs, range(1, 2 * x.rank, 2))
    return hlo.reshape(repeated, [count * extent for count, extent in zip(counts, x.shape)])


@reads("Pad")
def pad(x, pads, value=None, axes=None, *, mode="constant"):
    amounts = hlo.known_ints(pads, "input 'pads'")
    chosen = axes_of(x, axes) or range(x.rank)
    low, high = [0] * x.rank, [0] * x.rank
    for i, axis in enumerate(chosen):
        low[axis], high[axis] = amounts[i], amounts[i + len(amounts) // 2]
    if mode == "constant":
        number = 0 if value is None else hlo.reshape(value, ())
        return hlo.pad(x, low, high, number)
    numpy_mode = {"reflect": "reflect", "edge": "edge", "wrap": "wrap"}[mode]
    for axis, (before, after) in enumerate(zip(low, high)):
        positions = np.arange(x.shape[axis])
        positions = positions[max(-before, 0) : x.shape[axis] - max(-after, 0)]
        edges = (max(before, 0), max(after, 0))
        x = take_known(x, np.pad(positions, edges, mode=numpy_mode), axis)
    return x


def _runs(positions: np.ndarray) -> list[tuple[int, int, int]]:
    """Positions as arithmetic progressions: start, step and count of each."""
    runs: list[tuple[int, int, int]] = []
    for position in map(int, positions):
        if runs:
            start, step, count = runs[-1]
            if count == 1:
                runs[-1] = (start, position - start, 2)
                continue
            if position == start + step * count:
                runs[-1] = (start, step, count + 1)
                continue
        runs.append((position, 0, 1))
    return runs


# More runs than these become a gather.
_MOST_SLICES = 8


def take_known(x: Tensor, positions: np.ndarray, axis: int) -> Tensor:
    """The slices of an axis at known positions. A few runs of positions are slices of the tensor,
    which devices exchange where they need to."""
    if np.array_equal(positions, np.arange(x.shape[axis])):
        return x
    runs = _runs(positions)
    if len(runs) > _MOST_SLICES:
        return hlo.take(x, hlo.constant(np.asarray(positions, np.int64)), axis)
    return hlo.concatenate([_run(x, axis, *run) for run in runs], axis)


def _run(x: Tensor, axis: int, start: int, step: int, count: int) -> Tensor:
    if step == 0:
        part = hlo.slice_axis(x, axis, start, start + 1)
        extents = [count if i == axis else extent for i, extent in enumerate(x.shape)]
        return hlo.broadcast(part, extents)
    last = start + step * (count - 1)
    part = hlo.slice_axis(x, axis, min(start, last), max(start, last) + 1, abs(step))
    return hlo.reverse(part, axis) if step < 0 else part


@reads("Trilu")
def triangle(x, k=None, *, upper=1):
    rows, columns = hlo.iota(x.shape, -2), hlo.iota(x.shape, -1)
    if k is not None:
        rows = rows + hlo.reshape(hlo.convert(k, INT64), ())
    return hlo.select(columns >= rows if upper else columns <= rows, x, 0)


@reads("ReverseSequence")
def reverse_sequence(x, lengths, *, batch_axis=1, time_axis=0):
    extents = [1] * x.rank
    extents[batch_axis] = lengths.size
    lengths = hlo.broadcast(hlo.reshape(lengths, extents), x.shape)
    positions = hlo.iota(x.shape, time_axis, lengths.dtype)
    reversed_ = hlo.select(positions < lengths, lengths - 1 - positions, positions)
    return hlo.take_along_axis(x, reversed_, time_axis)


@reads("Col2Im")
def column_to_image(x, image_shape, block_shape, *, dilations=None, pads=None, strides=None):
    extents = hlo.known_ints(image_shape, "input 'image_shape'")
    block = hlo.known_ints(block_shape, "input 'block_shape'")
    rank = len(extents)
    dilations, strides = dilations or [1] * rank, strides or [1] * rank
    pads = pads or [0] * 2 * rank
    padded = [extent + pads[i] + pads[i + rank] for i, extent in enumerate(extents)]
    counts = [
        (padded[i] - dilations[i] * (block[i] - 1) - 1) // strides[i] + 1 for i in range(rank)
    ]
    channels = x.shape[1] // int(np.prod(block))
    columns = hlo.reshape(x, (x.shape[0], channels, *block, *counts))
    image = None
    for offset in np.ndindex(*block):
        starts = [0, 0, *offset, *[0] * rank]
        limits = [*x.shape[:1], channels, *(o + 1 for o in offset), *counts]
        part = hlo.reshape(hlo.slice_(columns, starts, limits), (x.shape[0], channels, *counts))
        low = [o * d for o, d in zip(offset, dilations)]
        spread = [(count - 1) * stride + 1 for count, stride in zip(counts, strides)]
        high = [whole - before - extent for whole, before, extent in zip(padded, low, spread)]
        placed = hlo.pad(
            part, [0, 0, *low], [0, 0, *high], interior=[0, 0, *(stride - 1 for stride in strides)]
        )
        image = placed if image is None else image + placed
    low, high = pads[:rank], [whole - after for whole, after in zip(padded, pads[rank:])]
    return hlo.slice_(image, [0, 0, *low], [*image.shape[:2], *high])
