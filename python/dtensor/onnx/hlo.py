"""StableHLO's ops as functions of tensors, with NumPy's rules of broadcasting.

A Python number beside a tensor is a constant of the tensor's element type. The ops are written by
the current builder.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from .builder import Tensor, TensorType, current
from .element_types import BOOL, INT64, is_float, is_signed, largest, mlir_name, smallest
from .errors import NeedsConstant

Number = int | float | bool

# Elementwise ops of one operand, by the name of the function that writes them.
_UNARY = {
    "abs_": "stablehlo.abs",
    "negate": "stablehlo.negate",
    "exp": "stablehlo.exponential",
    "expm1": "stablehlo.exponential_minus_one",
    "log": "stablehlo.log",
    "log1p": "stablehlo.log_plus_one",
    "logistic": "stablehlo.logistic",
    "tanh": "stablehlo.tanh",
    "sin": "stablehlo.sine",
    "cos": "stablehlo.cosine",
    "sqrt": "stablehlo.sqrt",
    "rsqrt": "stablehlo.rsqrt",
    "floor": "stablehlo.floor",
    "ceil": "stablehlo.ceil",
    "round_even": "stablehlo.round_nearest_even",
    "sign": "stablehlo.sign",
    "not_": "stablehlo.not",
    "erf": "chlo.erf",
}


def unary(op: str, x: Tensor, dtype: np.dtype | None = None) -> Tensor:
    """An elementwise op of one operand."""
    return current().op(op, [x], [(dtype or x.dtype, x.shape)])[0]


def _unary_function(op: str) -> Callable[[Tensor], Tensor]:
    def function(x: Tensor) -> Tensor:
        return unary(op, x)

    function.__doc__ = f"`{op}`, element by element."
    return function


abs_, negate, exp, expm1, log, log1p, logistic, tanh, sin, cos, sqrt, rsqrt = (
    _unary_function(op) for op in list(_UNARY.values())[:12]
)
floor, ceil, round_even, sign, not_, erf = (
    _unary_function(op) for op in list(_UNARY.values())[12:]
)


def constant(value: np.ndarray | Number, dtype: np.dtype | None = None) -> Tensor:
    """A tensor that is known now."""
    array = np.asarray(value, dtype) if dtype is None or dtype.kind != "V" else np.asarray(
        value).astype(dtype)
    return Tensor(array.dtype, array.shape, constant=array)


def like(value: Tensor | Number, other: Tensor) -> Tensor:
    """The value itself, or a number as a scalar of `other`'s element type."""
    return value if isinstance(value, Tensor) else constant(value, other.dtype)


def known(value: Tensor, what: str) -> np.ndarray:
    """The elements of a value that must be known now. `what` names it in the error."""
    for array in (value.constant, value.initial):
        if array is not None:
            return array
    raise NeedsConstant(
        f"{what} must be a constant, since shapes must be known before the program runs",
        value.origins,
    )


def known_ints(value: Tensor, what: str) -> list[int]:
    """The elements of a value that must be known now, as integers."""
    return [int(element) for element in known(value, what).reshape(-1)]


#===------------------------------------------------------------------------===#
# Elementwise ops
#===------------------------------------------------------------------------===#


def broadcast_together(*values: Tensor) -> list[Tensor]:
    """The values, all of the same shape."""
    shape = np.broadcast_shapes(*(value.shape for value in values))
    return [broadcast(value, shape) for value in values]


def binary(op: str, a: Tensor | Number, b: Tensor | Number) -> Tensor:
    """An elementwise op of two operands of one element type."""
    a, b = like(a, b), like(b, a)
    a, b = broadcast_together(a, b)
    return current().op(op, [a, b], [(a.dtype, a.shape)])[0]


