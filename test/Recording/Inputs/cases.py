"""Calls of the functions of the table, with values that NumPy computes.

A case is a call, `Case(function, args, kwargs, expected)`. Arrays among its
arguments become arguments of the program. `expected` is a function of the same
arguments; without one, it is NumPy's function of that name.
"""
import array_api
import numpy as np

rng = np.random.default_rng(2024)

FLOATS = (np.float32, np.float64)
INEXACT = FLOATS + (np.complex64, np.complex128)
INTEGERS = (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64)


class Case:
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


def statistical():
    for name in ("sum", "prod", "max", "min", "mean", "var", "std"):
        types = FLOATS if name in ("mean", "var", "std") else FLOATS + (np.int32, np.uint8, np.int64)
        for dtype in types:
            x = numbers(dtype, 3, 4, 2)
            yield Case(name, x)
            yield Case(name, x, axis=1)
            yield Case(name, x, axis=-1, keepdims=True)
            yield Case(name, x, axis=(0, 2))
            yield Case(name, x, axis=(0, 2), keepdims=True)
        yield Case(name, numbers(np.float64), vjp=name != "std")
        yield Case(name, numbers(np.float64, 3, 0), axis=0)
        yield Case(name, numbers(np.float16, 3, 4), axis=0)
        yield Case(name, numbers("bfloat16", 3, 40), axis=1)
    for name in ("sum", "prod"):
        yield Case(name, numbers(np.complex64, 3, 4), axis=0)
        yield Case(name, numbers(bool, 3, 4), axis=1)
        yield Case(name, numbers(np.float32, 0, 4), axis=0)
        yield Case(name, numbers(np.int8, 3, 4), dtype="float64")
    yield Case("prod", np.array([[1, 0, 3], [0, 0, 2.0]]), axis=1)
    for name in ("mean", "var", "std"):
        yield Case(name, numbers(np.complex128, 3, 4), axis=0, vjp=False)
    for name in ("max", "min"):
        yield Case(name, specials(np.float32), vjp=False)
        yield Case(name, np.array([2.0, 1, 2, 1]), vjp=False)
    for name in ("var", "std"):
        yield Case(name, numbers(np.float64, 3, 4), axis=0, correction=1,
                   expected=lambda x, axis, correction, name=name: getattr(np, name)(x, axis=axis, ddof=correction))
    for name in ("cumulative_sum", "cumulative_prod"):
        for dtype in FLOATS + (np.int32, np.uint8, np.complex64):
            yield Case(name, numbers(dtype, 5))
            yield Case(name, numbers(dtype, 3, 4), axis=0)
            yield Case(name, numbers(dtype, 3, 4), axis=-1, include_initial=True)
    yield Case("cumulative_prod", np.array([1.0, 0, 2, 0, 3]), axis=0)
    for name in ("all", "any"):
        for dtype in (bool, np.float32, np.int32):
            x = numbers(dtype, 3, 4)
            yield Case(name, x)
            yield Case(name, x, axis=1, keepdims=True)
            yield Case(name, x, axis=(0, 1))
        yield Case(name, numbers(bool, 0, 3), axis=0)
    for dtype in FLOATS + (np.int32,):
        x = numbers(dtype, 3, 5)
        yield Case("diff", x)
        yield Case("diff", x, axis=0, n=2)
        yield Case("diff", x, axis=1, prepend=numbers(dtype, 3, 1), append=numbers(dtype, 3, 2),
                   expected=lambda x, axis, prepend, append: np.diff(x, axis=axis, prepend=prepend, append=append))


