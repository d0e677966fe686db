"""Normalizations. Statistics of floats narrower than f32 are computed in f32."""

from .. import hlo
from ..builder import Tensor
from ..element_types import from_onnx, wide
from ..registry import reads
from .elementwise import in_wide_type


def _per_channel(values: Tensor, rank: int) -> Tensor:
    """A vector of values for the channels, which are axis 1 of `rank` axes."""
    return hlo.reshape(values, (1, values.size, *[1] * (rank - 2)))


def _centered(x: Tensor, axes: list[int]) -> tuple[Tensor, Tensor, Tensor]:
    """The mean, the deviations from it, and their mean square."""
    mean = hlo.reduce_mean(x, axes, keep=True)
    deviation = x - mean
    return mean, deviation, hlo.reduce_mean(deviation * deviation, axes, keep=True)


@reads("BatchNormalization")
def batch_normalization(
    x, scale, bias, mean, variance, *, epsilon=1e-5, momentum=0.9, training_mode=0
):
    dtype = wide(x.dtype)
    given, old_mean, old_variance = x, mean, variance
    x = hlo.convert(x, dtype)
    outputs = ()
    if training_mode:
        axes = [axis for axis in range(x.rank) if axis != 1]
        found_mean, _, found_variance = _centered(x, axes)
        mean, variance = (
            hlo.reshape(found_mean, mean.shape),
            hlo.reshape(found_variance, mean.shape),
        )
        outputs = tuple(
            hlo.convert(hlo.convert(old, dtype) * momentum + new * (1 - momentum), old.dtype)
            for old, new in ((old_mean, mean), (old_variance, variance))
        )
    mean, variance, scale, bias = (
        _per_channel(hlo.convert(v, dtype), x.rank) for v in (mean, variance, scale, bias)
    )
    result = (x - mean) * (scale * hlo.rsqrt(variance + epsilon)) + bias
    return (hlo.convert(result, given.dtype), *outputs)


@reads("InstanceNormalization")
@in_wide_type
def instance_normalization(x, scale, bias, *, epsilon=1e-5):
    _, deviation, variance = _centered(x, list(range(2, x.rank)))
    scale, bias = (_per_channel(hlo.convert(v, x.dtype), x.rank) for v in (scale, bias))
    return deviation * hlo.rsqrt(variance + epsilon) * scale + bias


@reads("GroupNormalization")
def group_normalization(x, scale, bias, *, num_groups, epsilon=1e-5, stash_type=1):
    dtype = from_onnx(stash_type)
    batch, channels, *extents = x.shape
    grouped = hlo.reshape(
        hlo.convert(x, dtype), (batch, num_groups, channels // num_groups, *extents)
    )
    _, deviation, variance = _centered(grouped, list(range(2, grouped.rank)))
    normalized = hlo.reshape(deviation * hlo.rsqrt(variance + epsilon), x.shape)
    # Until opset 20 there was a scale for each group, since then for each channel.
    scale, bias = (_of_channels(v, channels) for v in (scale, bias))
    return hlo.convert(normalized, x.dtype) * _per_channel(scale, x.rank) + _per_channel(
        bias, x.rank
    )


def _of_channels(values: Tensor, channels: int) -> Tensor:
    repeats = channels // values.size
    if repeats == 1:
        return values
    return hlo.reshape(hlo.broadcast_in_dim(values, (values.size, repeats), [0]), (channels,))


@reads("LayerNormalization")
def layer_normalization(x, scale, bias=None, *, axis=-1, epsilon=1e-5, stash_type=1):
    axes = list(range(axis % x.rank, x.rank))
    mean, deviation, variance = _centered(hlo.convert(x, from_onnx(stash_type)), axes)
    factor = hlo.rsqrt(variance + epsilon)
    result = hlo.convert(deviation * factor, x.dtype) * scale
    return (result if bias is None else result + bias), mean, factor


@reads("RMSNormalization")
def rms_normalization(x, scale, *, axis=-1, epsilon=1e-5, stash_type=1):
    stashed = hlo.convert(x, from_onnx(stash_type))
    axes = list(range(axis % x.rank, x.rank))
    mean_square = hlo.reduce_mean(stashed * stashed, axes, keep=True)
    return hlo.convert(stashed * hlo.rsqrt(mean_square + epsilon), x.dtype) * scale


@reads("MeanVarianceNormalization")
@in_wide_type
def mean_variance_normalization(x, *, axes=(0, 2, 3)):
    _, deviation, variance = _centered(x, list(axes))
    return deviation / (hlo.sqrt(variance) + 1e-9)


@reads("LpNormalization")
@in_wide_type
def lp_normalization(x, *, axis=-1, p=2):
    if p == 1:
        norm = hlo.reduce_sum(hlo.abs_(x), [axis], keep=True)
    else:
        norm = hlo.sqrt(hlo.reduce_sum(x * x, [axis], keep=True))
    # A row of zeros stays one.
    return x / hlo.select(norm == 0, 1, norm)


@reads("LRN")
@in_wide_type
def local_response_normalization(x, *, size, alpha=1e-4, beta=0.75, bias=1.0):
    sizes, pads = [1] * x.rank, [(0, 0)] * x.rank
    sizes[1], pads[1] = size, ((size - 1) // 2, size - 1 - (size - 1) // 2)
    squares = hlo.reduce_window(x * x, "add", sizes, pads=pads)
    return x / (squares * (alpha / size) + bias) ** beta
