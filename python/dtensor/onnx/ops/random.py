"""Random numbers. A program draws the same ones in every run and in every layout."""

import numpy as np

from .. import hlo
from ..builder import Tensor, current
from ..element_types import from_onnx, wide
from ..registry import reads


def _draw(shape, dtype: np.dtype, a: float, b: float, distribution: str) -> Tensor:
    """Numbers between `a` and `b` (UNIFORM), or of mean `a` and deviation `b` (NORMAL)."""
    computed = wide(dtype)
    operands = [
        hlo.constant(a, computed),
        hlo.constant(b, computed),
        hlo.constant(np.array(shape, np.int64)),
    ]
    attribute = f"rng_distribution = #stablehlo<rng_distribution {distribution}>"
    [numbers] = current().op("stablehlo.rng", operands, [(computed, tuple(shape))], attribute)
    return hlo.convert(numbers, dtype)


@reads("RandomUniform")
def random_uniform(*, shape, dtype=1, low=0.0, high=1.0, seed=None):
    return _draw(shape, from_onnx(dtype), low, high, "UNIFORM")


@reads("RandomNormal")
def random_normal(*, shape, dtype=1, mean=0.0, scale=1.0, seed=None):
    return _draw(shape, from_onnx(dtype), mean, scale, "NORMAL")


@reads("RandomUniformLike")
def random_uniform_like(x, *, dtype=None, low=0.0, high=1.0, seed=None):
    return _draw(x.shape, from_onnx(dtype) if dtype else x.dtype, low, high, "UNIFORM")


@reads("RandomNormalLike")
def random_normal_like(x, *, dtype=None, mean=0.0, scale=1.0, seed=None):
    return _draw(x.shape, from_onnx(dtype) if dtype else x.dtype, mean, scale, "NORMAL")


@reads("Bernoulli")
def bernoulli(x, *, dtype=None, seed=None):
    drawn = _draw(x.shape, x.dtype, 0.0, 1.0, "UNIFORM") < x
    return hlo.convert(drawn, from_onnx(dtype) if dtype else x.dtype)


@reads("Dropout")
def dropout(x, ratio=None, training=None, *, seed=None):
    everything = hlo.full(x.shape, True, np.dtype(np.bool_))
    if training is None or not bool(hlo.known(training, "input 'training_mode'")):
        return x, everything
    dropped = 0.5 if ratio is None else float(hlo.known(ratio, "input 'ratio'"))
    if dropped == 0:
        return x, everything
    kept = _draw(x.shape, wide(x.dtype), 0.0, 1.0, "UNIFORM") >= dropped
    return hlo.select(kept, x / (1 - dropped), 0), kept
