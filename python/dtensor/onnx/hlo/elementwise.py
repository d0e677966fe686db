"""Elementwise ops, with NumPy's rules of broadcasting, also as operators of tensors.

A Python number beside a tensor is a constant of the tensor's element type.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..builder import Tensor, current
from ..element_types import BOOL
from .constants import Number, constant, like
from .shapes import broadcast


def unary(op: str, x: Tensor, dtype: np.dtype | None = None) -> Tensor:
    """An elementwise op of one operand."""
    return current().op(op, [x], [(dtype or x.dtype, x.shape)])[0]


def _function(op: str) -> Callable[[Tensor], Tensor]:
    def function(x: Tensor) -> Tensor:
        return unary(op, x)

    function.__doc__ = f"`{op}`, element by element."
    return function


abs_ = _function("stablehlo.abs")
negate = _function("stablehlo.negate")
exp = _function("stablehlo.exponential")
expm1 = _function("stablehlo.exponential_minus_one")
log = _function("stablehlo.log")
log1p = _function("stablehlo.log_plus_one")
logistic = _function("stablehlo.logistic")
tanh = _function("stablehlo.tanh")
sqrt = _function("stablehlo.sqrt")
rsqrt = _function("stablehlo.rsqrt")
floor = _function("stablehlo.floor")
ceil = _function("stablehlo.ceil")
round_even = _function("stablehlo.round_nearest_even")
sign = _function("stablehlo.sign")
not_ = _function("stablehlo.not")
erf = _function("chlo.erf")


def bitcast(x: Tensor, dtype: np.dtype) -> Tensor:
    """The same bits in another element type of the same width."""
    return unary("stablehlo.bitcast_convert", x, dtype)


def broadcast_together(*values: Tensor) -> list[Tensor]:
    """The values, all of the same shape."""
    shape = np.broadcast_shapes(*(value.shape for value in values))
    return [broadcast(value, shape) for value in values]


def binary(op: str, a: Tensor | Number, b: Tensor | Number) -> Tensor:
    """An elementwise op of two operands of one element type."""
    a, b = like(a, b), like(b, a)
    a, b = broadcast_together(a, b)
    return current().op(op, [a, b], [(a.dtype, a.shape)])[0]


def compare(direction: str, a: Tensor | Number, b: Tensor | Number) -> Tensor:
    """A comparison by EQ, NE, LT, LE, GT or GE."""
    a, b = like(a, b), like(b, a)
    a, b = broadcast_together(a, b)
    attribute = f"comparison_direction = #stablehlo<comparison_direction {direction}>"
    return current().op("stablehlo.compare", [a, b], [(BOOL, a.shape)], attribute)[0]


def maximum(a: Tensor | Number, b: Tensor | Number) -> Tensor:
    return binary("stablehlo.maximum", a, b)


def minimum(a: Tensor | Number, b: Tensor | Number) -> Tensor:
    return binary("stablehlo.minimum", a, b)


def select(where: Tensor, a: Tensor | Number, b: Tensor | Number) -> Tensor:
    """Elements of `a` where the condition holds, of `b` elsewhere."""
    a, b = like(a, b), like(b, a)
    where, a, b = broadcast_together(where, a, b)
    return current().op("stablehlo.select", [where, a, b], [(a.dtype, a.shape)])[0]


def convert(x: Tensor, dtype: np.dtype) -> Tensor:
    """The elements in another type."""
    if x.dtype == dtype:
        return x
    if x.constant is not None and x.size == 1:
        return constant(x.constant.astype(dtype))
    return unary("stablehlo.convert", x, dtype)


def _operator(op: str) -> tuple[Callable, Callable]:
    return (lambda a, b: binary(op, a, b)), (lambda a, b: binary(op, b, a))


Tensor.__add__, Tensor.__radd__ = _operator("stablehlo.add")
Tensor.__sub__, Tensor.__rsub__ = _operator("stablehlo.subtract")
Tensor.__mul__, Tensor.__rmul__ = _operator("stablehlo.multiply")
Tensor.__truediv__, Tensor.__rtruediv__ = _operator("stablehlo.divide")
Tensor.__mod__, Tensor.__rmod__ = _operator("stablehlo.remainder")
Tensor.__and__, Tensor.__rand__ = _operator("stablehlo.and")
Tensor.__or__, Tensor.__ror__ = _operator("stablehlo.or")
Tensor.__xor__, Tensor.__rxor__ = _operator("stablehlo.xor")
Tensor.__pow__, Tensor.__rpow__ = _operator("stablehlo.power")
Tensor.__neg__ = negate
Tensor.__invert__ = not_
Tensor.__eq__ = lambda a, b: compare("EQ", a, b)
Tensor.__ne__ = lambda a, b: compare("NE", a, b)
Tensor.__lt__ = lambda a, b: compare("LT", a, b)
Tensor.__le__ = lambda a, b: compare("LE", a, b)
Tensor.__gt__ = lambda a, b: compare("GT", a, b)
Tensor.__ge__ = lambda a, b: compare("GE", a, b)
Tensor.__hash__ = object.__hash__
