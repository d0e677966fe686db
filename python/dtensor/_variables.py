"""Operators of variables: those of their values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._array_api.operators import _BINARY, _COMPARISONS, _UNARY
from ._core import DTensor, Variable


def _forward(name: str) -> Callable:
    method = getattr(DTensor, name)

    def of_value(self: Variable, *operands: Any) -> DTensor:
        return method(self.value, *[_value(each) for each in operands])

    return of_value


def _assign(name: str) -> Callable:
    method = getattr(DTensor, name)

    def assign(self: Variable, other: Any) -> Variable:
        result = method(self.value, _value(other))
        if result is NotImplemented:
            return result
        self.assign(result)
        return self

    return assign


def _value(operand: Any) -> Any:
    return operand.value if isinstance(operand, Variable) else operand


for _name in [*_UNARY, *_COMPARISONS, *_BINARY, *(f"r{each}" for each in _BINARY), "getitem"]:
    setattr(Variable, f"__{_name}__", _forward(f"__{_name}__"))
# `v += x` gives the variable another value.
for _name in _BINARY:
    setattr(Variable, f"__i{_name}__", _assign(f"__{_name}__"))
# As other objects that can change, it is equal to itself alone in sets and dicts.
Variable.__hash__ = object.__hash__
