"""Functions of the table by their names."""

from __future__ import annotations

import functools
from typing import Any

from . import _core
from ._array_api._table import plain
from ._core import DTensor, signature_of


@functools.cache
def _returns_list(name: str) -> bool:
    return signature_of(name).rsplit("->", 1)[1].strip() == "arrays"


def call(name: str, *args: Any, layout: _core.Layout | None = None, **kwargs: Any) -> Any:
    """Calls a function of the table: see `function_names` and `signature_of`.

    Several results are a tuple. `layout` is that of all results; otherwise it is propagated.

    >>> x = dt.ones((2, 3), "x,unsharded", mesh=dt.Mesh("x=2"))
    >>> dt.call("sum", x, axis=1).layout
    Layout('x', Mesh('x=2'))
    """
    results = _core.call(name, *plain(args, kwargs), layout)
    if _returns_list(name) or len(results) != 1:
        return tuple(results)
    return results[0]


def distribute_parameters(plan: _core.Plan, parameters: dict[str, Any]) -> dict[str, DTensor]:
    """Divides named arrays as a plan says."""
    return plan._distribute(parameters)


_core.Plan.distribute = distribute_parameters
