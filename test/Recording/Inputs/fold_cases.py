"""Calls of statistical functions, and calls of arrays without elements."""
import numpy as np
from case import FLOATS, Case, numbers, specials


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