def manipulation():
    for dtype in (np.float32, np.float64, np.int16, bool, np.complex64):
        x = numbers(dtype, 3, 4, 2)
        yield Case("broadcast_arrays", x, numbers(dtype, 4, 1))
        yield Case("broadcast_to", numbers(dtype, 4, 1), (2, 4, 3))
        yield Case("concat", [x, numbers(dtype, 3, 1, 2)], axis=1)
        yield Case("concat", [numbers(dtype, 2), numbers(dtype, 3, 2)], axis=None)
        yield Case("expand_dims", x, axis=(0, -1))
        yield Case("flip", x)
        yield Case("flip", x, axis=(0, -1))
        yield Case("moveaxis", x, 0, -1)
        yield Case("moveaxis", x, (0, 1), (2, 0))
        yield Case("permute_dims", x, axes=(2, 0, 1))
        yield Case("repeat", x, 2, axis=1)
        yield Case("repeat", x, 3)
        yield Case("repeat", x, [1, 0, 2], axis=0)
        yield Case("reshape", x, (6, -1))
        yield Case("reshape", x, (24,))
        yield Case("roll", x, 1)
        yield Case("roll", x, (1, -1), axis=(0, 1))
        yield Case("roll", x, 5, axis=1)
        yield Case("squeeze", numbers(dtype, 1, 3, 1), axis=(0, 2))
        yield Case("stack", [x, x + x], axis=1)
        yield Case("tile", x, (2, 1, 2))
        yield Case("tile", numbers(dtype, 3), (2, 2))
        yield Case("unstack", x, axis=1, expected=lambda x, axis: tuple(np.moveaxis(x, axis, 0)))
    yield Case("concat", [numbers(np.float32, 0, 3), numbers(np.float32, 2, 3)], axis=0)
    yield Case("concat", [numbers(np.int32, 2), numbers(np.float64, 2)], axis=0)
    yield Case("reshape", numbers(np.float32), (1, 1))


def creation():
    yield Case("arange", 5)
    yield Case("arange", 2, 11, 3)
    yield Case("arange", 5, 0, -2, dtype="int32")
    yield Case("arange", 0.5, 3, 0.5, dtype="float64")
    yield Case("arange", 3, 1)
    yield Case("arange", 2**60 + 1, 2**60 + 9, 2)
    yield Case("asarray", [[1, 2], [3, 4]])
    yield Case("asarray", [1, 2.5], dtype="float64")
    yield Case("asarray", True)
    yield Case("asarray", numbers(np.int32, 3), dtype="float32")
    for name in ("zeros", "ones"):
        yield Case(name, (2, 3), dtype="float64")
        yield Case(name, 3, dtype="bool")
        yield Case(name + "_like", numbers(np.int32, 2, 3))
        yield Case(name + "_like", numbers(np.int32, 2, 3), dtype="complex64")
    yield Case("empty", (0, 2), dtype="int8")
    yield Case("empty_like", numbers(np.float32, 0, 2))
    yield Case("full", (2, 3), 7)
    yield Case("full", (), True)
    yield Case("full", 2, 1.5, dtype="float16")
    yield Case("full_like", numbers(np.float64, 2), 3)
    yield Case("eye", 3, dtype="float64")
    yield Case("eye", 3, 4, k=1, dtype="int32", expected=lambda n, m, k, dtype: np.eye(n, m, k=k, dtype=dtype))
    yield Case("eye", 3, 2, k=-1, dtype="complex64", expected=lambda n, m, k, dtype: np.eye(n, m, k=k, dtype=dtype))
    yield Case("linspace", 0, 1, 7, dtype="float64")
    yield Case("linspace", -1.5, 4, 6, endpoint=False, dtype="float32")
    yield Case("linspace", 2, 3, 1, dtype="float64")
    yield Case("linspace", 0j, 1 + 2j, 5, dtype="complex128")
    yield Case("meshgrid", numbers(np.float32, 2), numbers(np.float32, 3))
    yield Case("meshgrid", numbers(np.float32, 2), numbers(np.float32, 3), numbers(np.float32, 4), indexing="ij")
    for dtype in (np.float32, np.float64, np.int32, bool):
        for name in ("tril", "triu"):
            yield Case(name, numbers(dtype, 2, 3, 4))
            yield Case(name, numbers(dtype, 3, 3), k=1)
            yield Case(name, numbers(dtype, 3, 3), k=-1)


def types():
    for dtype in (np.float32, np.int8, np.uint32, bool):
        for to in ("float64", "int32", "uint8", "bool", "complex64", "float16"):
            x = np.abs(numbers(dtype, 3, 4)) if dtype != bool else numbers(dtype, 3, 4)
            yield Case("astype", x, to)
    yield Case("astype", numbers(np.float64, 3), "float32", vjp=False)
    yield Case("astype", numbers(np.complex64, 3), "complex128", vjp=False)


