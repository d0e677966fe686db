"""Nested tuples, lists and dicts of tensors, as arguments and results of functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ._core import DTensor
from ._types import TensorType

# A structure is a nested tuple that can be compared and hashed. Its first element is one of these
# words, or a type that was registered. Dicts with the same keys have the same structure, as in JAX.
_LEAF = ("leaf",)
_STATIC = "static"

_registered: dict[type, tuple[Callable, Callable]] = {}


def register_pytree_node(cls: type, flatten: Callable, unflatten: Callable) -> None:
    """Makes objects of a class nodes, as JAX's function of this name.

    `flatten(object)` returns children and something that can be compared and hashed;
    `unflatten(that, children)` makes an object of them.
    """
    _registered[cls] = (flatten, unflatten)


def is_leaf(value: Any) -> bool:
    """Whether a value is a tensor, or an array that becomes one."""
    if isinstance(value, (DTensor, TensorType, np.ndarray, np.generic)):
        return True
    return not isinstance(value, type) and hasattr(value, "__dlpack__")


def flatten(tree: Any) -> tuple[list[Any], tuple]:
    """The tensors of nested containers in order, and the structure around them."""
    leaves: list[Any] = []
    return leaves, _flatten(tree, leaves)


def _flatten(tree: Any, leaves: list[Any]) -> tuple:
    kind = type(tree)
    if kind is DTensor:
        leaves.append(tree)
        return _LEAF
    if kind is tuple or kind is list:
        return (kind, *[_flatten(each, leaves) for each in tree])
    if kind is dict:
        keys = _sorted(tree)
        return (dict, tuple(keys), *[_flatten(tree[key], leaves) for key in keys])
    if kind in _registered:
        children, about = _registered[kind][0](tree)
        return (kind, about, *[_flatten(each, leaves) for each in children])
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return (kind, None, *[_flatten(each, leaves) for each in tree])
    if isinstance(tree, (list, tuple, dict)):
        name = f"{kind.__module__}.{kind.__qualname__}"
        raise TypeError(f"required a class that register_pytree_node() knows, found {name}")
    if is_leaf(tree):
        leaves.append(tree)
        return _LEAF
    # As texts, a zero differs from its negative, and what is no number is equal to itself.
    if kind is float:
        return (_STATIC, kind, tree.hex())
    if kind is complex:
        return (_STATIC, kind, (tree.real.hex(), tree.imag.hex()))
    return (_STATIC, kind, tree)


def _sorted(tree: dict) -> list[Any]:
    """The keys in an order that does not depend on that of the dict."""
    try:
        return sorted(tree)
    except TypeError:  # Keys of several types.
        return sorted(tree, key=lambda key: (type(key).__qualname__, repr(key)))


def _static(structure: tuple) -> Any:
    """The value that is a part of the structure."""
    _, kind, value = structure
    if kind is float:
        return float.fromhex(value)
    if kind is complex:
        return complex(*map(float.fromhex, value))
    return value


def unflatten(structure: tuple, leaves: Any) -> Any:
    """The inverse of `flatten`."""
    return _unflatten(structure, iter(leaves))


def _unflatten(structure: tuple, leaves: Iterator[Any]) -> Any:
    kind = structure[0]
    if structure is _LEAF or kind == "leaf":
        return next(leaves)
    if kind == _STATIC:
        return _static(structure)
    if kind is tuple:
        return tuple([_unflatten(each, leaves) for each in structure[1:]])
    if kind is list:
        return [_unflatten(each, leaves) for each in structure[1:]]
    if kind is dict:
        return dict(zip(structure[1], [_unflatten(each, leaves) for each in structure[2:]]))
    children = [_unflatten(each, leaves) for each in structure[2:]]
    if kind in _registered:
        return _registered[kind][1](structure[1], children)
    return kind(*children)


def tree_map(function: Callable, tree: Any, *others: Any) -> Any:
    """Nested containers of what `function` makes of each tensor, as JAX's function of this name.

    With others, which are nested in the same way, it takes a tensor of each.

    >>> dt.tree_map(lambda a, b: (a + b).tolist(), [np.ones(2)], [np.arange(2)])
    [[1.0, 2.0]]
    """
    leaves, structure = flatten(tree)
    columns = [leaves]
    for other in others:
        found, found_structure = flatten(other)
        if found_structure != structure:
            raise TypeError(
                f"tree_map: required {describe(structure)}, found {describe(found_structure)}"
            )
        columns.append(found)
    return unflatten(structure, map(function, *columns))


def tree_leaves(tree: Any) -> list[Any]:
    """The tensors of nested containers in order."""
    return flatten(tree)[0]


def names(structure: tuple, root: str = "") -> list[str]:
    """A name for each leaf: keys and positions on the way to it, with dots between.

    >>> from dtensor import _trees
    >>> _, structure = _trees.flatten({"layers": [{"w": np.ones(2)}], "b": np.ones(2)})
    >>> _trees.names(structure)
    ['b', 'layers.0.w']
    """
    found: list[str] = []
    _names(structure, root, found)
    return found


def _names(structure: tuple, name: str, found: list[str]) -> None:
    kind = structure[0]
    if kind == "leaf":
        found.append(name)
    elif kind != _STATIC:
        children = structure[1:] if kind in (tuple, list) else structure[2:]
        fields = getattr(kind, "_fields", range(len(children)))
        keys = structure[1] if kind is dict else fields
        for key, child in zip(keys, children):
            _names(child, f"{name}.{key}" if name else str(key), found)


def count(structure: tuple) -> int:
    """The number of tensors in nested containers."""
    kind = structure[0]
    if kind == "leaf":
        return 1
    if kind == _STATIC:
        return 0
    return sum(map(count, structure[1:] if kind in (tuple, list) else structure[2:]))


def describe(structure: tuple) -> str:
    """The structure for messages: `*` is a tensor."""
    kind = structure[0]
    if kind == "leaf":
        return "*"
    if kind == _STATIC:
        return repr(_static(structure))
    if kind is tuple:
        inner = ", ".join(map(describe, structure[1:]))
        return f"({inner},)" if len(structure) == 2 else f"({inner})"
    if kind is list:
        return f"[{', '.join(map(describe, structure[1:]))}]"
    if kind is dict:
        pairs = zip(structure[1], map(describe, structure[2:]))
        return "{" + ", ".join(f"{key!r}: {value}" for key, value in pairs) + "}"
    return f"{kind.__qualname__}({', '.join(map(describe, structure[2:]))})"
