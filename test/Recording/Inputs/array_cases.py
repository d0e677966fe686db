"""Calls of functions that make, move and find elements."""
import numpy as np
from case import FLOATS, Case, numbers, rng, specials


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
