"""Reads and writes at positions that are data. Negative positions count from the end."""

import numpy as np

from .. import hlo
from ..builder import Tensor
from ..element_types import INT64, is_float
from ..errors import UnsupportedOp
from ..registry import reads

_COMBINERS = {"none": None, "add": "add", "mul": "multiply", "max": "maximum", "min": "minimum"}


@reads("Gather")
def gather(x, indices, *, axis=0):
    return hlo.take(x, hlo.wrap_indices(indices, x.shape[axis]), axis)


@reads("GatherElements")
def gather_elements(x, indices, *, axis=0):
    return hlo.take_along_axis(x, hlo.wrap_indices(indices, x.shape[axis]), axis)


def _wrap_vectors(indices: Tensor, extents: tuple[int, ...]) -> Tensor:
    """Vectors of positions along the last axis, each with an extent of its own."""
    extents_of = hlo.constant(np.array(extents, np.int64).astype(indices.dtype))
    return hlo.select(indices < 0, indices + extents_of, indices)


@reads("GatherND")
def gather_nd(x, indices, *, batch_dims=0):
    count = indices.shape[-1]
    indexed = range(batch_dims, batch_dims + count)
    indices = _wrap_vectors(indices, x.shape[batch_dims : batch_dims + count])
    rest = x.shape[batch_dims + count :]
    shape = (*indices.shape[:-1], *rest)
    sizes = [*[1] * (batch_dims + count), *rest]
    batch = list(range(batch_dims))
    return hlo.gather(
        x,
        indices,
        shape,
        sizes,
        offset_dims=range(indices.rank - 1, len(shape)),
        collapsed_slice_dims=indexed,
        operand_batching_dims=batch,
        start_indices_batching_dims=batch,
        start_index_map=indexed,
        index_vector_dim=indices.rank - 1,
    )


@reads("ScatterND")
def scatter_nd(x, indices, updates, *, reduction="none"):
    count = indices.shape[-1]
    indices = _wrap_vectors(indices, x.shape[:count])
    windows = range(indices.rank - 1, updates.rank)
    return hlo.scatter(
        x,
        indices,
        updates,
        _COMBINERS[reduction],
        update_window_dims=windows,
        inserted_window_dims=range(count),
        scatter_dims_to_operand_dims=range(count),
        index_vector_dim=indices.rank - 1,
    )


@reads("Scatter", "ScatterElements")
def scatter_elements(x, indices, updates, *, axis=0, reduction="none"):
    axis %= x.rank
    indices = hlo.wrap_indices(indices, x.shape[axis])
    # Rows are written each by itself along axes that the indices have whole.
    batch = [i for i in range(x.rank) if i != axis and indices.shape[i] == x.shape[i]]
    indexed = [i for i in range(x.rank) if i not in batch]
    vectors = [
        hlo.convert(indices, INT64) if i == axis else hlo.iota(indices.shape, i) for i in indexed
    ]
    stacked = hlo.concatenate([hlo.expand_dims(v, v.rank) for v in vectors], -1)
    return hlo.scatter(
        x,
        stacked,
        updates,
        _COMBINERS[reduction],
        inserted_window_dims=indexed,
        input_batching_dims=batch,
        scatter_indices_batching_dims=batch,
        scatter_dims_to_operand_dims=indexed,
        index_vector_dim=x.rank,
    )


@reads("TensorScatter")
def tensor_scatter(past, update, write_indices=None, *, axis=-2, mode="linear"):
    axis %= past.rank
    extent = past.shape[axis]
    positions = hlo.iota(update.shape, axis)
    if write_indices is not None:
        starts = hlo.reshape(write_indices, (past.shape[0], *[1] * (past.rank - 1)))
        positions = positions + hlo.convert(starts, INT64)
    if mode == "circular":
        positions = positions % extent
    return scatter_elements(past, positions, update, axis=axis)


@reads("OneHot")
def one_hot(indices, depth, values, *, axis=-1):
    [extent] = hlo.known_ints(depth, "input 'depth'")
    axis %= indices.rank + 1
    if is_float(indices.dtype):
        indices = hlo.convert(indices, INT64)
    indices = hlo.expand_dims(hlo.wrap_indices(indices, extent), axis)
    shape = [extent if i == axis else size for i, size in enumerate(indices.shape)]
    is_hot = hlo.iota(shape, axis, indices.dtype) == indices
    off, on = (hlo.reshape(hlo.slice_axis(values, 0, i, i + 1), ()) for i in range(2))
    return hlo.select(is_hot, on, off)


@reads("Compress")
def compress(x, condition, *, axis=None):
    chosen = np.flatnonzero(hlo.known(condition, "input 'condition'"))
    if axis is None:
        x, axis = hlo.reshape(x, (x.size,)), 0
    return hlo.take(x, hlo.constant(chosen.astype(np.int64)), axis)


@reads("MaxUnpool")
def max_unpool(x, indices, output_shape=None, *, kernel_shape, pads=None, strides=None):
    rank = len(kernel_shape)
    pads, strides = pads or [0] * 2 * rank, strides or [1] * rank
    spatial = [
        (extent - 1) * stride + size - pads[i] - pads[i + rank]
        for i, (extent, stride, size) in enumerate(zip(x.shape[2:], strides, kernel_shape))
    ]
    found = (*x.shape[:2], *spatial)
    shape = found
    if output_shape is not None:
        shape = tuple(hlo.known_ints(output_shape, "input 'output_shape'"))
        if len(shape) != len(found):
            raise UnsupportedOp(
                f"required an output shape of {len(found)} extents, found {len(shape)}"
            )
    # Positions count all elements of the shape that the op has without `output_shape`.
    positions = hlo.reshape(indices, (x.size, 1))
    empty = hlo.full((int(np.prod(found)),), 0, x.dtype)
    flat = hlo.scatter(
        empty,
        positions,
        hlo.reshape(x, (x.size,)),
        None,
        inserted_window_dims=[0],
        scatter_dims_to_operand_dims=[0],
        index_vector_dim=1,
    )
    result = hlo.reshape(flat, found)
    return hlo.pad(result, [0] * len(shape), [want - have for want, have in zip(shape, found)])