def indexing():
    for dtype in (np.float32, np.float64, np.int16, bool, np.complex64):
        x = numbers(dtype, 4, 5, 3)
        yield Case("take", x, np.array([3, 0, 0, -1]), axis=1)
        yield Case("take", x, np.array([[1, 0], [2, 3]], np.int32), axis=0)
        yield Case("take", numbers(dtype, 6), np.array([5, 1], np.uint8))
        yield Case("take_along_axis", x, rng.integers(0, 5, (4, 2, 3)), axis=1)
        yield Case("take_along_axis", x, rng.integers(-4, 4, (3, 5, 3)), axis=0)
    x = numbers(np.float64, 4, 5, 3)
    s = slice
    keys = [
        1, -1, s(1, 3), s(None, None, -1), s(3, 0, -2), s(5, 2), (1, s(None), 2), (..., 0), (None, 1, ..., None),
        (s(None), None, s(1, 5, 2)), (s(None, None, 2), s(None, -1)), (), np.array([3, 0, 1]),
        (s(None), np.array([[4, 0], [-1, 2]])), (np.array([0, 1, 2]), np.array([3, 3, 0])),
        (np.array([0, 1]), s(None), np.array([2, 0])), (s(1, 3), np.array([1, 0, 1]), s(None, None, -1)),
        (s(None), np.array([1, 2]), 1 + np.array([0, 1])),
    ]
    for key in keys:
        yield Case("getitem", x, key, expected=lambda x, key: x[key])
    for key in keys[:12] + [np.array([3, 0, 1]), (s(None), np.array([4, 0])), (np.array([0, 1]), np.array([3, 2]))]:
        value = numbers(np.float64, *np.shape(x[key]))
        yield Case("setitem", x, key, value, expected=set_item)
        yield Case("setitem", x, key, 7.5, expected=set_item)
    yield Case("setitem", x, x > 0, 1.5, expected=set_item, vjp=False)
    yield Case("setitem", x, x[:, :, 0] > 0, 1.5, expected=set_item, vjp=False)


def set_item(x, key, value):
    x = x.copy()
    x[key] = value
    return x


def searching():
    for name in ("argmax", "argmin"):
        for dtype in FLOATS + (np.int32, np.uint8):
            x = numbers(dtype, 3, 4)
            yield Case(name, x)
            yield Case(name, x, axis=0)
            yield Case(name, x, axis=-1, keepdims=True)
        yield Case(name, specials(np.float32))
        yield Case(name, np.array([1, 3, 3, 1, 0, 0]))
    for dtype in FLOATS + (np.int32, bool):
        x = numbers(dtype, 3, 4)
        yield Case("count_nonzero", x)
        yield Case("count_nonzero", x, axis=1)
        yield Case("count_nonzero", x, axis=0, keepdims=True)
    for dtype in FLOATS + (np.int32, np.uint8, np.int64):
        x = numbers(dtype, 4, 7)
        for name in ("sort", "argsort"):
            flip = lambda x, axis=-1, descending=False, name=name: np.flip(
                x.shape[axis] - 1 - getattr(np, name)(np.flip(x, axis), axis=axis, kind="stable"), axis
            ) if name == "argsort" else np.flip(np.sort(x, axis), axis)
            yield Case(name, x, expected=lambda x, name=name: getattr(np, name)(x, kind="stable"))
            yield Case(name, x, axis=0, expected=lambda x, axis, name=name: getattr(np, name)(x, axis=axis, kind="stable"))
            yield Case(name, x, descending=True, expected=flip)
        sorted_ = np.sort(numbers(dtype, 9))
        for side in ("left", "right"):
            yield Case("searchsorted", sorted_, numbers(dtype, 2, 3), side=side)
        order = rng.permutation(9)
        yield Case("searchsorted", sorted_[np.argsort(order)], numbers(dtype, 3), sorter=order)
    yield Case("sort", specials(np.float32)[[4, 2, 5, 3, 6, 8]], vjp=False)
    yield Case("argsort", specials(np.float64)[[4, 2, 5, 3, 4, 8]])


