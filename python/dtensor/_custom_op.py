"""Functions of the user as ops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from . import _core
from ._jit import as_tensor


def register_sharding(
    name: str, rule: str, function: Callable, result_dtypes: Sequence[Any] = ()
) -> Callable:
    """Makes an op of a function on arrays of NumPy, which each device calls with its components.

    `rule` says which axes of operands and results are the same: one name per axis, `1` for an
    axis that has one position, and `*` for a scalar. An axis that has a name can be divided among
    devices, unless `{k whole}` says that every device needs all of it. Along an axis
    `{k reduction(sum)}`, each device gives the result for its part; `product`, `max` and `min`
    are other reductions. Results have the type of operand 0 without `result_dtypes`.

    The same operands must give the same results, and some components may be empty. The op can be
    called at once and in functions that are recorded. Programs know it by `name` until the
    process ends.

    >>> product = dt.register_sharding(
    ...     "doc.product", "([i,k],[k,j])->([i,j]) {k reduction(sum)}", lambda a, b: a @ b)
    >>> mesh = dt.Mesh("x=2")
    >>> a = dt.ones((4, 6), "unsharded,x", mesh=mesh)
    >>> b = dt.ones((6, 2), "x,unsharded", mesh=mesh)
    >>> dt.jit(lambda a, b: product(a, b))(a, b).full_tensor().numpy()[0]
    array([6., 6.], dtype=float32)
    """
    dtypes = [_core.parse_dtype(each) for each in result_dtypes]
    op = _core.register_sharding(name, rule, function, dtypes)

    def call(*operands: Any) -> Any:
        mesh = next(
            (
                each.mesh
                for each in operands
                if isinstance(each, _core.DTensor) and not each.is_recorded
            ),
            None,
        )
        results = op._call([as_tensor(each, mesh) for each in operands])
        return results[0] if len(results) == 1 else tuple(results)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = function.__doc__
    return call
