"""Convolutions over [batch, channels, ...]."""

import numpy as np

from .. import hlo
from ..builder import Tensor
from ..errors import UnsupportedOp
from ..registry import reads
from .contractions import without_zero_point
from .pooling import Window


def _with_bias(x: Tensor, bias: Tensor | None) -> Tensor:
    if bias is None:
        return x
    return x + hlo.reshape(bias, (1, bias.size, *[1] * (x.rank - 2)))


def convolve(
    x,
    kernel,
    bias=None,
    *,
    auto_pad="NOTSET",
    dilations=None,
    group=1,
    kernel_shape=None,
    pads=None,
    strides=None,
) -> Tensor:
    """The convolution of ONNX's Conv."""
    window = Window(x.shape[2:], kernel.shape[2:], strides, dilations, pads, auto_pad)
    result = hlo.convolution(
        x, kernel, window.strides, window.pads, kernel_dilations=window.dilations, groups=group
    )
    return _with_bias(result, bias)


@reads("Conv")
def conv(
    x,
    kernel,
    bias=None,
    *,
    auto_pad="NOTSET",
    dilations=None,
    group=1,
    kernel_shape=None,
    pads=None,
    strides=None,
):
    return convolve(
        x,
        kernel,
        bias,
        auto_pad=auto_pad,
        dilations=dilations,
        group=group,
        pads=pads,
        strides=strides,
    )


@reads("ConvInteger")
def conv_integer(x, kernel, x_zero_point=None, kernel_zero_point=None, **attributes):
    return convolve(
        without_zero_point(x, x_zero_point, 1),
        without_zero_point(kernel, kernel_zero_point, 0),
        **attributes,
    )


@reads("ConvTranspose")
def conv_transpose(
    x,
    kernel,
    bias=None,
    *,
    auto_pad="NOTSET",
    dilations=None,
    group=1,
    kernel_shape=None,
    output_padding=None,
    output_shape=None,
    pads=None,
    strides=None,
):
    rank = x.rank - 2
    strides, dilations = strides or [1] * rank, dilations or [1] * rank
    extra = output_padding or [0] * rank
    reach = [dilation * (size - 1) for dilation, size in zip(dilations, kernel.shape[2:])]
    full = [
        (extent - 1) * stride + far + 1 + more
        for extent, stride, far, more in zip(x.shape[2:], strides, reach, extra)
    ]
    if output_shape is None and auto_pad.startswith("SAME"):
        output_shape = [extent * stride for extent, stride in zip(x.shape[2:], strides)]
    if output_shape is not None:
        cut = [whole - want for whole, want in zip(full, output_shape[-rank:])]
        small, large = [c // 2 for c in cut], [c - c // 2 for c in cut]
        low, high = (small, large) if auto_pad == "SAME_UPPER" else (large, small)
    else:
        pads = pads or [0] * 2 * rank
        low, high = pads[:rank], pads[rank:]
    edges = [
        (far - before, far - after + more)
        for far, before, after, more in zip(reach, low, high, extra)
    ]
    # The kernel is [input channels, output channels of a group, ...], and is read backwards.
    channels, of_group, *sizes = kernel.shape
    kernel = hlo.reshape(kernel, (group, channels // group, of_group, *sizes))
    kernel = hlo.move_axis(kernel, 2, 1)
    kernel = hlo.reshape(kernel, (group * of_group, channels // group, *sizes))
    kernel = hlo.reverse(kernel, *range(2, kernel.rank))
    result = hlo.convolution(
        x,
        kernel,
        [1] * rank,
        edges,
        base_dilations=strides,
        kernel_dilations=dilations,
        groups=group,
    )
    return _with_bias(result, bias)


@reads("DeformConv")
def deformable_conv(
    x,
    kernel,
    offset,
    bias=None,
    mask=None,
    *,
    dilations=None,
    group=1,
    kernel_shape=None,
    offset_group=1,
    pads=None,
    strides=None,
):
    if x.rank != 4:
        raise UnsupportedOp(f"required an input of 4 axes, found {x.rank}")
    window = Window(x.shape[2:], kernel.shape[2:], strides, dilations, pads)
    batch, channels = x.shape[:2]
    counts = offset.shape[2:]
    points = int(np.prod(window.sizes))
    # [batch, offset group, point of the kernel, coordinate, row, column]
    offset = hlo.reshape(offset, (batch, offset_group, points, 2, *counts))
    grid = np.stack(
        np.meshgrid(
            *(np.arange(size) * step for size, step in zip(window.sizes, window.dilations)),
            indexing="ij",
        )
    )
    corner = np.stack(
        np.meshgrid(
            *(
                np.arange(count) * stride - pad[0]
                for count, stride, pad in zip(counts, window.strides, window.pads)
            ),
            indexing="ij",
        )
    )
    base = grid.reshape(2, points).T[:, :, None, None] + corner[None]
    where = offset + hlo.constant(base.astype(x.dtype))
    shared = hlo.reshape(x, (batch, offset_group, channels // offset_group, *x.shape[2:]))
    rows, columns = (
        hlo.reshape(
            hlo.slice_axis(where, 3, i, i + 1),
            (batch, offset_group, 1, points * int(np.prod(counts))),
        )
        for i in range(2)
    )
    sampled = sample_bilinear(shared, rows, columns)
    sampled = hlo.reshape(sampled, (batch, offset_group, channels // offset_group, points, *counts))
    if mask is not None:
        sampled = sampled * hlo.reshape(mask, (batch, offset_group, 1, points, *counts))
    sampled = hlo.reshape(sampled, (batch, group, channels // group, points, *counts))
    filters = hlo.reshape(kernel, (group, kernel.shape[0] // group, kernel.shape[1], points))
    # [group, output channel, batch, row, column]
    product = hlo.dot_general(filters, sampled, ((0,), (1,)), ((2, 3), (2, 3)))
    result = hlo.transpose(product, (2, 0, 1, 3, 4))
    return _with_bias(hlo.reshape(result, (batch, kernel.shape[0], *counts)), bias)


def sample_bilinear(x: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
    """Values between the elements of the last two axes, at positions that are data; elements
    outside are zeros.

    `x` is [..., channels, rows, columns], the positions are [..., 1, points], and the result is
    [..., channels, points].
    """
    height, width = x.shape[-2:]
    flat = hlo.reshape(x, (*x.shape[:-2], height * width))
    shape = (*x.shape[:-2], rows.shape[-1])
    top, left = hlo.floor(rows), hlo.floor(columns)
    total = None
    for row, row_weight in ((top, top + 1 - rows), (top + 1, rows - top)):
        for column, column_weight in ((left, left + 1 - columns), (left + 1, columns - left)):
            inside = (row >= 0) & (row < height) & (column >= 0) & (column < width)
            position = hlo.select(inside, row * width + column, 0)
            indices = hlo.broadcast(hlo.convert(position, np.dtype(np.int64)), shape)
            value = hlo.take_along_axis(flat, indices, -1)
            weighted = hlo.select(inside, value * (row_weight * column_weight), 0)
            total = weighted if total is None else total + weighted
    return total