def fourier():
    for n in (8, 5, 1):
        for dtype in INEXACT:
            x = numbers(dtype, 3, n)
            for name in ("fft.fft", "fft.ifft"):
                yield Case(name, x)
                yield Case(name, x, n=6, norm="ortho")
                yield Case(name, x, axis=0, norm="forward")
        for dtype in FLOATS:
            x = numbers(dtype, 3, n)
            for name in ("fft.rfft", "fft.ihfft"):
                yield Case(name, x)
                yield Case(name, x, n=7, norm="ortho")
                yield Case(name, x, axis=0, norm="forward")
    for dtype in (np.complex64, np.complex128):
        x = numbers(dtype, 3, 5)
        for name in ("fft.irfft", "fft.hfft"):
            yield Case(name, x)
            yield Case(name, x, n=7, norm="ortho")
            yield Case(name, x, axis=0, norm="forward")
        for name in ("fft.fftn", "fft.ifftn", "fft.irfftn"):
            yield Case(name, numbers(dtype, 3, 4, 5))
            yield Case(name, numbers(dtype, 3, 4, 5), axes=(0, 2), s=(4, 6), norm="ortho")
    for dtype in FLOATS:
        yield Case("fft.rfftn", numbers(dtype, 3, 4, 5))
        yield Case("fft.rfftn", numbers(dtype, 3, 4, 5), axes=(2, 0), norm="forward")
    for name in ("fft.fftshift", "fft.ifftshift"):
        yield Case(name, numbers(np.float32, 3, 4))
        yield Case(name, numbers(np.float32, 5, 4), axes=0)
    for n in (1, 4, 5):
        for name in ("fft.fftfreq", "fft.rfftfreq"):
            yield Case(name, n, dtype="float64", expected=lambda n, dtype, name=name: getattr(np.fft, name[4:])(n))
            yield Case(name, n, d=0.25, dtype="float32",
                       expected=lambda n, d, dtype, name=name: getattr(np.fft, name[4:])(n, d).astype(dtype))


def products():
    for prefix in ("", "linalg."):
        for dtype in INEXACT + (np.int32, np.float16, "bfloat16"):
            yield Case(prefix + "matmul", numbers(dtype, 3, 4), numbers(dtype, 4, 2))
        for dtype in (np.float64, np.complex64):
            yield Case(prefix + "matmul", numbers(dtype, 4), numbers(dtype, 4))
            yield Case(prefix + "matmul", numbers(dtype, 2, 3, 4), numbers(dtype, 4))
            yield Case(prefix + "matmul", numbers(dtype, 4), numbers(dtype, 2, 4, 3))
            yield Case(prefix + "matmul", numbers(dtype, 2, 1, 3, 4), numbers(dtype, 5, 4, 2))
            yield Case(prefix + "matmul", numbers(dtype, 2, 3, 4), numbers(dtype, 4, 2))
            yield Case(prefix + "matrix_transpose", numbers(dtype, 2, 3, 4))
            yield Case(prefix + "tensordot", numbers(dtype, 2, 3, 4), numbers(dtype, 3, 4, 2))
            yield Case(prefix + "tensordot", numbers(dtype, 2, 3), numbers(dtype, 4), axes=0)
            yield Case(prefix + "tensordot", numbers(dtype, 2, 3, 4), numbers(dtype, 4, 5, 2), axes=[[2, 0], [0, 2]])
            yield Case(prefix + "vecdot", numbers(dtype, 3, 4), numbers(dtype, 4))
            yield Case(prefix + "vecdot", numbers(dtype, 4, 3), numbers(dtype, 4, 3), axis=-2)
    for dtype in (np.float64, np.complex64, np.int32):
        yield Case("linalg.outer", numbers(dtype, 3), numbers(dtype, 4))
        yield Case("linalg.cross", numbers(dtype, 2, 3), numbers(dtype, 3))
        yield Case("linalg.cross", numbers(dtype, 3, 2), numbers(dtype, 3, 2), axis=0)
        yield Case("linalg.diagonal", numbers(dtype, 2, 3, 4))
        yield Case("linalg.diagonal", numbers(dtype, 3, 4), offset=1)
        yield Case("linalg.diagonal", numbers(dtype, 3, 4), offset=-2)
        yield Case("linalg.trace", numbers(dtype, 2, 3, 4))
        yield Case("linalg.trace", numbers(dtype, 3, 4), offset=-1)
    for dtype in (np.float64, np.int32):
        for n in (0, 1, 5):
            yield Case("linalg.matrix_power", numbers(dtype, 2, 3, 3), n)
    for dtype in (np.float32, np.float64, np.complex64):
        x = numbers(dtype, 3, 4)
        for ord in (2, 1, 0, np.inf, -np.inf, 3, 2.5):
            vjp = ord != 0
            yield Case("linalg.vector_norm", x, ord=ord, vjp=vjp)
            yield Case("linalg.vector_norm", x, axis=1, keepdims=True, ord=ord, vjp=vjp)


