"""Activation functions. Floats narrower than f32 are computed in f32 and rounded once."""

import math

from .. import hlo
from ..registry import reads
from .elementwise import in_wide_type


@reads("Relu")
def relu(x):
    return hlo.maximum(x, 0)


@reads("LeakyRelu")
@in_wide_type
def leaky_relu(x, *, alpha=0.01):
    return hlo.select(x < 0, x * alpha, x)


@reads("PRelu")
def parametric_relu(x, slope):
    return hlo.select(x < 0, x * slope, x)


@reads("ThresholdedRelu")
@in_wide_type
def thresholded_relu(x, *, alpha=1.0):
    return hlo.select(x > alpha, x, 0)


@reads("Elu")
@in_wide_type
def elu(x, *, alpha=1.0):
    return hlo.select(x < 0, hlo.expm1(x) * alpha, x)


@reads("Celu")
@in_wide_type
def celu(x, *, alpha=1.0):
    return hlo.select(x < 0, hlo.expm1(x / alpha) * alpha, x)


@reads("Selu")
@in_wide_type
def selu(x, *, alpha=1.67326319217681884765625, gamma=1.05070102214813232421875):
    return hlo.select(x > 0, x, hlo.expm1(x) * alpha) * gamma


@reads("Gelu")
@in_wide_type
def gelu(x, *, approximate="none"):
    if approximate == "tanh":
        return x * 0.5 * (hlo.tanh((x + x * x * x * 0.044715) * math.sqrt(2 / math.pi)) + 1)
    return x * 0.5 * (hlo.erf(x * math.sqrt(0.5)) + 1)


@reads("HardSigmoid")
@in_wide_type
def hard_sigmoid(x, *, alpha=0.2, beta=0.5):
    return hlo.minimum(hlo.maximum(x * alpha + beta, 0), 1)


@reads("HardSwish")
@in_wide_type
def hard_swish(x):
    return x * hard_sigmoid.__wrapped__(x, alpha=1 / 6)


@reads("Mish")
@in_wide_type
def mish(x):
    return x * hlo.tanh(softplus.__wrapped__(x))


@reads("Softplus")
@in_wide_type
def softplus(x):
    return hlo.maximum(x, 0) + hlo.log1p(hlo.exp(-hlo.abs_(x)))


@reads("Softsign")
@in_wide_type
def softsign(x):
    return x / (hlo.abs_(x) + 1)


@reads("Swish")
@in_wide_type
def swish(x, *, alpha=1.0):
    return x * hlo.logistic(x * alpha)


@reads("Shrink")
def shrink(x, *, bias=0.0, lambd=0.5):
    return hlo.select(x < -lambd, x + bias, hlo.select(x > lambd, x - bias, 0))


@reads("Softmax")
@in_wide_type
def softmax(x, *, axis=-1):
    scaled = hlo.exp(x - hlo.reduce_max(x, [axis], keep=True))
    return scaled / hlo.reduce_sum(scaled, [axis], keep=True)


@reads("LogSoftmax")
@in_wide_type
def log_softmax(x, *, axis=-1):
    shifted = x - hlo.reduce_max(x, [axis], keep=True)
    return shifted - hlo.log(hlo.reduce_sum(hlo.exp(shifted), [axis], keep=True))


@reads("Hardmax")
def hardmax(x, *, axis=-1):
    largest = hlo.expand_dims(hlo.arg_reduce(x, axis), axis % x.rank)
    return hlo.convert(hlo.iota(x.shape, axis) == largest, x.dtype)
