"""Ops of classical machine learning (`ai.onnx.ml`) on numbers."""

import numpy as np

from .. import hlo
from ..errors import UnsupportedOp
from ..registry import reads

_DOMAIN = "ai.onnx.ml"


@reads("ArrayFeatureExtractor", domain=_DOMAIN)
def array_feature_extractor(x, positions):
    flat = hlo.reshape(positions, (positions.size,))
    taken = hlo.take(x, flat, -1)
    return hlo.reshape(taken, (1, positions.size)) if x.rank == 1 else taken


@reads("Binarizer", domain=_DOMAIN)
def binarizer(x, *, threshold=0.0):
    return hlo.convert(x > threshold, x.dtype)


@reads("LabelEncoder", domain=_DOMAIN)
def label_encoder(
    x,
    *,
    keys_tensor=None,
    values_tensor=None,
    default_tensor=None,
    keys_int64s=None,
    values_int64s=None,
    default_int64=-1,
    keys_floats=None,
    values_floats=None,
    default_float=-0.0,
    **of_strings,
):
    if of_strings:
        raise UnsupportedOp("strings are not supported; encode them before the model")
    keys = _first(keys_tensor, keys_int64s, keys_floats)
    values = _first(values_tensor, values_int64s, values_floats)
    if values.dtype.kind == "f":
        default = default_float
    else:
        default = default_int64
    if default_tensor is not None:
        default = default_tensor.reshape(()).item()
    result = hlo.full(x.shape, default, values.dtype)
    for key, value in zip(keys, values):
        is_key = x != x if np.isnan(key) else x == key.item()
        result = hlo.select(is_key, value.item(), result)
    return result


def _first(tensor, integers, floats) -> np.ndarray:
    if tensor is not None:
        return tensor
    if integers is not None:
        return np.array(integers, np.int64)
    if floats is not None:
        return np.array(floats, np.float32)
    raise UnsupportedOp("strings are not supported; encode them before the model")
