"""The functions that a thread records."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from ._core import Mesh


class _State(threading.local):
    meshes: tuple[Mesh | None, ...] = ()


_state = _State()


@contextmanager
def recording(mesh: Mesh | None) -> Iterator[None]:
    """While it lasts, texts of layouts are about this mesh."""
    outer = _state.meshes
    _state.meshes = (*outer, mesh if mesh is not None else recorded_mesh())
    try:
        yield
    finally:
        _state.meshes = outer


def recorded_mesh() -> Mesh | None:
    """The mesh of the function that is being recorded, if it is known."""
    return _state.meshes[-1] if _state.meshes else None
