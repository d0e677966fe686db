"""The processes that a launcher of MPI has started together."""

from __future__ import annotations

import atexit
import sys
from typing import Any

from . import _core

_joined: Any = None


def join_processes(comm: Any) -> None:
    """Joins the processes of a communicator of mpi4py, which run all meshes together from then on.

    Every process of the communicator calls this, before the first mesh of several devices. Without
    a call, all processes of the launcher are joined. With `MPI.COMM_SELF`, this one stays alone.
    """
    global _joined
    from mpi4py import MPI

    if not isinstance(comm, MPI.Comm):
        raise TypeError(f"join_processes: required a communicator of mpi4py, found {comm!r}")
    if _joined is not None and _are_same(comm, _joined):
        return
    try:
        _core.join_processes(MPI._addressof(comm))
    except _core.Error:
        # The first mesh may have joined all that the launcher has started.
        same = _joined is None and comm.size == _core.process_count()
        if not same or not _are_same(comm, MPI.COMM_WORLD):
            raise
    _joined = comm


def _are_same(first: Any, second: Any) -> bool:
    """Whether two communicators have the same processes in the same order."""
    from mpi4py import MPI

    return MPI.Comm.Compare(first, second) in (MPI.IDENT, MPI.CONGRUENT)


def leave_processes(error: str = "") -> None:
    """Waits for the other processes and leaves them, after which no mesh of several devices can
    be used.

    The end of Python does it as well, before mpi4py ends MPI. With an `error`, does not wait: the
    programs of the others end with this error.
    """
    _core.leave_processes(error)


@atexit.register
def _leave() -> None:
    # An exception that nobody has caught ends the programs of the others.
    error = getattr(sys, "last_value", None)
    sys.stdout.flush()
    _core.leave_processes("" if error is None else f"{type(error).__name__}: {error}")
