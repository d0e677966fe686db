"""Fourier transforms. Complex numbers are a last axis of extent 2."""

import numpy as np

from .. import hlo
from ..builder import Tensor
from ..element_types import wide
from ..registry import reads


def _to_complex(x: Tensor) -> Tensor:
    """[..., 1] or [..., 2] as complex numbers [...]."""
    real = hlo.squeeze(hlo.slice_axis(x, -1, 0, 1), -1)
    if x.shape[-1] == 1:
        return hlo.complex_(real, hlo.full(real.shape, 0, real.dtype))
    return hlo.complex_(real, hlo.squeeze(hlo.slice_axis(x, -1, 1, 2), -1))


def _from_complex(x: Tensor, dtype: np.dtype) -> Tensor:
    parts = [hlo.expand_dims(part, x.rank) for part in (hlo.real(x), hlo.imag(x))]
    return hlo.convert(hlo.concatenate(parts, -1), dtype)


def _resized(x: Tensor, extent: int) -> Tensor:
    """The last axis cut off, or filled with zeros, to an extent."""
    if extent <= x.shape[-1]:
        return hlo.slice_axis(x, -1, 0, extent)
    high = [0] * (x.rank - 1) + [extent - x.shape[-1]]
    return hlo.pad(x, [0] * x.rank, high)


def _mirrored(x: Tensor, extent: int) -> Tensor:
    """All frequencies of a real signal from its first half."""
    half = extent // 2 + 1
    real, imag = (_resized(part, half) for part in (hlo.real(x), hlo.imag(x)))
    tails = [
        hlo.reverse(hlo.slice_axis(part, -1, 1, extent - half + 1), -1) for part in (real, imag)
    ]
    return hlo.complex_(
        hlo.concatenate([real, tails[0]], -1), hlo.concatenate([imag, -tails[1]], -1)
    )


@reads("DFT")
def dft(x, dft_length=None, axis=None, *, inverse=0, onesided=0, node):
    if axis is None:
        axis = 1 if node.version < 20 else -2
    elif isinstance(axis, Tensor):
        [axis] = hlo.known_ints(axis, "input 'axis'")
    axis %= x.rank
    extent = 2 * (x.shape[axis] - 1) if inverse and onesided else x.shape[axis]
    if dft_length is not None:
        [extent] = hlo.known_ints(dft_length, "input 'dft_length'")
    signal = _to_complex(hlo.convert(hlo.move_axis(x, axis, -2), wide(x.dtype)))
    if inverse and onesided:
        result = hlo.real(hlo.fft(_mirrored(signal, extent), inverse=True))
        result = hlo.convert(hlo.expand_dims(result, result.rank), x.dtype)
    else:
        real, imag = (_resized(part, extent) for part in (hlo.real(signal), hlo.imag(signal)))
        result = hlo.fft(hlo.complex_(real, imag), bool(inverse))
        if onesided:
            result = _halved(result, extent)
        result = _from_complex(result, x.dtype)
    return hlo.move_axis(result, -2, axis)


def _halved(x: Tensor, extent: int) -> Tensor:
    """The frequencies that tell the others of a real signal."""
    return hlo.complex_(
        *(hlo.slice_axis(part, -1, 0, extent // 2 + 1) for part in (hlo.real(x), hlo.imag(x)))
    )


@reads("STFT")
def short_time_fourier(signal, frame_step, window=None, frame_length=None, *, onesided=1):
    [step] = hlo.known_ints(frame_step, "input 'frame_step'")
    if frame_length is not None:
        [length] = hlo.known_ints(frame_length, "input 'frame_length'")
    else:
        length = window.shape[0] if window is not None else signal.shape[-2]
    count = 1 + (signal.shape[-2] - length) // step
    positions = np.arange(count)[:, None] * step + np.arange(length)
    frames = hlo.take(signal, hlo.constant(positions.astype(np.int64)), 1)
    if window is not None:
        frames = frames * hlo.reshape(window, (length, 1))
    result = hlo.fft(_to_complex(hlo.convert(frames, wide(signal.dtype))))
    return _from_complex(_halved(result, length) if onesided else result, signal.dtype)
