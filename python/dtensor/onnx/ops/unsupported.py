"""Ops that no program of tensors of known shapes can express, with a way out for each."""

from ..errors import UnsupportedOp
from ..registry import reads

_DATA_DECIDES = "how many elements the result has depends on data"
_STRINGS = "strings are not supported; convert them before the model"

_REASONS = {
    "ImageDecoder": "compressed images are not supported; decode them before the model",
    "Multinomial": "drawing from categories is not supported; draw outside the model",
    "NonMaxSuppression": f"{_DATA_DECIDES}; select boxes behind the model",
    "NonZero": f"{_DATA_DECIDES}; use the condition as a mask (Where) instead",
    "RegexFullMatch": _STRINGS,
    "StringConcat": _STRINGS,
    "StringNormalizer": _STRINGS,
    "StringSplit": _STRINGS,
    "Unique": f"{_DATA_DECIDES}; find the elements behind the model",
}


def _enter(op: str, reason: str) -> None:
    @reads(op)
    def unsupported(*inputs, **attributes):
        raise UnsupportedOp(reason)


for _op, _reason in _REASONS.items():
    _enter(_op, _reason)