def matrices():
    def definite(dtype, *shape):
        x = numbers(dtype, *shape)
        return x @ np.conj(np.swapaxes(x, -1, -2)) + 4 * np.eye(shape[-1], dtype=dtype)

    def lower(x):
        return np.tril(x)

    for dtype in INEXACT:
        complex_ = np.dtype(dtype).kind == "c"
        a = definite(dtype, 2, 4, 4)
        yield Case("linalg.cholesky", a, vjp="symmetric")
        yield Case("linalg.cholesky", a[0], upper=True, vjp="symmetric")
        x = numbers(dtype, 2, 4, 4) + 5 * np.eye(4, dtype=dtype)
        yield Case("linalg.det", x)
        yield Case("linalg.det", x[0])
        yield Case("linalg.inv", x)
        yield Case("linalg.slogdet", x)
        yield Case("linalg.solve", x, numbers(dtype, 2, 4, 3))
        yield Case("linalg.solve", x, numbers(dtype, 4),
                   expected=lambda a, b: np.linalg.solve(a, np.broadcast_to(b[:, None], (2, 4, 1)))[..., 0])
        yield Case("linalg.solve", x[0], numbers(dtype, 2, 4, 3))
        yield Case("linalg.matrix_power", x, -2)
        hermitian = a + np.diag(np.arange(4.0)).astype(dtype)
        yield Case("linalg.eigvalsh", hermitian, vjp="symmetric")
        yield Case("linalg.eigh", hermitian, expected=check_eigh, vjp=False)
        for shape in ((2, 5, 3), (3, 5), (4, 4)):
            y = numbers(dtype, *shape)
            yield Case("linalg.qr", y, expected=check_qr, vjp=False)
            yield Case("linalg.qr", y, mode="complete", expected=check_qr, vjp=False)
            if shape[-2] >= shape[-1]:
                yield Case("linalg.qr", y)
            yield Case("linalg.svdvals", y)
            yield Case("linalg.svd", y, full_matrices=False, expected=check_svd, vjp=False)
            yield Case("linalg.svd", y, expected=check_svd, vjp=False)
            yield Case("linalg.pinv", y, vjp=not complex_)
            yield Case("linalg.matrix_rank", y)
            for ord in ("fro", "nuc", 1, -1, 2, -2, np.inf, -np.inf):
                yield Case("linalg.matrix_norm", y, ord=ord, keepdims=ord == 1)
    singular = np.array([[1.0, 2], [2, 4]])
    yield Case("linalg.matrix_rank", singular)
    yield Case("linalg.pinv", singular, rtol=1e-6, vjp=False, expected=lambda x, rtol: np.linalg.pinv(x))


def check_eigh(x):
    """Vectors are free in sign, so products are compared."""
    def check(w, v):
        return [(w, np.linalg.eigvalsh(x)), ((v * w[..., None, :]) @ np.conj(np.swapaxes(v, -1, -2)), x)]
    return check


def check_qr(x, mode="reduced"):
    def check(q, r):
        want = np.linalg.qr(x, mode=mode)
        eye = np.broadcast_to(np.eye(q.shape[-1], dtype=q.dtype), want[0].swapaxes(-1, -2).shape[:-2] + (q.shape[-1],) * 2)
        assert q.shape == want[0].shape and r.shape == want[1].shape
        return [(q @ r, x), (np.conj(np.swapaxes(q, -1, -2)) @ q, eye), (np.tril(r, -1), np.zeros_like(r))]
    return check


def check_svd(x, full_matrices=True):
    def check(u, s, vh):
        want = np.linalg.svd(x, full_matrices=full_matrices)
        assert u.shape == want[0].shape and vh.shape == want[2].shape
        k = s.shape[-1]
        return [(s, want[1]), ((u[..., :k] * s[..., None, :]) @ vh[..., :k, :], x),
                (np.conj(np.swapaxes(u, -1, -2)) @ u, np.zeros_like(u[..., :1, :]) + np.eye(u.shape[-1], dtype=u.dtype))]
    return check