def compare(direction: str, a: Tensor | Number, b: Tensor | Number) -> Tensor:
    """A comparison by EQ, NE, LT, LE, GT or GE."""
    a, b = like(a, b), like(b, a)
    a, b = broadcast_together(a, b)
    attribute = f"comparison_direction = #stablehlo<comparison_direction {direction}>"
    return current().op("stablehlo.compare", [a, b], [(BOOL, a.shape)], attribute)[0]


def maximum(a: Tensor | Number, b: Tensor | Number) -> Tensor:
    return binary("stablehlo.maximum", a, b)


def minimum(a: Tensor | Number, b: Tensor | Number) -> Tensor:
    return binary("stablehlo.minimum", a, b)


def select(where: Tensor, a: Tensor | Number, b: Tensor | Number) -> Tensor:
    """Elements of `a` where the condition holds, of `b` elsewhere."""
    a, b = like(a, b), like(b, a)
    where, a, b = broadcast_together(where, a, b)
    return current().op("stablehlo.select", [where, a, b], [(a.dtype, a.shape)])[0]


def convert(x: Tensor, dtype: np.dtype) -> Tensor:
    """The elements in another type."""
    if x.dtype == dtype:
        return x
    if x.constant is not None and x.size == 1:
        return constant(x.constant.astype(dtype))
    return unary("stablehlo.convert", x, dtype)


def _operator(op: str) -> tuple[Callable, Callable]:
    return (lambda a, b: binary(op, a, b)), (lambda a, b: binary(op, b, a))


Tensor.__add__, Tensor.__radd__ = _operator("stablehlo.add")
Tensor.__sub__, Tensor.__rsub__ = _operator("stablehlo.subtract")
Tensor.__mul__, Tensor.__rmul__ = _operator("stablehlo.multiply")
Tensor.__truediv__, Tensor.__rtruediv__ = _operator("stablehlo.divide")
Tensor.__mod__, Tensor.__rmod__ = _operator("stablehlo.remainder")
Tensor.__and__, Tensor.__rand__ = _operator("stablehlo.and")
Tensor.__or__, Tensor.__ror__ = _operator("stablehlo.or")
Tensor.__xor__, Tensor.__rxor__ = _operator("stablehlo.xor")
Tensor.__pow__, Tensor.__rpow__ = _operator("stablehlo.power")
Tensor.__neg__ = negate
Tensor.__invert__ = not_
Tensor.__eq__ = lambda a, b: compare("EQ", a, b)
Tensor.__ne__ = lambda a, b: compare("NE", a, b)
Tensor.__lt__ = lambda a, b: compare("LT", a, b)
Tensor.__le__ = lambda a, b: compare("LE", a, b)
Tensor.__gt__ = lambda a, b: compare("GT", a, b)
Tensor.__ge__ = lambda a, b: compare("GE", a, b)
Tensor.__hash__ = object.__hash__


#===------------------------------------------------------------------------===#
# Shapes
#===------------------------------------------------------------------------===#


def _i64s(values: Sequence[int]) -> str:
    return f"array<i64{': ' if values else ''}{', '.join(str(int(v)) for v in values)}>"


def broadcast_in_dim(x: Tensor, shape: Sequence[int], dims: Sequence[int]) -> Tensor:
    """The tensor with axis `i` at position `dims[i]` of the shape; other axes repeat it."""
    shape = tuple(int(extent) for extent in shape)
    if x.constant is not None and x.size == 1 and np.prod(shape, dtype=np.int64) > 0:
        return constant(np.broadcast_to(x.constant.reshape(()), shape))
    attribute = f"broadcast_dimensions = {_i64s(dims)}"
    return current().op("stablehlo.broadcast_in_dim", [x], [(x.dtype, shape)], attribute)[0]


def broadcast(x: Tensor, shape: Sequence[int]) -> Tensor:
    """The tensor repeated to a shape, by NumPy's rules."""
    shape = tuple(int(extent) for extent in shape)
    if x.shape == shape:
        return x
    return broadcast_in_dim(x, shape, range(len(shape) - x.rank, len(shape)))


