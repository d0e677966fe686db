"""Loops and conditions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..builder import Tensor, current
from ..element_types import INT64, mlir_name
from ..errors import NeedsConstant
from .constants import constant


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


def for_(
    count: int, carried: Sequence[Tensor], body: Callable[..., Sequence[Tensor]]
) -> list[Tensor]:
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
        shown = [
            " and ".join(f"{list(shape)} {mlir_name(dtype)}" for dtype, shape in each)
            for each in types
        ]
        raise NeedsConstant(
            f"the condition must be a constant, since its branches return {shown[0]} here and "
            f"{shown[1]} there",
            where.origins,
        )
    return builder.op("stablehlo.if", [where], types[0], regions=branches)