def empty():
    """Arrays without elements."""
    for dtype in (np.float32, np.float64, np.int32):
        x = numbers(dtype, 3, 0)
        for name in ("sum", "prod"):
            for axis in (None, 0, 1):
                yield Case(name, x, axis=axis)
        for name in ("all", "any", "count_nonzero"):
            yield Case(name, x, axis=1)
        for name in ("cumulative_sum", "cumulative_prod"):
            yield Case(name, x, axis=1)
            yield Case(name, x, axis=0)
            yield Case(name, x, axis=1, include_initial=True)
        for name in ("sort", "argsort"):
            yield Case(name, x, axis=1, expected=lambda x, axis, name=name: getattr(np, name)(x, axis=axis))
        yield Case("max", x, axis=0)
        yield Case("argmax", numbers(dtype, 0, 3), axis=1)
        yield Case("diff", x, axis=0)
        yield Case("diff", x, axis=1, expected=lambda x, axis: np.diff(x, axis=axis))
        yield Case("concat", [x, numbers(dtype, 3, 2)], axis=1)
        yield Case("stack", [x, x])
        yield Case("flip", x)
        yield Case("roll", x, 2, axis=1)
        yield Case("tile", x, (2, 2))
        yield Case("tile", numbers(dtype, 2), (0,))
        yield Case("repeat", numbers(dtype, 2, 3), 0, axis=1)
        yield Case("reshape", x, (0, 7))
        yield Case("broadcast_to", numbers(dtype, 1), (0, 1))
        yield Case("unstack", x, expected=lambda x: tuple(x))
        yield Case("take", numbers(dtype, 3, 2), np.array([], np.int64), axis=1)
        yield Case("take_along_axis", numbers(dtype, 3, 2), np.zeros((3, 0), np.int64), axis=1)
        yield Case("getitem", x, (slice(None, None, 2), Ellipsis), expected=lambda x, key: x[key])
        yield Case("getitem", numbers(dtype, 3, 2), np.array([], np.int64), expected=lambda x, key: x[key])
        yield Case("matmul", numbers(dtype, 3, 0), numbers(dtype, 0, 2))
        yield Case("matmul", numbers(dtype, 0, 3), numbers(dtype, 3, 2))
        yield Case("vecdot", x, x)
        yield Case("where", numbers(bool, 3, 0), x, 1)
        yield Case("tril", x)
        yield Case("searchsorted", numbers(dtype, 0), numbers(dtype, 3))
        yield Case("linalg.trace", numbers(dtype, 0, 0))
        yield Case("linalg.diagonal", numbers(dtype, 3, 0))
    for dtype in FLOATS:
        for name in ("mean", "var", "std"):
            yield Case(name, numbers(dtype, 3, 0), axis=1, vjp=False)
        yield Case("linalg.vector_norm", numbers(dtype, 3, 0), axis=1, vjp=False)
        yield Case("fft.fft", numbers(dtype, 0, 4))
        for name in ("cholesky", "inv", "det", "eigvalsh", "svdvals"):
            yield Case("linalg." + name, numbers(dtype, 0, 2, 2), vjp=False)


def further():
    from math import erf, erfc, gamma, lgamma

    def softmax(x, axis=-1):
        y = np.exp(x - x.max(axis=axis, keepdims=True))
        return y / y.sum(axis=axis, keepdims=True)

    def vectorized(f):
        return lambda x: np.vectorize(f)(x.astype(np.float64)).astype(x.dtype)

    for dtype in FLOATS:
        x = numbers(dtype, 3, 4)
        yield Case("cbrt", x)
        yield Case("erf", x, expected=vectorized(erf))
        yield Case("erfc", x, expected=vectorized(erfc))
        yield Case("lgamma", x + 3, expected=vectorized(lgamma))
        yield Case("logistic", x, expected=lambda x: 1 / (1 + np.exp(-x)))
        yield Case("rsqrt", x + 3, expected=lambda x: 1 / np.sqrt(x))
        yield Case("relu", x, expected=lambda x: np.maximum(x, 0))
        yield Case("gelu", x, expected=vectorized(lambda x: x * (1 + erf(x / 2**0.5)) / 2))
        yield Case("softmax", x, expected=softmax)
        yield Case("softmax", x, axis=0, expected=softmax)
        yield Case("logsumexp", x, axis=1, expected=lambda x, axis: np.log(np.exp(x).sum(axis=axis)))
        yield Case("logsumexp", x, keepdims=True, expected=lambda x, keepdims: np.log(np.exp(x).sum(keepdims=True)))
        yield Case("stop_gradient", x, expected=lambda x: x, vjp=False)
    yield Case("softmax", numbers("bfloat16", 3, 4), expected=softmax)
    yield Case("one_hot", np.array([[0, 3], [2, 7]]), 4, dtype="float32",
               expected=lambda x, n, dtype: (x[..., None] == np.arange(n)).astype(dtype))


