"""The text of a constant's elements in MLIR."""

from __future__ import annotations

import numpy as np

from .element_types import BOOL, is_float

# Longer constants are written as the hexadecimal digits of their bytes.
_LONGEST_LIST = 32


def _element(value: np.generic) -> str:
    if value.dtype == BOOL:
        return "true" if value else "false"
    if not is_float(value.dtype):
        return str(int(value))
    number = float(value)
    if np.isfinite(number):
        text = repr(number)
        mantissa, _, exponent = text.partition("e")
        if "." not in mantissa:
            mantissa += ".0"
        return f"{mantissa}e{exponent}" if exponent else mantissa
    width = value.dtype.itemsize
    bits = int.from_bytes(value.tobytes(), "little")
    return f"0x{bits:0{2 * width}X}"


def _nested(array: np.ndarray) -> str:
    if array.ndim == 0:
        return _element(array[()])
    return f"[{', '.join(_nested(part) for part in array)}]"


def _is_splat(array: np.ndarray) -> bool:
    if not any(array.strides):
        return True
    flat = np.ascontiguousarray(array).reshape(-1)
    # Bits are compared, so that zeros of both signs and NaNs stay what they are.
    data = flat.view(np.uint8).reshape(flat.size, -1)
    return bool((data == data[0]).all())


def constant_text(array: np.ndarray) -> str:
    """What stands between the angle brackets of `dense<...>`."""
    if array.size == 0:
        return ""
    if _is_splat(array):
        return _element(array.reshape(-1)[0])
    if array.size <= _LONGEST_LIST:
        return _nested(array)
    return f'"0x{np.ascontiguousarray(array).tobytes().hex().upper()}"'