def full(shape: Sequence[int], value: Number, dtype: np.dtype) -> Tensor:
    """A tensor of one number."""
    return broadcast(constant(value, dtype), shape)


def reshape(x: Tensor, shape: Sequence[int]) -> Tensor:
    """The elements in the same order in another shape, of which one extent may be -1."""
    shape = [int(extent) for extent in shape]
    if -1 in shape:
        rest = int(np.prod([extent for extent in shape if extent != -1], dtype=np.int64))
        shape[shape.index(-1)] = x.size // rest if rest else 0
    if tuple(shape) == x.shape:
        return x
    if x.constant is not None:
        return constant(x.constant.reshape(shape))
    return current().op("stablehlo.reshape", [x], [(x.dtype, tuple(shape))])[0]


def expand_dims(x: Tensor, *axes: int) -> Tensor:
    """The tensor with new axes of extent 1 at these positions of the result."""
    rank = x.rank + len(axes)
    new = {axis % rank for axis in axes}
    rest = iter(x.shape)
    return reshape(x, [1 if axis in new else next(rest) for axis in range(rank)])


def squeeze(x: Tensor, *axes: int) -> Tensor:
    """The tensor without these axes, which have extent 1."""
    gone = {axis % x.rank for axis in axes}
    return reshape(x, [extent for axis, extent in enumerate(x.shape) if axis not in gone])


def transpose(x: Tensor, order: Sequence[int]) -> Tensor:
    """The tensor with its axes in another order."""
    order = list(order)
    if order == list(range(x.rank)):
        return x
    if x.constant is not None:
        return constant(x.constant.transpose(order))
    shape = tuple(x.shape[axis] for axis in order)
    attribute = f"permutation = {_i64s(order)}"
    return current().op("stablehlo.transpose", [x], [(x.dtype, shape)], attribute)[0]


def move_axis(x: Tensor, source: int, destination: int) -> Tensor:
    """The tensor with one axis at another position."""
    order = [axis for axis in range(x.rank) if axis != source % x.rank]
    order.insert(destination % x.rank, source % x.rank)
    return transpose(x, order)


def concatenate(parts: Sequence[Tensor], axis: int) -> Tensor:
    """The tensors after each other along an axis."""
    if len(parts) == 1:
        return parts[0]
    axis %= parts[0].rank
    shape = list(parts[0].shape)
    shape[axis] = sum(part.shape[axis] for part in parts)
    attribute = f"dimension = {axis} : i64"
    result = (parts[0].dtype, tuple(shape))
    return current().op("stablehlo.concatenate", list(parts), [result], attribute)[0]


