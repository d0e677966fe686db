"""A call of a function of the table, and arrays for such calls."""
import array_api
import numpy as np

rng = np.random.default_rng(2024)

FLOATS = (np.float32, np.float64)
INEXACT = FLOATS + (np.complex64, np.complex128)
INTEGERS = (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64)


class Case:
    """Arrays among the arguments become arguments of the program. `expected` is a
    function of the same arguments; without one, it is NumPy's function of that
    name."""

    def __init__(self, function, *args, expected=None, tolerance=None, vjp=True, **kwargs):
        self.function, self.args, self.kwargs = function, args, kwargs
        self.expected, self.tolerance, self.vjp = expected, tolerance, vjp

    def __str__(self):
        def text(value):
            if isinstance(value, np.ndarray):
                name = "bfloat16" if isinstance(value, BFloat16) else value.dtype
                return f"{name}{list(value.shape)}"
            if isinstance(value, (list, tuple)):
                return "[" + ", ".join(map(text, value)) + "]"
            return str(value)

        kwargs = [f"{name}={text(value)}" for name, value in self.kwargs.items()]
        return f"{self.function}({', '.join([*map(text, self.args), *kwargs])})"

    def reference(self):
        return self.expected or array_api.find(self.function)


class BFloat16(np.ndarray):
    """Bits of `bfloat16`, which NumPy lacks. Expected values are those of
    `float32`."""

    def widened(self):
        return (np.asarray(self).astype(np.uint32) << 16).view(np.float32)


def numbers(dtype, *shape, low=-2, high=2):
    """Numbers of a type, away from each other and from integers if it can."""
    if dtype == "bfloat16":
        x = numbers(np.float32, *shape, low=low, high=high)
        return (np.atleast_1d(x).view(np.uint32) >> 16).astype(np.uint16).reshape(shape).view(BFloat16)
    dtype = np.dtype(dtype)
    if dtype == bool:
        return rng.integers(0, 2, shape).astype(bool)
    if dtype.kind in "iu":
        low = 0 if dtype.kind == "u" else -9
        return rng.integers(low, 20, shape).astype(dtype)
    x = rng.uniform(low, high, shape)
    if dtype.kind == "c":
        x = x + 1j * rng.uniform(low, high, shape)
    return np.asarray(x, dtype)


def specials(dtype):
    """Numbers with cases of their own."""
    inf, nan = np.inf, np.nan
    return np.array([0.0, -0.0, inf, -inf, nan, 1, -1, 0.5, -0.5, 1.5, -2.5, 3, -3], dtype)
