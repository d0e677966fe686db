"""Matrix products and convolutions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..builder import Tensor, current
from .attributes import i64_array, padding_pairs
from .reductions import window_extent
from .shapes import broadcast, expand_dims, squeeze


def dot_general(
    a: Tensor,
    b: Tensor,
    batch: tuple[Sequence[int], Sequence[int]],
    contract: tuple[Sequence[int], Sequence[int]],
) -> Tensor:
    """Products summed over the contracted axes. The result has the batch axes, then the other axes
    of `a`, then those of `b`."""
    shape = [a.shape[axis] for axis in batch[0]]
    for value, of_batch, contracted in ((a, batch[0], contract[0]), (b, batch[1], contract[1])):
        used = {*of_batch, *contracted}
        shape += [extent for axis, extent in enumerate(value.shape) if axis not in used]
    lists = {
        "lhs_batching_dimensions": batch[0],
        "rhs_batching_dimensions": batch[1],
        "lhs_contracting_dimensions": contract[0],
        "rhs_contracting_dimensions": contract[1],
    }
    dims = ", ".join(f"{name} = [{', '.join(map(str, axes))}]" for name, axes in lists.items())
    attribute = f"dot_dimension_numbers = #stablehlo.dot<{dims}>"
    return current().op("stablehlo.dot_general", [a, b], [(a.dtype, tuple(shape))], attribute)[0]


def matmul(a: Tensor, b: Tensor) -> Tensor:
    """The matrix product, by the rules of `numpy.matmul`."""
    if a.rank == 1:
        return squeeze(matmul(expand_dims(a, 0), b), -2 if b.rank > 1 else -1)
    if b.rank == 1:
        return squeeze(matmul(a, expand_dims(b, 1)), -1)
    if b.rank == 2:
        return dot_general(a, b, ((), ()), ((a.rank - 1,), (0,)))
    batch = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a, b = broadcast(a, (*batch, *a.shape[-2:])), broadcast(b, (*batch, *b.shape[-2:]))
    axes = tuple(range(len(batch)))
    return dot_general(a, b, (axes, axes), ((a.rank - 1,), (b.rank - 2,)))


def convolution(
    x: Tensor,
    kernel: Tensor,
    strides: Sequence[int],
    pads: Sequence[tuple[int, int]],
    base_dilations: Sequence[int] | None = None,
    kernel_dilations: Sequence[int] | None = None,
    groups: int = 1,
) -> Tensor:
    """Slides a kernel [output channels, channels of a group, ...] over [batch, channels, ...]."""
    spatial = x.rank - 2
    base = base_dilations or [1] * spatial
    dilations = kernel_dilations or [1] * spatial
    extents = [(extent - 1) * step + 1 if extent else 0 for extent, step in zip(x.shape[2:], base)]
    shape = (
        x.shape[0],
        kernel.shape[0],
        *map(window_extent, extents, kernel.shape[2:], strides, dilations, pads),
    )
    axes = ", ".join(map(str, range(spatial)))
    axes = f", {axes}" if axes else ""
    attribute = (
        f"dimension_numbers = #stablehlo.conv<[b, f{axes}]x[o, i{axes}]->[b, f{axes}]>, "
        f"window_strides = {i64_array(strides)}, padding = {padding_pairs(pads)}, "
        f"lhs_dilation = {i64_array(base)}, rhs_dilation = {i64_array(dilations)}, "
        f"feature_group_count = {groups} : i64, batch_group_count = 1 : i64"
    )
    return current().op("stablehlo.convolution", [x, kernel], [(x.dtype, shape)], attribute)[0]
