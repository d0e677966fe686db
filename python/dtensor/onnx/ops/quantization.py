"""Scaled integers and narrow floats."""

import numpy as np

from .. import hlo
from ..builder import Tensor
from ..element_types import FLOAT32, INT32, from_onnx, is_integer, largest, smallest, wide
from ..registry import reads
from .casts import cast_to
from .contractions import without_zero_point
from .convolutions import convolve


def _spread(values: Tensor, shape: tuple[int, ...], axis: int, block_size: int) -> Tensor:
    """Scales or zero points so that they broadcast to a shape: one of all, one for each position of
    an axis, or one for each block of positions."""
    if values.size == 1:
        return hlo.reshape(values, ())
    if not block_size:
        return hlo.reshape(values, [values.size if i == axis else 1 for i in range(len(shape))])
    repeated = hlo.broadcast_in_dim(
        values,
        (*values.shape[: axis + 1], block_size, *values.shape[axis + 1 :]),
        [i if i <= axis else i + 1 for i in range(values.rank)],
    )
    extents = list(values.shape)
    extents[axis] *= block_size
    return hlo.slice_axis(hlo.reshape(repeated, extents), axis, 0, shape[axis])


@reads("QuantizeLinear")
def quantize_linear(
    x, scale, zero_point=None, *, axis=1, block_size=0, output_dtype=0, precision=0, saturate=1
):
    axis = axis % x.rank if x.rank else 0
    dtype = np.dtype(np.uint8)
    if zero_point is not None:
        dtype = zero_point.dtype
    elif output_dtype:
        dtype = from_onnx(output_dtype)
    if precision:
        divided_in = from_onnx(precision)
    elif is_integer(x.dtype):
        divided_in = np.promote_types(x.dtype, wide(scale.dtype))
    else:
        divided_in = wide(x.dtype)
    scale = hlo.convert(_spread(scale, x.shape, axis, block_size), divided_in)
    quotient = hlo.convert(hlo.convert(x, divided_in) / scale, wide(divided_in))
    if not is_integer(dtype):
        return cast_to(quotient, dtype, bool(saturate))
    rounded = hlo.round_even(quotient)
    if zero_point is not None:
        spread = _spread(zero_point, x.shape, axis, block_size)
        rounded = rounded + hlo.convert(hlo.convert(spread, INT32), rounded.dtype)
    return _clamped(rounded, dtype)


def _clamped(x: Tensor, dtype: np.dtype) -> Tensor:
    """Whole numbers in floats as integers of a narrow type."""
    bounded = hlo.maximum(hlo.minimum(x, largest(dtype)), smallest(dtype))
    return hlo.convert(hlo.convert(bounded, INT32), dtype)


@reads("DequantizeLinear")
def dequantize_linear(x, scale, zero_point=None, *, axis=1, block_size=0, output_dtype=0):
    axis = axis % x.rank if x.rank else 0
    dtype = from_onnx(output_dtype) if output_dtype else scale.dtype
    values = (
        hlo.convert(hlo.convert(x, INT32), FLOAT32)
        if is_integer(x.dtype)
        else hlo.convert(x, FLOAT32)
    )
    if zero_point is not None and is_integer(x.dtype):
        spread = hlo.convert(_spread(zero_point, x.shape, axis, block_size), INT32)
        values = values - hlo.convert(spread, FLOAT32)
    scale = hlo.convert(_spread(scale, x.shape, axis, block_size), FLOAT32)
    return hlo.convert(values * scale, dtype)


def _scale_factor(a: Tensor, b: Tensor, result: Tensor) -> Tensor:
    """The factor from products of quantized elements to a quantized result, in f32."""
    a, b, result = (hlo.convert(scale, FLOAT32) for scale in (a, b, result))
    return a * b / result


def _per_axis(values: Tensor, rank: int, axis: int) -> Tensor:
    if values.size == 1:
        return hlo.reshape(values, ())
    if values.rank > 1:
        return values
    return hlo.reshape(values, [values.size if i == axis else 1 for i in range(rank)])


@reads("QLinearMatMul")
def qlinear_matmul(a, a_scale, a_zero_point, b, b_scale, b_zero_point, y_scale, y_zero_point):
    product = hlo.matmul(
        without_zero_point(a, a_zero_point, a.rank - 2),
        without_zero_point(b, b_zero_point, b.rank - 1),
    )
    factor = _scale_factor(
        _per_axis(a_scale, product.rank, product.rank - 2),
        _per_axis(b_scale, product.rank, product.rank - 1),
        hlo.reshape(y_scale, ()) if y_scale.size == 1 else y_scale,
    )
    return _requantized(product, factor, y_zero_point)


@reads("QLinearConv")
def qlinear_conv(
    x,
    x_scale,
    x_zero_point,
    kernel,
    kernel_scale,
    kernel_zero_point,
    y_scale,
    y_zero_point,
    bias=None,
    *,
    auto_pad="NOTSET",
    dilations=None,
    group=1,
    kernel_shape=None,
    pads=None,
    strides=None,
):
    product = convolve(
        without_zero_point(x, x_zero_point, 1),
        without_zero_point(kernel, kernel_zero_point, 0),
        bias,
        auto_pad=auto_pad,
        dilations=dilations,
        group=group,
        pads=pads,
        strides=strides,
    )
    factor = _scale_factor(
        hlo.reshape(x_scale, ()), _per_axis(kernel_scale, product.rank, 1), hlo.reshape(y_scale, ())
    )
    return _requantized(product, factor, y_zero_point)


def _requantized(product: Tensor, factor: Tensor, zero_point: Tensor) -> Tensor:
    scaled = hlo.convert(product, FLOAT32) * factor
    shift = hlo.convert(hlo.convert(hlo.reshape(zero_point, ()), INT32), FLOAT32)
    return _clamped(hlo.round_even(scaled + shift), zero_point.dtype)
