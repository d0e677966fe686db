"""Calls of functions beside the standard."""
import numpy as np
from case import FLOATS, Case, numbers


def further():
    from math import erf, erfc, gamma, lgamma

    def softmax(x, axis=-1):
        y = np.exp(x - x.max(axis=axis, keepdims=True))
        return y / y.sum(axis=axis, keepdims=True)

    def vectorized(f):
        return lambda x: np.vectorize(f)(x.astype(np.float64)).astype(x.dtype)

    def digamma(x):
        """Of positive numbers, by the series for large ones."""
        result = 0.0
        while x < 10:
            result, x = result - 1 / x, x + 1
        z = 1 / (x * x)
        series = 1 / 12 - z * (1 / 120 - z * (1 / 252 - z * (1 / 240 - z / 132)))
        return result + np.log(x) - 0.5 / x - z * series

    for dtype in FLOATS:
        x = numbers(dtype, 3, 4)
        yield Case("cbrt", x)
        yield Case("erf", x, expected=vectorized(erf))
        yield Case("erfc", x, expected=vectorized(erfc))
        yield Case("lgamma", x + 3, expected=vectorized(lgamma))
        yield Case("digamma", x + 3, expected=vectorized(digamma))
        yield Case("logistic", x, expected=lambda x: 1 / (1 + np.exp(-x)))
        yield Case("rsqrt", x + 3, expected=lambda x: 1 / np.sqrt(x))
        yield Case("relu", x, expected=lambda x: np.maximum(x, 0))
        yield Case("gelu", x, expected=vectorized(lambda x: x * (1 + erf(x / 2**0.5)) / 2))
        yield Case("softmax", x, expected=softmax)
        yield Case("softmax", x, axis=0, expected=softmax)
        yield Case("logsumexp", x, axis=1, expected=lambda x, axis: np.log(np.exp(x).sum(axis=axis)))
        yield Case("logsumexp", x, keepdims=True, expected=lambda x, keepdims: np.log(np.exp(x).sum(keepdims=True)))
        yield Case("stop_gradient", x, expected=lambda x: x, vjp=False)
    yield Case("softmax", numbers("bfloat16", 3, 4), expected=softmax)
    yield Case("one_hot", np.array([[0, 3], [2, 7]]), 4, dtype="float32",
               expected=lambda x, n, dtype: (x[..., None] == np.arange(n)).astype(dtype))


def convolve(x, weight, strides=1, padding=0, dilation=1, groups=1):
    """A convolution, sum by sum."""
    axes = x.ndim - 2
    strides, padding, dilation = (np.broadcast_to(each, axes)
                                  for each in (strides, padding, dilation))
    x = np.pad(x, [(0, 0), (0, 0), *((each, each) for each in padding)])
    reach = [(k - 1) * d + 1 for k, d in zip(weight.shape[2:], dilation)]
    extents = [max((n - r) // s + 1, 0) for n, r, s in zip(x.shape[2:], reach, strides)]
    features = weight.shape[0] // groups
    y = np.zeros((x.shape[0], weight.shape[0], *extents), x.dtype)
    for at in np.ndindex(*weight.shape[2:]):
        window = tuple(slice(k * d, k * d + n * s, s)
                       for k, d, n, s in zip(at, dilation, extents, strides))
        part = x[(slice(None), slice(None), *window)]
        for group in range(groups):
            mine = slice(group * features, (group + 1) * features)
            inputs = slice(group * weight.shape[1], (group + 1) * weight.shape[1])
            kernel = weight[(mine, slice(None), *at)]
            y[:, mine] += np.einsum("oi,ni...->no...", kernel, part[:, inputs])
    return y


def convolutions():
    for dtype in FLOATS:
        x = numbers(dtype, 2, 4, 7)
        yield Case("conv", x, numbers(dtype, 3, 4, 3), expected=convolve)
        yield Case("conv", x, numbers(dtype, 3, 4, 3), strides=2, padding=1, expected=convolve)
        yield Case("conv", x, numbers(dtype, 6, 2, 2), dilation=3, groups=2, expected=convolve)
        images = numbers(dtype, 2, 4, 6, 5)
        yield Case("conv", images, numbers(dtype, 2, 4, 3, 2), strides=[2, 1], padding=[0, 2],
                   expected=convolve)
        yield Case("conv", images, numbers(dtype, 8, 1, 3, 3), padding=1, groups=4,
                   expected=convolve)
        yield Case("conv", images, numbers(dtype, 3, 4, 1, 1), strides=3, expected=convolve)
        volumes = numbers(dtype, 1, 2, 4, 3, 3)
        yield Case("conv", volumes, numbers(dtype, 2, 2, 2, 2, 2), expected=convolve)
    for dtype in (np.complex64, np.int32):
        yield Case("conv", numbers(dtype, 2, 2, 5), numbers(dtype, 2, 2, 2), expected=convolve)
    yield Case("conv", numbers(np.float32, 0, 2, 5), numbers(np.float32, 3, 2, 2),
               expected=convolve, vjp=False)
