"""The extension for Fourier transforms of the array API standard."""

from __future__ import annotations

from typing import Any

from .._core import DTensor
from .._layouts import MeshLike
from ._table import define
from .creation import make

define(
    globals(), "fft ifft fftn ifftn rfft irfft rfftn irfftn hfft ihfft fftshift ifftshift", "fft."
)


def fftfreq(
    n: int, /, *, d: float = 1.0, dtype: Any = None, device: MeshLike | None = None
) -> DTensor:
    """The frequencies of `fft`'s results."""
    return make("fft.fftfreq", 1, device, n, d=float(d), dtype=dtype)


def rfftfreq(
    n: int, /, *, d: float = 1.0, dtype: Any = None, device: MeshLike | None = None
) -> DTensor:
    """The frequencies of `rfft`'s results."""
    return make("fft.rfftfreq", 1, device, n, d=float(d), dtype=dtype)


__all__ = (
    "fft ifft fftn ifftn rfft irfft rfftn irfftn hfft ihfft fftfreq rfftfreq fftshift ifftshift"
).split()
