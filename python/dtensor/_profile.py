"""Times of ops and collectives."""

from __future__ import annotations

import os

from ._core import Context, Profile


def profile(file: str | os.PathLike[str] | None = None, *, context: Context | None = None) -> Profile:
    """A block in which the times of ops and collectives are recorded, on each device.

    At its end, the trace is written to `file`, if one is given; Perfetto and chrome://tracing show
    it. Printing the profile shows the most expensive events of each program. The first call of a
    program within a profile compiles it once more.

    >>> f = dt.jit(lambda x: dt.sum(dt.exp(x)), name="f")
    >>> x = dt.ones(4, "x", mesh=dt.Mesh("x=2"))
    >>> with dt.profile() as profile:
    ...     y = f(x)
    >>> print(profile)
    profile of 1 run on 2 devices: ... ms a run
    % ...
    ... collective  all_reduce ...
    """
    return Profile("" if file is None else os.fspath(file), context)