def slice_(
    x: Tensor, starts: Sequence[int], limits: Sequence[int], strides: Sequence[int] | None = None
) -> Tensor:
    """The elements from `starts` to before `limits`, at steps of at least 1."""
    strides = strides or [1] * x.rank
    shape = tuple(
        max(0, -(-(limit - start) // stride))
        for start, limit, stride in zip(starts, limits, strides)
    )
    if shape == x.shape:
        return x
    attribute = (
        f"start_indices = {_i64s(starts)}, limit_indices = {_i64s(limits)}, "
        f"strides = {_i64s(strides)}"
    )
    return current().op("stablehlo.slice", [x], [(x.dtype, shape)], attribute)[0]


def slice_axis(x: Tensor, axis: int, start: int, limit: int, stride: int = 1) -> Tensor:
    """A slice of one axis."""
    axis %= x.rank
    starts, limits, strides = [0] * x.rank, list(x.shape), [1] * x.rank
    starts[axis], limits[axis], strides[axis] = start, limit, stride
    return slice_(x, starts, limits, strides)


def pad(
    x: Tensor,
    low: Sequence[int],
    high: Sequence[int],
    value: Tensor | Number = 0,
    interior: Sequence[int] | None = None,
) -> Tensor:
    """The tensor with a value around it, or without some of its edges where extents are negative."""
    interior = interior or [0] * x.rank
    if not any(low) and not any(high) and not any(interior):
        return x
    shape = tuple(
        before + extent + max(extent - 1, 0) * between + after
        for extent, before, after, between in zip(x.shape, low, high, interior)
    )
    attribute = (
        f"edge_padding_low = {_i64s(low)}, edge_padding_high = {_i64s(high)}, "
        f"interior_padding = {_i64s(interior)}"
    )
    return current().op("stablehlo.pad", [x, like(value, x)], [(x.dtype, shape)], attribute)[0]


def reverse(x: Tensor, *axes: int) -> Tensor:
    """The tensor with the order along some axes reversed."""
    if not axes:
        return x
    attribute = f"dimensions = {_i64s([axis % x.rank for axis in axes])}"
    return current().op("stablehlo.reverse", [x], [(x.dtype, x.shape)], attribute)[0]


def iota(shape: Sequence[int], axis: int, dtype: np.dtype = INT64) -> Tensor:
    """The position along an axis, at each element."""
    attribute = f"iota_dimension = {axis % len(shape)} : i64"
    return current().op("stablehlo.iota", [], [(dtype, tuple(shape))], attribute)[0]


def bitcast(x: Tensor, dtype: np.dtype) -> Tensor:
    """The same bits in another element type of the same width."""
    return unary("stablehlo.bitcast_convert", x, dtype)


#===------------------------------------------------------------------------===#
# Reductions and windows
#===------------------------------------------------------------------------===#


def identity_of(op: str, dtype: np.dtype) -> Number:
    """The number that does not change the others under add, multiply, maximum, minimum, or, and."""
    if op in ("maximum", "minimum"):
        sign_of = -1 if op == "maximum" else 1
        if is_float(dtype) and dtype.name not in ("float8_e4m3fn", "float8_e4m3fnuz"):
            return sign_of * np.inf
        return smallest(dtype) if op == "maximum" else largest(dtype)
    return {"add": 0, "multiply": 1, "or": False, "and": True}[op]


def _combine(op: str, dtype: np.dtype):
    """The region that combines two scalars."""
    builder = current()
    with builder.region([(dtype, ()), (dtype, ())]) as body:
        builder.returns(builder.op(f"stablehlo.{op}", body.arguments, [(dtype, ())]))
    return body


def reduce(x: Tensor, op: str, axes: Sequence[int], keep: bool = False) -> Tensor:
    """Combines all elements along some axes, which are kept with extent 1 if `keep` is set."""
    axes = sorted(axis % x.rank for axis in axes)
    shape = tuple(extent for axis, extent in enumerate(x.shape) if axis not in axes)
    if axes:
        initial = constant(identity_of(op, x.dtype), x.dtype)
        body = _combine(op, x.dtype)
        attribute = f"dimensions = {_i64s(axes)}"
        x = current().op(
            "stablehlo.reduce", [x, initial], [(x.dtype, shape)], attribute, [body])[0]
    return expand_dims(x, *axes) if keep and axes else x


def reduce_sum(x: Tensor, axes: Sequence[int], keep: bool = False) -> Tensor:
    return reduce(x, "add", axes, keep)


def reduce_max(x: Tensor, axes: Sequence[int], keep: bool = False) -> Tensor:
    return reduce(x, "or" if x.dtype == BOOL else "maximum", axes, keep)


def reduce_mean(x: Tensor, axes: Sequence[int], keep: bool = False) -> Tensor:
    count = int(np.prod([x.shape[axis] for axis in axes], dtype=np.int64))
    return reduce_sum(x, axes, keep) / count


def _keep_better(direction: str, dtype: np.dtype, last: bool):
    """The region that keeps the better one of two values with positions."""
    builder = current()
    with builder.region([(dtype, ()), (INT64, ()), (dtype, ()), (INT64, ())]) as body:
        a, i, b, j = body.arguments
        better = compare(direction, a, b)
        if is_float(dtype):
            better = better | (a != a)
        takes_a = better | ((a == b) & (compare("GT" if last else "LT", i, j)))
        builder.returns([select(better, a, b), select(takes_a, i, j)])
    return body


def arg_reduce(x: Tensor, axis: int, direction: str = "GT", last: bool = False) -> Tensor:
    """The position of the largest (GT) or smallest (LT) element along an axis, the first of equal
    ones, or the last."""
    axis %= x.rank
    shape = tuple(extent for i, extent in enumerate(x.shape) if i != axis)
    initial = constant(identity_of("maximum" if direction == "GT" else "minimum", x.dtype), x.dtype)
    operands = [x, iota(x.shape, axis), initial, constant(-1 if last else x.shape[axis], INT64)]
    body = _keep_better(direction, x.dtype, last)
    attribute = f"dimensions = {_i64s([axis])}"
    results: list[TensorType] = [(x.dtype, shape), (INT64, shape)]
    return current().op("stablehlo.reduce", operands, results, attribute, [body])[1]


def window_extent(extent: int, size: int, stride: int, dilation: int, pads: tuple[int, int]) -> int:
    """How many positions a window has along an axis."""
    room = extent + sum(pads) - (dilation * (size - 1) + 1)
    return 0 if room < 0 else room // stride + 1


def reduce_window(
    x: Tensor,
    op: str,
    sizes: Sequence[int],
    strides: Sequence[int] | None = None,
    dilations: Sequence[int] | None = None,
    pads: Sequence[tuple[int, int]] | None = None,
) -> Tensor:
    """Combines the elements in each position of a window; padding does not count."""
    strides, dilations = strides or [1] * x.rank, dilations or [1] * x.rank
    pads = pads or [(0, 0)] * x.rank
    shape = tuple(map(window_extent, x.shape, sizes, strides, dilations, pads))
    initial = constant(identity_of(op, x.dtype), x.dtype)
    attribute = window_attributes(sizes, strides, dilations, pads)
    body = _combine(op, x.dtype)
    return current().op(
        "stablehlo.reduce_window", [x, initial], [(x.dtype, shape)], attribute, [body])[0]


def window_attributes(
    sizes: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    pads: Sequence[tuple[int, int]],
) -> str:
    """The attributes of `reduce_window`."""
    return (
        f"window_dimensions = {_i64s(sizes)}, window_strides = {_i64s(strides)}, "
        f"base_dilations = {_i64s([1] * len(sizes))}, window_dilations = {_i64s(dilations)}, "
        f"padding = {_padding(pads)}"
    )


def _padding(pads: Sequence[tuple[int, int]]) -> str:
    pairs = ", ".join(f"[{low}, {high}]" for low, high in pads)
    return f"dense<{f'[{pairs}]' if pads else ''}> : tensor<{len(pads)}x2xi64>"


def scan(x: Tensor, op: str, axis: int, reverse_: bool = False) -> Tensor:
    """Combines, at each position, all elements up to it (or from it, if `reverse_` is set)."""
    axis %= x.rank
    extent = x.shape[axis]
    if extent == 0:
        return x
    sizes = [extent if i == axis else 1 for i in range(x.rank)]
    edge = (0, extent - 1) if reverse_ else (extent - 1, 0)
    return reduce_window(
        x, op, sizes, pads=[edge if i == axis else (0, 0) for i in range(x.rank)])


#===------------------------------------------------------------------------===#
# Contractions
#===------------------------------------------------------------------------===#


def dot_general(
    a: Tensor,
    b: Tensor,
    batch: tuple[Sequence[int], Sequence[int]],
    contract: tuple[Sequence[int], Sequence[int]],
) -> Tensor:
    """Products summed over the contracted axes. The result has the batch axes, then the other axes
    of `a`, then those of `b`."""
    shape = [a.shape[axis] for axis in batch[0]]
    for value, of_batch, contracted in ((a, batch[0], contract[0]), (b, batch[1], contract[1])):
        used = {*of_batch, *contracted}
        shape += [extent for axis, extent in enumerate(value.shape) if axis not in used]
    lists = {
        "lhs_batching_dimensions": batch[0],
        "rhs_batching_dimensions": batch[1],
        "lhs_contracting_dimensions": contract[0],
        "rhs_contracting_dimensions": contract[1],
    }
    dims = ", ".join(f"{name} = [{', '.join(map(str, axes))}]" for name, axes in lists.items())
    attribute = f"dot_dimension_numbers = #stablehlo.dot<{dims}>"
    return current().op("stablehlo.dot_general", [a, b], [(a.dtype, tuple(shape))], attribute)[0]


def matmul(a: Tensor, b: Tensor) -> Tensor:
    """The matrix product, by the rules of `numpy.matmul`."""
    if a.rank == 1:
        return squeeze(matmul(expand_dims(a, 0), b), -2 if b.rank > 1 else -1)
    if b.rank == 1:
        return squeeze(matmul(a, expand_dims(b, 1)), -1)
    if b.rank == 2:
        return dot_general(a, b, ((), ()), ((a.rank - 1,), (0,)))
    batch = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a, b = broadcast(a, (*batch, *a.shape[-2:])), broadcast(b, (*batch, *b.shape[-2:]))
    axes = tuple(range(len(batch)))
    return dot_general(a, b, (axes, axes), ((a.rank - 1,), (b.rank - 2,)))


def convolution(
    x: Tensor,
    kernel: Tensor,
    strides: Sequence[int],
    pads: Sequence[tuple[int, int]],
    base_dilations: Sequence[int] | None = None,
    kernel_dilations: Sequence[int] | None = None,
    groups: int = 1,
) -> Tensor:
    """Slides a kernel [output channels, channels of a group, ...] over [batch, channels, ...]."""
    spatial = x.rank - 2
    base = base_dilations or [1] * spatial
    dilations = kernel_dilations or [1] * spatial
    extents = [(extent - 1) * step + 1 if extent else 0 for extent, step in zip(x.shape[2:], base)]
    shape = (x.shape[0], kernel.shape[0],
             *map(window_extent, extents, kernel.shape[2:], strides, dilations, pads))
    axes = ", ".join(map(str, range(spatial)))
    axes = f", {axes}" if axes else ""
    attribute = (
        f"dimension_numbers = #stablehlo.conv<[b, f{axes}]x[o, i{axes}]->[b, f{axes}]>, "
        f"window_strides = {_i64s(strides)}, padding = {_padding(pads)}, "
        f"lhs_dilation = {_i64s(base)}, rhs_dilation = {_i64s(dilations)}, "
        f"feature_group_count = {groups} : i64, batch_group_count = 1 : i64"
    )
    return current().op("stablehlo.convolution", [x, kernel], [(x.dtype, shape)], attribute)[0]


#===------------------------------------------------------------------------===#
# Elements at positions that are data
#===------------------------------------------------------------------------===#


def gather(x: Tensor, indices: Tensor, shape: Sequence[int], sizes: Sequence[int], **dims) -> Tensor:
    """Slices of these sizes at positions of `indices`. `dims` are StableHLO's dimension numbers."""
    attribute = (
        f"dimension_numbers = #stablehlo.gather<{_dims(dims)}>, slice_sizes = {_i64s(sizes)}, "
        "indices_are_sorted = false"
    )
    return current().op("stablehlo.gather", [x, indices], [(x.dtype, tuple(shape))], attribute)[0]


def _dims(dims: dict[str, Sequence[int] | int]) -> str:
    return ", ".join(
        f"{name} = {value if isinstance(value, int) else list(value)}"
        for name, value in dims.items()
    )


def wrap_indices(indices: Tensor, extent: int) -> Tensor:
    """Positions of which negative ones count from the end."""
    if indices.constant is not None:
        return constant(np.where(indices.constant < 0, indices.constant + extent,
                                 indices.constant).astype(indices.dtype))
    return select(indices < 0, indices + extent, indices) if _may_be_negative(indices) else indices


def _may_be_negative(indices: Tensor) -> bool:
    return is_signed(indices.dtype)


def take(x: Tensor, indices: Tensor, axis: int) -> Tensor:
    """The slices of an axis at positions that are data (`numpy.take`)."""
    axis %= x.rank
    shape = (*x.shape[:axis], *indices.shape, *x.shape[axis + 1:])
    offsets = [i for i in range(len(shape)) if not axis <= i < axis + indices.rank]
    sizes = [1 if i == axis else extent for i, extent in enumerate(x.shape)]
    return gather(
        x, indices, shape, sizes, offset_dims=offsets, collapsed_slice_dims=[axis],
        start_index_map=[axis], index_vector_dim=indices.rank)


def take_along_axis(x: Tensor, indices: Tensor, axis: int) -> Tensor:
    """One element of each row along an axis, at positions that are data. Other axes of `indices`
    may be shorter than those of `x`."""
    axis %= x.rank
    x = slice_(x, [0] * x.rank,
               [extent if i == axis else indices.shape[i] for i, extent in enumerate(x.shape)])
    others = [i for i in range(x.rank) if i != axis]
    return gather(
        x, expand_dims(indices, indices.rank), indices.shape, [1] * x.rank,
        collapsed_slice_dims=[axis], operand_batching_dims=others,
        start_indices_batching_dims=others, start_index_map=[axis], index_vector_dim=x.rank)


def scatter(
    x: Tensor, indices: Tensor, updates: Tensor, reduction: str | None, **dims
) -> Tensor:
    """The tensor with updates at positions that are data: combined by add, multiply, maximum or
    minimum with what is there, or instead of it."""
    builder = current()
    with builder.region([(x.dtype, ()), (x.dtype, ())]) as body:
        old, new = body.arguments
        builder.returns([binary(f"stablehlo.{reduction}", old, new) if reduction else new])
    attribute = (
        f"scatter_dimension_numbers = #stablehlo.scatter<{_dims(dims)}>, "
        "indices_are_sorted = false, unique_indices = false"
    )
    return builder.op(
        "stablehlo.scatter", [x, indices, updates], [(x.dtype, x.shape)], attribute, [body])[0]


def sort(values: Sequence[Tensor], axis: int, descending: bool = False) -> list[Tensor]:
    """The values in the order of the first one along an axis; equal ones keep their order."""
    builder = current()
    types = [(value.dtype, ()) for value in values for _ in range(2)]
    with builder.region(types) as body:
        builder.returns([compare("GT" if descending else "LT", *body.arguments[:2])])
    attribute = f"dimension = {axis % values[0].rank} : i64, is_stable = true"
    results = [(value.dtype, value.shape) for value in values]
    return builder.op("stablehlo.sort", values, results, attribute, [body])


def top_k(x: Tensor, k: int) -> list[Tensor]:
    """The k largest elements along the last axis in descending order, and their positions."""
    shape = (*x.shape[:-1], k)
    return current().op("chlo.top_k", [x], [(x.dtype, shape), (np.dtype(np.int32), shape)],
                        f"k = {k} : i64")


#===------------------------------------------------------------------------===#
# Slices at positions that are data
#===------------------------------------------------------------------------===#


def dynamic_slice(x: Tensor, starts: Sequence[Tensor], sizes: Sequence[int]) -> Tensor:
    """The slice of these sizes from positions that are scalars."""
    return current().op("stablehlo.dynamic_slice", [x, *starts], [(x.dtype, tuple(sizes))],
                        f"slice_sizes = {_i64s(sizes)}")[0]


def dynamic_update_slice(x: Tensor, update: Tensor, starts: Sequence[Tensor]) -> Tensor:
    """The tensor with another one written over it, from positions that are scalars."""
    return current().op(
        "stablehlo.dynamic_update_slice", [x, update, *starts], [(x.dtype, x.shape)])[0]


def slice_at(x: Tensor, position: Tensor, axis: int = 0) -> Tensor:
    """The slice at one position of an axis, without this axis."""
    axis %= x.rank
    zero = constant(0, position.dtype)
    starts = [position if i == axis else zero for i in range(x.rank)]
    sizes = [1 if i == axis else extent for i, extent in enumerate(x.shape)]
    return squeeze(dynamic_slice(x, starts, sizes), axis)


def write_at(x: Tensor, update: Tensor, position: Tensor, axis: int = 0) -> Tensor:
    """The tensor with another slice at one position of an axis."""
    axis %= x.rank
    zero = constant(0, position.dtype)
    starts = [position if i == axis else zero for i in range(x.rank)]
    return dynamic_update_slice(x, expand_dims(update, axis), starts)


#===------------------------------------------------------------------------===#
# Control flow
#===------------------------------------------------------------------------===#


def while_(
    carried: Sequence[Tensor],
    condition: Callable[..., Tensor],
    body: Callable[..., Sequence[Tensor]],
) -> list[Tensor]:
    """Applies the body to the carried values as long as the condition holds for them."""
    builder = current()
    types = [(value.dtype, value.shape) for value in carried]
    with builder.region(types) as test:
        builder.returns([condition(*test.arguments)])
    with builder.region(types) as step:
        builder.returns(body(*step.arguments))
    return builder.op("stablehlo.while", carried, types, regions=[test, step])


def for_(count: int, carried: Sequence[Tensor], body: Callable[..., Sequence[Tensor]]) -> list[Tensor]:
    """Applies the body to a counter and the carried values `count` times."""
    zero = constant(0, INT64)
    results = while_(
        [zero, *carried],
        lambda i, *_: i < count,
        lambda i, *values: [i + 1, *body(i, *values)],
    )
    return results[1:]


def if_(
    where: Tensor,
    then: Callable[[], Sequence[Tensor]],
    otherwise: Callable[[], Sequence[Tensor]],
) -> list[Tensor]:
    """The results of one of two functions, by a scalar condition."""
    builder = current()
    branches, types = [], []
    for function in (then, otherwise):
        with builder.region() as branch:
            results = list(function())
            builder.returns(results)
        branches.append(branch)
        types.append([(value.dtype, value.shape) for value in results])
    if types[0] != types[1]:
        shown = [" and ".join(f"{list(shape)} {mlir_name(dtype)}" for dtype, shape in each)
                 for each in types]
        raise NeedsConstant(
            f"the condition must be a constant, since its branches return {shown[0]} here and "
            f"{shown[1]} there", where.origins)
    return builder.op("stablehlo.if", [where], types[0], regions=branches)


#===------------------------------------------------------------------------===#
# Complex numbers and Fourier transforms
#===------------------------------------------------------------------------===#


def complex_(real: Tensor, imaginary: Tensor) -> Tensor:
    dtype = np.dtype(np.complex64 if real.dtype == np.float32 else np.complex128)
    return current().op("stablehlo.complex", [real, imaginary], [(dtype, real.shape)])[0]


def real(x: Tensor) -> Tensor:
    return unary("stablehlo.real", x, np.dtype(np.float32 if x.dtype == np.complex64 else np.float64))


def imag(x: Tensor) -> Tensor:
    return unary("stablehlo.imag", x, np.dtype(np.float32 if x.dtype == np.complex64 else np.float64))


def fft(x: Tensor, inverse: bool = False) -> Tensor:
    """The Fourier transform of complex numbers along the last axis."""
    attribute = (
        f"fft_type = #stablehlo<fft_type {'IFFT' if inverse else 'FFT'}>, "
        f"fft_length = {_i64s([x.shape[-1]])}"
    )
    return current().op("stablehlo.fft", [x], [(x.dtype, x.shape)], attribute)[0]
