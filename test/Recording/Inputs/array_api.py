"""The array API standard's names, for versions of NumPy that lack them."""
import numpy as np

NAMES = {
    "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin, "asinh": np.arcsinh, "atan": np.arctan,
    "atan2": np.arctan2, "atanh": np.arctanh, "bitwise_invert": np.invert,
    "bitwise_left_shift": np.left_shift, "bitwise_right_shift": np.right_shift, "concat": np.concatenate,
    "permute_dims": np.transpose, "pow": np.power, "linalg.matmul": np.matmul, "linalg.outer": np.outer,
    "linalg.tensordot": np.tensordot,
}


def define(name):
    return lambda function: NAMES.setdefault(name, function)


define("astype")(lambda x, dtype: x.astype(dtype))
define("matrix_transpose")(lambda x: np.swapaxes(x, -1, -2))
define("linalg.matrix_transpose")(lambda x: np.swapaxes(x, -1, -2))
define("linalg.cross")(lambda x, y, axis=-1: np.cross(x, y, axis=axis))
define("linalg.svdvals")(lambda x: np.linalg.svd(x, compute_uv=False))
define("linalg.diagonal")(lambda x, offset=0: np.diagonal(x, offset, -2, -1))
define("linalg.trace")(lambda x, offset=0: np.trace(x, offset, -2, -1))
define("linalg.matrix_norm")(
    lambda x, ord="fro", keepdims=False: np.linalg.norm(x, ord, axis=(-2, -1), keepdims=keepdims))


for rounding in (np.ceil, np.floor, np.trunc):
    define(rounding.__name__)(lambda x, f=rounding: f(x) if x.dtype.kind == "f" else x)
define("clip")(lambda x, min=None, max=None: np.clip(x, min, max))


@define("sign")
def sign(x):
    """Of complex numbers, x / |x|."""
    if x.dtype.kind != "c":
        return np.sign(x)
    return np.where(x == 0, 0, x / np.where(x == 0, 1, np.abs(x))).astype(x.dtype)


@define("floor_divide")
def floor_divide(x, y):
    """By an infinite divisor, the standard asks for a zero where NumPy has -1."""
    result = np.floor_divide(x, y)
    if result.dtype.kind != "f":
        return result
    return np.where(np.isinf(y) & np.isfinite(x), np.divide(x, y), result).astype(result.dtype)


@define("vecdot")
def vecdot(x, y, axis=-1):
    x, y = np.broadcast_arrays(x, y)
    return np.sum(np.conj(x) * y, axis=axis, dtype=np.result_type(x, y))


NAMES["linalg.vecdot"] = vecdot


def accumulate(function):
    def accumulated(x, axis=None, include_initial=False):
        axis = 0 if axis is None else axis
        result = function(x, axis=axis)
        if include_initial:
            shape = [1 if k == axis % x.ndim else n for k, n in enumerate(x.shape)]
            initial = np.full(shape, function is np.cumprod, result.dtype)
            result = np.concatenate([initial, result], axis)
        return result

    return accumulated


NAMES["cumulative_sum"] = accumulate(np.cumsum)
NAMES["cumulative_prod"] = accumulate(np.cumprod)


@define("linalg.vector_norm")
def vector_norm(x, axis=None, keepdims=False, ord=2):
    axes = tuple(range(x.ndim)) if axis is None else (axis,)
    moved = np.moveaxis(x, axes, range(len(axes)))
    moved = moved.reshape((-1,) + moved.shape[len(axes):])
    result = np.linalg.norm(moved, ord, axis=0)
    if keepdims:
        result = result.reshape([1 if k in {a % x.ndim for a in axes} else n for k, n in enumerate(x.shape)])
    return np.asarray(result, x.real.dtype)


@define("linalg.cholesky")
def cholesky(x, upper=False):
    lower = np.linalg.cholesky(x)
    return np.conj(np.swapaxes(lower, -1, -2)) if upper else lower


NARROW = {"float32", "complex64"}


def transform(function):
    """Results of NumPy 1 are wide; the standard has them as wide as `x`."""
    def transformed(x, **kwargs):
        result = function(x, **kwargs)
        kind = "complex64" if result.dtype.kind == "c" else "float32"
        return result.astype(kind) if x.dtype.name in NARROW else result

    return transformed


def find(name):
    """The function of this name."""
    if name in NAMES:
        return NAMES[name]
    if name.startswith("fft."):
        return transform(getattr(np.fft, name[4:]))
    found = np
    for part in name.split("."):
        found = getattr(found, part)
    return found
