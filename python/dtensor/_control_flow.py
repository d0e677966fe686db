"""Branches and loops of tensors."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from . import _core, _trees
from ._call import call
from ._core import DTensor
from ._jit import as_tensor, jit


def _flatten(tree: Any, like: list[Any] | None = None) -> tuple[list[DTensor], tuple]:
    """As `_trees.flatten`, but numbers are tensors as well."""
    leaves, structure = _trees.flatten(_numbers_to_leaves(tree))
    mesh = None
    for leaf in [*leaves, *(like or ())]:
        if isinstance(leaf, DTensor) and not leaf.is_recorded:
            mesh = leaf.mesh
            break
    return [as_tensor(leaf, mesh) for leaf in leaves], structure


class _Number:
    """A number that is to be a leaf."""

    def __init__(self, value: Any) -> None:
        self.value = value


def _numbers_to_leaves(tree: Any) -> Any:
    if isinstance(tree, (bool, int, float, complex)) or isinstance(tree, _core.Variable):
        if isinstance(tree, _core.Variable):
            return tree.value
        if _core.is_recording():
            return as_tensor(tree)
        kinds = {bool: "bool", int: "int64", float: "float32", complex: "complex64"}
        return np.asarray(tree, kinds[type(tree)])
    if type(tree) in (tuple, list):
        return type(tree)(map(_numbers_to_leaves, tree))
    if type(tree) is dict:
        return {key: _numbers_to_leaves(value) for key, value in tree.items()}
    return tree


class _Body:
    """A function of trees as one of lists of tensors, whose structures are remembered."""

    def __init__(self, function: Callable, name: str) -> None:
        self.function = function
        self.name = name
        self.result: tuple | None = None

    def __call__(self, *args: Any) -> list[DTensor]:
        leaves, structure = _flatten(self.function(*args))
        if self.result is not None and self.result != structure:
            raise TypeError(
                f"{self.name}: required results {_trees.describe(self.result)}, "
                f"found {_trees.describe(structure)}"
            )
        self.result = structure
        return leaves


def cond(predicate: Any, on_true: Callable, on_false: Callable, *operands: Any) -> Any:
    """The result of one of two functions of `operands`.

    While a function is recorded, both are recorded, and the program runs one of them. Otherwise
    the predicate, a boolean scalar, is read.

    >>> @dt.jit
    ... def absolute(x):
    ...     negative = dt.call("less", x, 0.0)
    ...     return dt.cond(negative, lambda x: dt.call("negative", x), lambda x: x, x)
    >>> absolute(np.float32(-3)).numpy()
    array(3., dtype=float32)
    """
    tensors, structure = _flatten(operands)
    true, false = _Body(on_true, "cond"), _Body(on_false, "cond")

    def branch_of(body: _Body) -> Callable[[list[DTensor]], list[DTensor]]:
        def branch(leaves: list[DTensor]) -> list[DTensor]:
            results = body(*_trees.unflatten(structure, leaves))
            true.result = false.result = body.result
            return results

        return branch

    results = _core.cond(as_tensor(predicate), branch_of(true), branch_of(false), tensors)
    return _trees.unflatten(true.result, results)


def while_loop(predicate: Callable, body: Callable, initial: Any) -> Any:
    """Repeats `body` of the values while `predicate` of them is true.

    >>> double = dt.jit(lambda x: dt.while_loop(
    ...     lambda x: dt.call("less", x, 100.0), lambda x: dt.call("multiply", x, 2.0), x))
    >>> double(np.float32(3)).numpy()
    array(192., dtype=float32)
    """
    tensors, structure = _flatten(initial)
    step = _Body(body, "while_loop")
    step.result = structure
    results = _core.while_loop(
        lambda leaves: [as_tensor(predicate(_trees.unflatten(structure, leaves)))],
        lambda leaves: step(_trees.unflatten(structure, leaves)),
        tensors,
    )
    return _trees.unflatten(structure, results)


def _integer(bound: Any) -> int:
    try:
        return operator.index(bound)
    except TypeError:
        raise TypeError(f"fori_loop: required integers as bounds, found {bound!r}") from None


def _counter(bound: Any) -> DTensor:
    """A bound as a tensor that counts."""
    if not isinstance(bound, DTensor):
        return as_tensor(_integer(bound))
    if bound.shape != () or not _core.evaluate("isdtype", (bound.dtype, "integral")):
        raise TypeError(f"fori_loop: required integers as bounds, found {bound!r}")
    return call("astype", bound, _core.parse_dtype("int64"))


def fori_loop(
    lower: int | DTensor, upper: int | DTensor, body: Callable, initial: Any
) -> Any:
    """Repeats `body(i, values)` for each number from `lower` to `upper`, without that.

    The bounds are integers, or integer tensors without axes. `i` is an `int64` tensor without axes.

    >>> power = dt.jit(lambda x: dt.fori_loop(0, 3, lambda i, y: dt.call("multiply", x, y), x))
    >>> power(np.float32(2)).numpy()
    array(16., dtype=float32)
    """
    bounds = lower, upper
    if any(isinstance(bound, DTensor) and bound.is_recorded for bound in bounds):
        first, last = (_counter(bound) for bound in bounds)
        return while_loop(
            lambda values: call("less", values[0], last),
            lambda values: (call("add", values[0], 1), body(values[0], values[1])),
            (first, initial),
        )[1]
    lower, upper = (_integer(bound) for bound in bounds)
    tensors, structure = _flatten(initial)
    step = _Body(body, "fori_loop")
    step.result = structure
    results = _core.fori_loop(
        lower,
        upper,
        lambda leaves: step(leaves[0], _trees.unflatten(structure, leaves[1:])),
        tensors,
    )
    return _trees.unflatten(structure, results)


def scan(body: Callable, initial: Any, xs: Any) -> tuple[Any, Any]:
    """Repeats `body(carry, x)` for each row `x` of `xs`.

    The body returns the next carry and a result; results are stacked.

    >>> def step(total, x):
    ...     total = dt.call("add", total, x)
    ...     return total, total
    >>> sums = dt.jit(lambda xs: dt.scan(step, 0.0, xs)[1])
    >>> sums(np.arange(4, dtype=np.float32)).numpy()
    array([0., 1., 3., 6.], dtype=float32)
    """
    if not _core.is_recording():
        return jit(lambda initial, xs: scan(body, initial, xs), name="scan")(
            *_as_arguments(initial, xs)
        )
    carry, structure = _flatten(initial)
    rows, row_structure = _flatten(xs)
    found: dict[str, tuple] = {}

    def step(leaves: list[DTensor]) -> list[DTensor]:
        before = _trees.unflatten(structure, leaves[: len(carry)])
        result = body(before, _trees.unflatten(row_structure, leaves[len(carry) :]))
        if not isinstance(result, tuple) or len(result) != 2:
            raise TypeError("scan: required a body that returns a carry and a result")
        after, after_structure = _flatten(result[0])
        if after_structure != structure:
            raise TypeError(
                f"scan: required a carry {_trees.describe(structure)}, "
                f"found {_trees.describe(after_structure)}"
            )
        ys, found["ys"] = _flatten(result[1])
        return after + ys

    results = _core.scan(step, carry, rows)
    return (
        _trees.unflatten(structure, results[: len(carry)]),
        _trees.unflatten(found["ys"], results[len(carry) :]),
    )


def _as_arguments(initial: Any, xs: Any) -> tuple[Any, Any]:
    return _numbers_to_leaves(initial), xs
