"""Default layouts, and counters of collectives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, overload

from . import _core
from ._core import CollectiveCount, CollectiveCounter, DTensor, Layout, LayoutScope, Mesh
from ._html import html_table
from ._layouts import MeshLike, as_mesh
from ._tensors import distribute_tensor


def run_on(where: MeshLike | Layout) -> LayoutScope:
    """A block whose tensors without a layout get this one, or are replicated on this mesh.

    >>> with dt.run_on(dt.Mesh("x=2")):
    ...     print(dt.zeros((2, 2)).layout)
    unsharded,unsharded
    """
    if not isinstance(where, (Mesh, Layout, str)):
        raise TypeError(f"run_on: required a mesh or a Layout, found {where!r}")
    return LayoutScope(where if isinstance(where, Layout) else as_mesh(where))


default_layout = run_on


def call_with_layout(
    function: Callable, layout: Layout | None, *args: Any, **kwargs: Any
) -> Any:
    """The result of a function that makes a tensor, in this layout.

    A factory makes the local parts only; another result is moved. With None, the result is as the
    function returns it.

    >>> layout = dt.Layout("x,unsharded", dt.Mesh("x=2"))
    >>> dt.call_with_layout(dt.ones, layout, (2, 3)).layout
    Layout('x,unsharded', Mesh('x=2'))
    """
    if layout is None:
        return function(*args, **kwargs)
    with LayoutScope(layout):
        result = function(*args, **kwargs)
    if not isinstance(result, DTensor):
        return distribute_tensor(result, layout)
    return result if result.layout == layout else result.redistribute(layout)


_HEADER = ["function", "place", "collective", "count", "bytes"]


def _repr_html(self: CollectiveCounter) -> str:
    """A table for notebooks."""
    rows = [
        [each.function, each.place, each.kind, str(each.count), str(each.bytes_received)]
        for each in self.counts
    ]
    return html_table(_HEADER, rows)


CollectiveCounter._repr_html_ = _repr_html


@overload
def count_collectives(function: None = None) -> CollectiveCounter: ...


@overload
def count_collectives(
    function: Callable, *args: Any, **kwargs: Any
) -> list[CollectiveCount]: ...


def count_collectives(function: Callable | None = None, *args: Any, **kwargs: Any) -> Any:
    """The collectives that a function runs, or a block.

    >>> a = dt.zeros((4, 4), "x,unsharded", mesh=dt.Mesh("x=2"))
    >>> with dt.count_collectives() as counter:
    ...     b = a.redistribute("unsharded,x")
    >>> counter.total("all_to_all")
    1
    >>> [each.kind for each in dt.count_collectives(a.full_tensor)]
    ['all_gather']
    """
    if function is None:
        return CollectiveCounter()
    with CollectiveCounter() as counter:
        function(*args, **kwargs)
    return counter.counts
