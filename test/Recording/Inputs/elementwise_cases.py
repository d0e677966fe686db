"""Calls of elementwise functions."""
import numpy as np
from case import FLOATS, INEXACT, INTEGERS, Case, numbers, specials


def elementwise_unary():
    ranges = {
        "acos": (-0.9, 0.9), "asin": (-0.9, 0.9), "atanh": (-0.9, 0.9), "acosh": (1.2, 3),
        "log": (0.1, 3), "log2": (0.1, 3), "log10": (0.1, 3), "log1p": (-0.8, 3), "sqrt": (0.1, 3),
        "tan": (-1, 1),
    }
    inexact = """acos acosh asin asinh atan atanh cos cosh exp expm1 log log1p log2 log10 sin sinh
        sqrt tan tanh""".split()
    for name in inexact:
        low, high = ranges.get(name, (-2, 2))
        for dtype in INEXACT:
            yield Case(name, numbers(dtype, 3, 4, low=low, high=high))
        yield Case(name, numbers(np.float16, 5, low=low, high=high))
        yield Case(name, numbers("bfloat16", 5, low=low, high=high))
        yield Case(name, specials(np.float32), vjp=False)
        yield Case(name, numbers(np.float64, low=low, high=high))
    for name in "abs negative square positive sign".split():
        for dtype in INEXACT + INTEGERS:
            yield Case(name, numbers(dtype, 3, 4))
        yield Case(name, specials(np.float64), vjp=False)
    yield Case("abs", np.array([0, 3 + 4j], np.complex64), vjp=False)
    for dtype in INEXACT:
        yield Case("reciprocal", numbers(dtype, 3, 4, low=0.5))
    for name in "ceil floor trunc round".split():
        for dtype in FLOATS + (np.int32, np.uint8):
            yield Case(name, numbers(dtype, 3, 4))
        yield Case(name, specials(np.float32), vjp=False)
    yield Case("round", numbers(np.complex64, 3, 4))
    for name in "isfinite isinf isnan".split():
        for dtype in (np.float32, np.float64, np.int32, np.complex64):
            yield Case(name, numbers(dtype, 3, 4))
        yield Case(name, specials(np.float32))
        yield Case(name, (specials(np.float32) * 1j).astype(np.complex64))
    for dtype in FLOATS + (np.float16,):
        yield Case("signbit", specials(dtype))
    yield Case("signbit", numbers("bfloat16", 5))
    yield Case("signbit", numbers(np.int32, 5))
    for dtype in INTEGERS + (bool,):
        yield Case("bitwise_invert", numbers(dtype, 3, 4))
    for dtype in (bool, np.float32, np.int8):
        yield Case("logical_not", numbers(dtype, 3, 4))
    for name in ("real", "imag", "conj"):
        yield Case(name, numbers(np.complex64, 3, 4))
        yield Case(name, numbers(np.complex128))
    yield Case("real", numbers(np.float32, 3))
    yield Case("exp", numbers(np.float32, 0, 3))


def elementwise_binary():
    def pair(dtype, **kwargs):
        return numbers(dtype, 3, 4, **kwargs), numbers(dtype, 4, **kwargs)

    for name in ("add", "subtract", "multiply"):
        for dtype in INEXACT + INTEGERS + (np.float16, "bfloat16"):
            yield Case(name, *pair(dtype))
        yield Case(name, numbers(np.float32, 3, 1), numbers(np.float32, 1, 4))
        yield Case(name, numbers(np.float64), numbers(np.float64, 2))
        yield Case(name, numbers(np.float32, 3), 2)
        yield Case(name, 2.5, numbers(np.float32, 3))
        yield Case(name, numbers(np.int16, 3), numbers(np.int32, 3))
        yield Case(name, numbers(np.uint8, 3), numbers(np.int8, 3))
        yield Case(name, numbers(np.float32, 3), numbers(np.float64, 3))
        yield Case(name, numbers(np.float64, 3), numbers(np.complex64, 3))
        yield Case(name, numbers(np.float32, 0, 3), numbers(np.float32, 3))
    for name in ("add", "subtract", "multiply", "divide", "pow"):
        for dtype in FLOATS:
            yield Case(name, *np.meshgrid(specials(dtype), specials(dtype)), vjp=False)
    grid = np.meshgrid(specials(np.float64), specials(np.float64))
    nonzero = (grid[1] != 0) & np.isfinite(grid[0])
    for name in ("floor_divide", "remainder"):
        yield Case(name, grid[0][nonzero], grid[1][nonzero], vjp=False)
    for dtype in INEXACT:
        yield Case("divide", *pair(dtype, low=0.5))
        yield Case("pow", *pair(dtype, low=0.5))
    for dtype in (np.int32, np.int64, np.uint8):
        yield Case("pow", numbers(dtype, 4), np.array([0, 1, 2, 3], dtype))
    for name in ("atan2", "hypot", "copysign", "logaddexp", "maximum", "minimum"):
        for dtype in FLOATS:
            yield Case(name, *pair(dtype))
        grid = np.meshgrid(specials(np.float64), specials(np.float64))
        yield Case(name, *grid, vjp=False)
    for name in ("maximum", "minimum"):
        for dtype in INTEGERS + (bool,):
            yield Case(name, *pair(dtype))
    for dtype in FLOATS:
        yield Case("nextafter", *pair(dtype), vjp=False)
    for name in ("floor_divide", "remainder"):
        for dtype in FLOATS + (np.int8, np.int32, np.int64, np.uint8, np.uint32):
            x, y = pair(dtype)
            yield Case(name, x, np.where(y == 0, 3, y).astype(dtype), vjp=name == "remainder")
        finite = np.array([-3.5, -3, -0.0, 0.0, 3, 3.5, 7])
        yield Case(name, *np.meshgrid(finite, np.array([-2.0, 2.0, 0.5, -np.inf, np.inf])), vjp=False)
    for name in ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal"):
        for dtype in FLOATS + INTEGERS:
            yield Case(name, *pair(dtype))
        yield Case(name, *np.meshgrid(specials(np.float32), specials(np.float32)))
        yield Case(name, numbers(np.int32, 3), 3)
    for name in ("equal", "not_equal"):
        yield Case(name, numbers(np.complex64, 3), numbers(np.complex64, 3))
        yield Case(name, numbers(bool, 3), numbers(bool, 3))
    for name in ("bitwise_and", "bitwise_or", "bitwise_xor"):
        for dtype in INTEGERS + (bool,):
            yield Case(name, *pair(dtype))
    for name in ("bitwise_left_shift", "bitwise_right_shift"):
        for dtype in INTEGERS:
            yield Case(name, numbers(dtype, 3, 4), np.array([0, 1, 2, 3], dtype))
    for name in ("logical_and", "logical_or", "logical_xor"):
        yield Case(name, numbers(bool, 3, 4), numbers(bool, 4))
    for dtype in FLOATS + (np.int32, np.uint8):
        x = numbers(dtype, 3, 4)
        yield Case("clip", x, 1, 3)
        yield Case("clip", x, min=numbers(dtype, 4), max=None)
        yield Case("clip", x, max=1, min=None)
    for dtype in INEXACT + (np.int32, bool):
        yield Case("where", numbers(bool, 3, 1), numbers(dtype, 3, 4), numbers(dtype, 4))
    yield Case("where", numbers(bool, 3), numbers(np.float32, 3), 2.5)
