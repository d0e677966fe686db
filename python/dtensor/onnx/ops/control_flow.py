"""If, Loop and Scan: as control flow of the program, or taken apart while it is read."""

from collections.abc import Sequence

from .. import hlo
from ..builder import Tensor, current
from ..element_types import BOOL, INT64
from ..errors import NeedsConstant, UnsupportedOp
from ..registry import reads


@reads("If")
def if_(condition, *, then_branch, else_branch, node):
    known = condition.constant
    if known is not None:
        return tuple(node.run(then_branch if bool(known.reshape(())) else else_branch, []))
    return tuple(
        hlo.if_(
            hlo.reshape(condition, ()),
            lambda: _tensors(node.run(then_branch, [])),
            lambda: _tensors(node.run(else_branch, [])),
        )
    )


def _tensors(values: Sequence[object]) -> list[Tensor]:
    for value in values:
        if not isinstance(value, Tensor):
            raise NeedsConstant("control flow of the program cannot have sequences and optionals")
    return list(values)


# ===------------------------------------------------------------------------===#
# Loop
# ===------------------------------------------------------------------------===#


@reads("Loop")
def loop(count, condition, *carried, body, node):
    starts = True if condition is None else _scalar(condition)
    trips = None if count is None else _scalar(count)
    if starts is False:
        trips = 0
    num_scanned = len(body.output) - 1 - len(carried)
    try:
        if num_scanned and (trips is None or starts is None):
            raise NeedsConstant("the number of trips decides the shape of a result")
        if trips == 0:
            return _unrolled_loop(0, carried, body, node)
        return _while_loop(count, condition, trips, _tensors(carried), body, node)
    except NeedsConstant as error:
        if trips is not None and starts is not None:
            return _unrolled_loop(int(trips), carried, body, node)
        deciding = [v.origins for v in (count, condition) if v is not None and v.constant is None]
        raise NeedsConstant(
            f"the trip count and the condition must be constants, since {error}",
            frozenset().union(*deciding),
        ) from error


def _scalar(value: Tensor) -> object:
    """The element of a tensor, if it is known."""
    return None if value.constant is None else value.constant.reshape(()).item()


def _while_loop(count, condition, trips, carried, body, node):
    """A loop of the program. Values of each trip are written into tensors of all trips."""
    limit = None if count is None else hlo.convert(hlo.reshape(count, ()), INT64)
    goes_on = hlo.constant(True, BOOL) if condition is None else hlo.reshape(condition, ())
    scanned = [
        hlo.full((trips, *shape), 0, dtype)
        for dtype, shape in _scanned_types(carried, goes_on, body, node)
    ]

    def test(i, goes_on, *_):
        return goes_on if limit is None else goes_on & (i < limit)

    def step(i, goes_on, *values):
        old, collected = values[: len(carried)], values[len(carried) :]
        next_, *results = _tensors(node.run(body, [i, goes_on, *old]))
        if scanned and not _always_goes_on(next_, goes_on):
            raise NeedsConstant("the number of trips decides the shape of a result")
        new, made = results[: len(carried)], results[len(carried) :]
        for before, after in zip(old, new):
            if before.type != after.type:
                raise NeedsConstant(f"a value changes from {before.type} to {after.type}")
        return [
            i + 1,
            hlo.reshape(next_, ()),
            *new,
            *(hlo.write_at(all_, one, i) for all_, one in zip(collected, made)),
        ]

    results = hlo.while_([hlo.constant(0, INT64), goes_on, *carried, *scanned], test, step)
    return tuple(results[2:])


def _always_goes_on(next_: Tensor, goes_on: Tensor) -> bool:
    return next_ is goes_on or (next_.constant is not None and bool(next_.constant.reshape(())))


def _scanned_types(carried, goes_on, body, node):
    """The types of the values of a trip, found by reading the body once for nothing."""
    if len(body.output) == 1 + len(carried):
        return []
    with current().region():
        results = _tensors(
            node.run(
                body,
                [
                    current().argument(INT64, ()),
                    goes_on,
                    *(current().argument(value.dtype, value.shape) for value in carried),
                ],
            )
        )
    return [(value.dtype, value.shape) for value in results[1 + len(carried) :]]


def _unrolled_loop(count: int, carried, body, node):
    """The trips one after the other, for values whose types change from trip to trip."""
    values = list(carried)
    num_scanned = len(body.output) - 1 - len(values)
    collected: list[list[Tensor]] = [[] for _ in range(num_scanned)]
    for i in range(count):
        next_, *results = node.run(
            body, [hlo.constant(i, INT64), hlo.constant(True, BOOL), *values]
        )
        values = results[: len(values)]
        for all_, one in zip(collected, results[len(values) :]):
            all_.append(one)
        if not bool(hlo.known(next_, "the condition that the body returns").reshape(())):
            break
    if num_scanned and not collected[0]:
        raise UnsupportedOp("a loop of no trips cannot return a value of each trip")
    stacked = [hlo.concatenate([hlo.expand_dims(one, 0) for one in all_], 0) for all_ in collected]
    return (*values, *stacked)


# ===------------------------------------------------------------------------===#
# Scan
# ===------------------------------------------------------------------------===#


@reads("Scan")
def scan(
    *inputs,
    body,
    num_scan_inputs,
    scan_input_axes=None,
    scan_input_directions=None,
    scan_output_axes=None,
    scan_output_directions=None,
    node,
):
    states, scanned = inputs[:-num_scan_inputs], inputs[-num_scan_inputs:]
    num_outputs = len(body.output) - len(states)
    axes = scan_input_axes or [0] * num_scan_inputs
    backwards = scan_input_directions or [0] * num_scan_inputs
    scanned = [
        hlo.reverse(value, axis) if back else value
        for value, axis, back in zip(scanned, axes, backwards)
    ]
    count = scanned[0].shape[axes[0]]

    def run(i, old):
        slices = [hlo.slice_at(value, i, axis) for value, axis in zip(scanned, axes)]
        return _tensors(node.run(body, [*old, *slices]))

    with current().region():
        types = [
            (value.dtype, value.shape)
            for value in run(current().argument(INT64, ()), states)[len(states) :]
        ]

    def step(i, *values):
        results = run(i, values[: len(states)])
        written = [
            hlo.write_at(all_, one, i)
            for all_, one in zip(values[len(states) :], results[len(states) :])
        ]
        return [*results[: len(states)], *written]

    empty = [hlo.full((count, *shape), 0, dtype) for dtype, shape in types]
    results = hlo.for_(count, [*states, *empty], step)
    outputs = results[len(states) :]
    flipped = scan_output_directions or [0] * num_outputs
    outputs = [hlo.reverse(value, 0) if back else value for value, back in zip(outputs, flipped)]
    outputs = [
        hlo.move_axis(value, 0, axis)
        for value, axis in zip(outputs, scan_output_axes or [0] * num_outputs)
    ]
    return (*results[: len(states)], *outputs)
