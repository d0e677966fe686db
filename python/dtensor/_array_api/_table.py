"""Python functions of the compiler's table of functions.

The table has the name, the signature and a sentence about each function, and binds arguments as
Python does. So a function here only calls the table, and shows its signature.
"""

from __future__ import annotations

import ast
import inspect
from collections import namedtuple
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .. import _core
from .._core import DTensor
from ._host import replicated

# The types of the table's signatures, as Python's readers know them.
_TYPES = {
    "array": "DTensor",
    "arrays": "Sequence[DTensor]",
    "operand": "DTensor | bool | int | float | complex",
    "scalar": "bool | int | float | complex",
    "number": "int | float",
    "int": "int",
    "ints": "int | Sequence[int]",
    "bool": "bool",
    "string": "str",
    "dtype": "DType",
    "any": "Any",
}

_LARGEST = 2**63 - 1


def parse_signature(text: str) -> tuple[inspect.Signature, list[str]]:
    """The signature of a text of the table, and the names of its results if it has several."""
    parameters, _, result = text.rpartition(" -> ")
    arguments = ast.parse(f"def f{parameters.replace('?', '')}: pass").body[0].args
    found = []

    def add(argument: ast.arg, kind: Any, default: ast.expr | None = None) -> None:
        annotation = _TYPES[argument.annotation.id]
        value = inspect.Parameter.empty if default is None else ast.literal_eval(default)
        if value is None:
            annotation += " | None"
        found.append(
            inspect.Parameter(argument.arg, kind, default=value, annotation=annotation)
        )

    ordered = [(each, inspect.Parameter.POSITIONAL_ONLY) for each in arguments.posonlyargs]
    ordered += [(each, inspect.Parameter.POSITIONAL_OR_KEYWORD) for each in arguments.args]
    defaults = [None] * (len(ordered) - len(arguments.defaults)) + arguments.defaults
    for (argument, kind), default in zip(ordered, defaults):
        add(argument, kind, default)
    if arguments.vararg:
        add(arguments.vararg, inspect.Parameter.VAR_POSITIONAL)
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
        add(argument, inspect.Parameter.KEYWORD_ONLY, default)
    fields = [each.strip() for each in result.strip("()").split(",")] if "(" in result else []
    returns = "DTensor" if result == "array" else "list[DTensor]"
    if fields:
        returns = "tuple[" + ", ".join(["DTensor"] * len(fields)) + "]"
    return inspect.Signature(found, return_annotation=returns), fields


def _plain(argument: Any, arguments: Sequence[Any]) -> Any:
    """An argument as the table takes it.

    A number of NumPy becomes one of Python. An integer that only uint64 holds becomes an array.
    """
    if isinstance(argument, np.generic):
        argument = argument.item()
    if isinstance(argument, int) and _LARGEST < argument < 2**64:
        mesh = next((each.mesh for each in arguments if isinstance(each, DTensor)), None)
        if mesh is not None:
            return replicated(np.asarray(argument, np.uint64), mesh)
    return argument


def call_all(name: str, *arguments: Any, **keywords: Any) -> list[DTensor]:
    """All results of a function of the table."""
    arguments, keywords = plain(arguments, keywords)
    if keywords.get("dtype") is not None:
        keywords["dtype"] = _core.parse_dtype(keywords["dtype"])
    return _core.call(name, arguments, keywords)


def plain(
    arguments: Sequence[Any], keywords: dict[str, Any]
) -> tuple[Sequence[Any], dict[str, Any]]:
    """The arguments of a call as the table takes them."""
    given = [*arguments, *keywords.values()] if keywords else arguments
    if any(isinstance(each, (int, np.generic)) for each in given):
        arguments = [_plain(each, given) for each in arguments]
        keywords = {key: _plain(each, given) for key, each in keywords.items()}
    return arguments, keywords


def call(name: str, *arguments: Any, **keywords: Any) -> DTensor:
    """The only result of a function of the table."""
    return call_all(name, *arguments, **keywords)[0]


def function(name: str) -> Callable:
    """The function of the table with this name, such as `linalg.qr`."""
    signature, fields = parse_signature(_core.signature_of(name))
    short = name.rpartition(".")[2]
    if fields:
        results = namedtuple(short + "_result", fields)

        def it(*arguments, **keywords):
            return results(*call_all(name, *arguments, **keywords))

    elif signature.return_annotation == "DTensor":

        def it(*arguments, **keywords):
            return call(name, *arguments, **keywords)

    else:

        def it(*arguments, **keywords):
            return call_all(name, *arguments, **keywords)

    it.__name__ = it.__qualname__ = short
    it.__module__ = "dtensor"
    it.__doc__ = _core.summary_of(name)
    it.__signature__ = signature
    return it


def define(namespace: dict, names: str, prefix: str = "") -> None:
    """Defines functions of the table in the namespace of a module."""
    for name in names.split():
        namespace[name] = function(prefix + name)
        namespace[name].__module__ = namespace["__name__"]