def examples():
    """Programs of ExamplePrograms.cpp, with control flow."""
    def branch(x, y):
        return np.sin(x) * y if x.sum() > 0 else x + y

    def double_until(x):
        n = 0
        while x.sum() < 100:
            n, x = n + 1, x * 2
        return np.int64(n), x

    def iterate(x, w):
        for i in range(2, 7):
            x = np.tanh(w @ x + i * 0.1)
        return x

    def recur(h, w, xs):
        ys = []
        for x in xs:
            h = np.tanh(w @ h + x)
            ys.append(np.sin(h))
        return h, np.stack(ys)

    def recur_backward(h, w, xs):
        h, ys = recur(h, w, xs[::-1])
        return h, ys[::-1]

    def branch_in_loop(x, y):
        for _ in range(3):
            x = x - np.exp(y) if x.sum() > 0 else x * y + 1
        return x

    def second(x, y):
        return 3 * np.cos(x) * y * y

    def change_singular_values(x):
        u, s, vh = np.linalg.svd(x, full_matrices=False)
        return (u * np.tanh(s)) @ vh

    def change_eigenvalues(x):
        w, v = np.linalg.eigh(x)
        return (v * np.tanh(w)) @ v.T

    def transform(x, q, k, v, up, down):
        from math import erf

        def normalize(x):
            return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + np.array(1e-5, x.dtype))

        normal = normalize(x)
        scores = (normal @ q) @ (normal @ k).T / np.sqrt(x.shape[1]).astype(x.dtype)
        scores = np.where(np.tril(np.ones(scores.shape, bool)), scores, np.array(-1e30, x.dtype))
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        x = x + weights / weights.sum(-1, keepdims=True) @ (normal @ v)
        hidden = normalize(x) @ up
        return x + (hidden * (1 + np.vectorize(erf)(hidden / 2**0.5).astype(x.dtype)) / 2).astype(x.dtype) @ down

    for dtype in FLOATS:
        yield Case("example.transform", numbers(dtype, 5, 6), *[numbers(dtype, 6, 6) for _ in range(3)],
                   numbers(dtype, 6, 8), numbers(dtype, 8, 6), expected=transform)
        x, y = np.abs(numbers(dtype, 4)), numbers(dtype, 4)
        yield Case("example.branch", x, y, expected=branch)
        yield Case("example.branch", -x, y, expected=branch)
        yield Case("example.double_until", x, expected=double_until, vjp=False)
        yield Case("example.iterate", y, numbers(dtype, 4, 4), expected=iterate)
        for name, f in ("recur", recur), ("recur_backward", recur_backward):
            yield Case("example." + name, y, numbers(dtype, 4, 4), numbers(dtype, 6, 4), expected=f)
        yield Case("example.branch_in_loop", x, y, expected=branch_in_loop)
        yield Case("example.second_derivative", x, y, expected=second)
        for shape in ((3, 3), (4, 2), (2, 4)):
            yield Case("example.change_singular_values", numbers(dtype, *shape), expected=change_singular_values)
        a = numbers(dtype, 4, 4)
        yield Case("example.change_eigenvalues", a + a.T, expected=change_eigenvalues, vjp="symmetric")


GROUPS = {
    "unary": elementwise_unary, "binary": elementwise_binary, "statistical": statistical,
    "manipulation": manipulation, "creation": creation, "types": types, "indexing": indexing,
    "searching": searching, "fourier": fourier, "products": products, "matrices": matrices,
    "empty": empty, "further": further, "examples": examples,
}
