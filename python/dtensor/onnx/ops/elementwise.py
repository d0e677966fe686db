"""Ops that compute each element from elements at the same position."""

from functools import reduce

import numpy as np

from .. import hlo
from ..builder import Tensor
from ..element_types import BOOL, FLOAT64, is_float, is_integer, is_signed, wide
from ..registry import reads

_UNARY = {
    "Acos": "chlo.acos",
    "Acosh": "chlo.acosh",
    "Asin": "chlo.asin",
    "Asinh": "chlo.asinh",
    "Atan": "chlo.atan",
    "Atanh": "chlo.atanh",
    "BitwiseNot": "stablehlo.not",
    "Ceil": "stablehlo.ceil",
    "Cos": "stablehlo.cosine",
    "Cosh": "chlo.cosh",
    "Erf": "chlo.erf",
    "Exp": "stablehlo.exponential",
    "Floor": "stablehlo.floor",
    "Log": "stablehlo.log",
    "Not": "stablehlo.not",
    "Round": "stablehlo.round_nearest_even",
    "Sigmoid": "stablehlo.logistic",
    "Sin": "stablehlo.sine",
    "Sinh": "chlo.sinh",
    "Sqrt": "stablehlo.sqrt",
    "Tan": "stablehlo.tan",
    "Tanh": "stablehlo.tanh",
}

_BINARY = {
    "Add": "add",
    "And": "and",
    "BitwiseAnd": "and",
    "BitwiseOr": "or",
    "BitwiseXor": "xor",
    "Div": "divide",
    "Mul": "multiply",
    "Or": "or",
    "Sub": "subtract",
    "Xor": "xor",
}

_COMPARISONS = {
    "Equal": "EQ",
    "Greater": "GT",
    "GreaterOrEqual": "GE",
    "Less": "LT",
    "LessOrEqual": "LE",
}

_FOLDS = {"Max": hlo.maximum, "Min": hlo.minimum, "Sum": lambda a, b: a + b}


def _enter_unary(name: str, op: str) -> None:
    @reads(name)
    def unary(x):
        return hlo.unary(op, x)


def _enter_binary(name: str, op: str) -> None:
    @reads(name)
    def binary(a, b):
        return hlo.binary(f"stablehlo.{op}", a, b)


def _enter_comparison(name: str, direction: str) -> None:
    @reads(name)
    def comparison(a, b):
        return hlo.compare(direction, a, b)


def _enter_fold(name: str, combine) -> None:
    @reads(name)
    def fold(*values):
        return reduce(combine, values)


for _name, _op in _UNARY.items():
    _enter_unary(_name, _op)
for _name, _op in _BINARY.items():
    _enter_binary(_name, _op)
for _name, _op in _COMPARISONS.items():
    _enter_comparison(_name, _op)
for _name, _op in _FOLDS.items():
    _enter_fold(_name, _op)


@reads("Mean")
def mean(*values):
    return reduce(lambda a, b: a + b, values) / len(values)


@reads("Identity")
def identity(x):
    return x


@reads("Abs")
def absolute(x):
    return hlo.abs_(x) if is_float(x.dtype) or is_signed(x.dtype) else x


@reads("Neg")
def negate(x):
    return -x


@reads("Sign")
def sign(x):
    if is_float(x.dtype) or is_signed(x.dtype):
        return hlo.sign(x)
    return hlo.convert(x != 0, x.dtype)


@reads("Reciprocal")
def reciprocal(x):
    return 1 / x


@reads("Mod")
def mod(a, b, *, fmod=0):
    remainder = a % b
    if fmod or (is_integer(a.dtype) and not is_signed(a.dtype)):
        return remainder
    # The sign is that of the divisor, while a remainder has the sign of the dividend.
    differs = (remainder != 0) & ((remainder < 0) ^ (b < 0))
    return hlo.select(differs, remainder + b, remainder)


@reads("Pow")
def power(base, exponent):
    if is_integer(base.dtype) and is_float(exponent.dtype):
        return hlo.convert(hlo.convert(base, FLOAT64) ** hlo.convert(exponent, FLOAT64), base.dtype)
    return base ** hlo.convert(exponent, base.dtype)


@reads("BitShift")
def bit_shift(x, amount, *, direction):
    right = "shift_right_arithmetic" if is_signed(x.dtype) else "shift_right_logical"
    op = {"LEFT": "shift_left", "RIGHT": right}[direction]
    return hlo.binary(f"stablehlo.{op}", x, amount)


@reads("Clip")
def clip(x, low=None, high=None):
    if low is not None:
        x = hlo.maximum(x, low)
    return x if high is None else hlo.minimum(x, high)


@reads("Where")
def where(condition, a, b):
    return hlo.select(condition, a, b)


@reads("IsNaN")
def is_nan(x):
    return x != x


@reads("IsInf")
def is_inf(x, *, detect_negative=1, detect_positive=1):
    nothing = hlo.full(x.shape, False, BOOL)
    if x.dtype.name in ("float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2fnuz"):
        return nothing
    positive = x == np.inf if detect_positive else nothing
    return positive | (x == -np.inf) if detect_negative else positive


def in_wide_type(function):
    """The function computed in f32 where the tensor has a narrower float, and rounded once."""

    def computed(x: Tensor, *arguments, **options) -> Tensor:
        dtype = wide(x.dtype)
        return hlo.convert(function(hlo.convert(x, dtype), *arguments, **options), x.dtype)

    computed.__name__, computed.__doc__ = function.__name__, function.__doc__
    computed.__wrapped__ = function
    return computed
