"""Complex numbers and Fourier transforms."""

from __future__ import annotations

import numpy as np

from ..builder import Tensor, current
from .attributes import i64_array
from .elementwise import unary


def complex_(real: Tensor, imaginary: Tensor) -> Tensor:
    dtype = np.dtype(np.complex64 if real.dtype == np.float32 else np.complex128)
    return current().op("stablehlo.complex", [real, imaginary], [(dtype, real.shape)])[0]


def real(x: Tensor) -> Tensor:
    return unary(
        "stablehlo.real", x, np.dtype(np.float32 if x.dtype == np.complex64 else np.float64)
    )


def imag(x: Tensor) -> Tensor:
    return unary(
        "stablehlo.imag", x, np.dtype(np.float32 if x.dtype == np.complex64 else np.float64)
    )


def fft(x: Tensor, inverse: bool = False) -> Tensor:
    """The Fourier transform of complex numbers along the last axis."""
    attribute = (
        f"fft_type = #stablehlo<fft_type {'IFFT' if inverse else 'FFT'}>, "
        f"fft_length = {i64_array([x.shape[-1]])}"
    )
    return current().op("stablehlo.fft", [x], [(x.dtype, x.shape)], attribute)[0]
