"""Layouts in the notations of users: texts, placements, partition specs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Union

from ._core import Layout, Mesh, Placement

UNSHARDED = "unsharded"


class P(tuple):
    """How each axis is divided, as JAX's `PartitionSpec`.

    An entry is a mesh dimension, a tuple of them (major first), or None. Axes without an entry
    are unsharded. `unreduced` names mesh dimensions along which the tensor is a partial sum.

    >>> mesh = dt.Mesh("x=2,y=4")
    >>> dt.as_layout(dt.P("x", None), mesh, 2)
    Layout('x,unsharded', Mesh('x=2,y=4'))
    >>> dt.as_layout(dt.P(("x", "y")), mesh, 2)
    Layout('x+y,unsharded', Mesh('x=2,y=4'))
    """

    unreduced: frozenset[str]

    def __new__(cls, *axes: str | Sequence[str] | None, unreduced: Iterable[str] = ()) -> "P":
        self = super().__new__(cls, axes)
        self.unreduced = frozenset(unreduced)
        return self

    def __repr__(self) -> str:
        parts = [repr(axis) for axis in self]
        if self.unreduced:
            parts.append(f"unreduced={set(sorted(self.unreduced))!r}")
        return f"P({', '.join(parts)})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, P) and self.unreduced != other.unreduced:
            return False
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return super().__hash__()

    def __getnewargs__(self) -> tuple:
        return tuple(self)

    def text(self, rank: int) -> str:
        """The layout as text, for a tensor of this rank."""
        if len(self) > rank:
            raise ValueError(f"required a spec of at most {rank} axes, found {self!r}")
        axes = []
        for axis in self:
            if axis is None or axis == () or axis == []:
                axes.append(UNSHARDED)
            else:
                axes.append(axis if isinstance(axis, str) else "+".join(axis))
        axes += [UNSHARDED] * (rank - len(self))
        text = ",".join(axes)
        if self.unreduced:
            text += ";partial(sum):" + "+".join(sorted(self.unreduced))
        return text


MeshLike = Union[Mesh, str]


def as_mesh(mesh: MeshLike | None) -> Mesh | None:
    """The mesh that a user means: a `Mesh`, or a text such as `"x=2,y=4"`."""
    if isinstance(mesh, str):
        return Mesh(mesh)
    if mesh is not None and not isinstance(mesh, Mesh):
        raise TypeError(f"required a mesh, such as 'x=2,y=4', found {mesh!r}")
    return mesh


LayoutLike = Union[Layout, str, P, Placement, Sequence[Placement], Sequence[str], None]


def as_layout(layout: LayoutLike, mesh: MeshLike | None, rank: int) -> Layout:
    """The layout that a user means, for a tensor of this rank.

    `layout` is a `Layout`, a text such as `"x,unsharded"`, a list of placements (one per mesh
    dimension), a `P`, or None, which means replicated. `mesh` may be a text such as `"x=2,y=4"`.

    >>> mesh = dt.Mesh("x=2,y=4")
    >>> dt.as_layout([dt.Shard(1), dt.Replicate()], mesh, 2)
    Layout('unsharded,x', Mesh('x=2,y=4'))
    """
    mesh = as_mesh(mesh)
    if isinstance(layout, Layout):
        if mesh is not None and layout.mesh != mesh:
            raise ValueError(
                f"required a layout of mesh '{mesh}', found one of mesh '{layout.mesh}'"
            )
        if layout.rank != rank:
            raise ValueError(f"required a layout of rank {rank}, found '{layout}'")
        return layout
    if mesh is None:
        if isinstance(layout, str) and layout.startswith("sharding_specs:"):
            return as_layout(Layout.from_string(layout), None, rank)
        raise ValueError(f"required a mesh for the layout {layout!r}, found none")
    if layout is None:
        return Layout.replicated(mesh, rank)
    if isinstance(layout, str):
        return as_layout(Layout.from_string(layout, mesh), mesh, rank)
    if isinstance(layout, P):
        return as_layout(Layout.from_string(layout.text(rank), mesh), mesh, rank)
    if isinstance(layout, Placement):
        layout = [layout]
    if not isinstance(layout, Sequence) or not (
        all(isinstance(each, Placement) for each in layout)
        or all(isinstance(each, str) for each in layout)
    ):
        raise TypeError(
            "required a Layout, a text such as 'x,unsharded', a P, a list of placements or None "
            f"as the layout, found {layout!r}"
        )
    layout = list(layout)
    if all(isinstance(each, Placement) for each in layout) and (layout or rank):
        return Layout(layout, mesh, rank)
    return as_layout(Layout(layout, mesh), mesh, rank)
