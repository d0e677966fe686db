"""Recurrent layers: RNN, GRU and LSTM, as loops over time steps.

Products of the inputs with their weights do not depend on the loop, and stand before it.
"""

import dataclasses
from collections.abc import Callable, Sequence

from .. import hlo
from ..builder import Tensor
from ..element_types import INT64
from ..errors import UnsupportedOp
from ..registry import reads
from .shapes import reverse_sequence

_ACTIVATIONS: dict[str, Callable[..., Tensor]] = {
    "Affine": lambda x, a=1.0, b=0.0: x * a + b,
    "Elu": lambda x, a=1.0, b=0.0: hlo.select(x < 0, hlo.expm1(x) * a, x),
    "HardSigmoid": lambda x, a=0.2, b=0.5: hlo.minimum(hlo.maximum(x * a + b, 0), 1),
    "LeakyRelu": lambda x, a=0.01, b=0.0: hlo.select(x < 0, x * a, x),
    "Relu": lambda x, a=0.0, b=0.0: hlo.maximum(x, 0),
    "ScaledTanh": lambda x, a=1.0, b=1.0: hlo.tanh(x * b) * a,
    "Sigmoid": lambda x, a=0.0, b=0.0: hlo.logistic(x),
    "Softplus": lambda x, a=0.0, b=0.0: hlo.log1p(hlo.exp(x)),
    "Softsign": lambda x, a=0.0, b=0.0: x / (hlo.abs_(x) + 1),
    "Tanh": lambda x, a=0.0, b=0.0: hlo.tanh(x),
    "ThresholdedRelu": lambda x, a=1.0, b=0.0: hlo.select(x > a, x, 0),
}


@dataclasses.dataclass
class _Options:
    """The attributes that the three layers share."""

    defaults: Sequence[str]
    activations: Sequence[str] | None = None
    activation_alpha: Sequence[float] | None = None
    activation_beta: Sequence[float] | None = None
    clip: float | None = None
    direction: str = "forward"
    layout: int = 0

    def functions(self, direction: int) -> list[Callable[[Tensor], Tensor]]:
        """The activation functions of a direction."""
        names = list(self.activations or self.defaults * 2)
        count = len(self.defaults)
        return [
            self._function(names[i], i) for i in range(count * direction, count * (direction + 1))
        ]

    def _function(self, name: str, index: int) -> Callable[[Tensor], Tensor]:
        if name not in _ACTIVATIONS:
            raise UnsupportedOp(
                f"activation '{name}' is not supported; use one of {', '.join(_ACTIVATIONS)}"
            )
        parameters = {}
        for key, values in (("a", self.activation_alpha), ("b", self.activation_beta)):
            if values and index < len(values):
                parameters[key] = values[index]

        def function(x: Tensor) -> Tensor:
            if self.clip is not None:
                x = hlo.minimum(hlo.maximum(x, -self.clip), self.clip)
            return _ACTIVATIONS[name](x, **parameters)

        return function


def _pick(values: Tensor | None, direction: int) -> Tensor | None:
    """The part of a tensor for a direction, which its first axis counts."""
    if values is None:
        return None
    return hlo.squeeze(hlo.slice_axis(values, 0, direction, direction + 1), 0)


def _parts(values: Tensor, count: int, axis: int = -1) -> list[Tensor]:
    extent = values.shape[axis] // count
    return [hlo.slice_axis(values, axis, i * extent, (i + 1) * extent) for i in range(count)]


def _run_layer(x, weights, recurrent, lengths, states, options: _Options, make_step):
    """All directions of a layer. `make_step(direction, x)` gives the inputs of the steps and the
    function from a step's inputs and states to new states, of which the first is the output."""
    if options.layout:
        x = hlo.transpose(x, (1, 0, 2))
        states = [None if s is None else hlo.transpose(s, (1, 0, 2)) for s in states]
    hidden = recurrent.shape[-1]
    outputs, finals = [], []
    for direction in range(weights.shape[0]):
        backwards = options.direction == "reverse" or direction == 1
        start = [
            hlo.full((x.shape[1], hidden), 0, x.dtype) if s is None else _pick(s, direction)
            for s in states
        ]
        inputs, step = make_step(direction, _turned(x, lengths) if backwards else x)
        output, *final = _run_steps(inputs, start, step, lengths)
        outputs.append(hlo.expand_dims(_turned(output, lengths) if backwards else output, 1))
        finals.append(final)
    output = hlo.concatenate(outputs, 1)
    ends = [
        hlo.concatenate([hlo.expand_dims(part, 0) for part in parts], 0) for parts in zip(*finals)
    ]
    if options.layout:
        output = hlo.transpose(output, (2, 0, 1, 3))
        ends = [hlo.transpose(end, (1, 0, 2)) for end in ends]
    return (output, *ends)


def _turned(x: Tensor, lengths: Tensor | None) -> Tensor:
    """The time steps in reversed order, of each sequence up to its length."""
    return hlo.reverse(x, 0) if lengths is None else reverse_sequence(x, lengths)


def _run_steps(inputs: Tensor, states: list[Tensor], step, lengths: Tensor | None) -> list[Tensor]:
    """The outputs of all time steps, and the last states."""
    count = inputs.shape[0]
    outputs = hlo.full((count, *states[0].shape), 0, states[0].dtype)

    def body(i, collected, *old):
        new = step(hlo.slice_at(inputs, i), *old)
        output = new[0]
        if lengths is not None:
            runs = hlo.reshape(hlo.convert(lengths, INT64) > i, (lengths.size, 1))
            output = hlo.select(runs, output, 0)
            new = [hlo.select(runs, a, b) for a, b in zip(new, old)]
        return [hlo.write_at(collected, output, i), *new]

    return hlo.for_(count, [outputs, *states], body)


def _times_transposed(x: Tensor, weights: Tensor) -> Tensor:
    return hlo.dot_general(x, weights, ((), ()), ((x.rank - 1,), (1,)))


def _with_bias(x: Tensor, bias: Tensor | None) -> Tensor:
    return x if bias is None else x + bias


@reads("RNN")
def rnn(
    x, weights, recurrent, bias=None, lengths=None, start=None, *, hidden_size=None, **attributes
):
    options = _Options(("Tanh",), **attributes)

    def make_step(direction, x):
        [function] = options.functions(direction)
        of_input, of_state = _biases(bias, direction)
        r = _pick(recurrent, direction)
        inputs = _with_bias(_times_transposed(x, _pick(weights, direction)), of_input)

        def step(given, state):
            return [function(_with_bias(given + _times_transposed(state, r), of_state))]

        return inputs, step

    return _run_layer(x, weights, recurrent, lengths, [start], options, make_step)


def _biases(bias: Tensor | None, direction: int) -> list[Tensor | None]:
    """The biases of the input's and of the state's products."""
    return [None, None] if bias is None else _parts(_pick(bias, direction), 2)


@reads("GRU")
def gru(
    x,
    weights,
    recurrent,
    bias=None,
    lengths=None,
    start=None,
    *,
    hidden_size=None,
    linear_before_reset=0,
    **attributes,
):
    options = _Options(("Sigmoid", "Tanh"), **attributes)

    def make_step(direction, x):
        gate, function = options.functions(direction)
        of_input, of_state = _biases(bias, direction)
        inputs = _with_bias(_times_transposed(x, _pick(weights, direction)), of_input)
        hidden = recurrent.shape[-1]
        r = _pick(recurrent, direction)
        r_gates, r_hidden = (
            hlo.slice_axis(r, 0, 0, 2 * hidden),
            hlo.slice_axis(r, 0, 2 * hidden, 3 * hidden),
        )
        b_gates = b_hidden = None
        if of_state is not None:
            b_gates = hlo.slice_axis(of_state, 0, 0, 2 * hidden)
            b_hidden = hlo.slice_axis(of_state, 0, 2 * hidden, 3 * hidden)

        def step(given, state):
            given_gates = hlo.slice_axis(given, -1, 0, 2 * hidden)
            given_hidden = hlo.slice_axis(given, -1, 2 * hidden, 3 * hidden)
            gates = gate(_with_bias(given_gates + _times_transposed(state, r_gates), b_gates))
            update, reset = _parts(gates, 2)
            if linear_before_reset:
                candidate = reset * _with_bias(_times_transposed(state, r_hidden), b_hidden)
            else:
                candidate = _with_bias(_times_transposed(reset * state, r_hidden), b_hidden)
            new = function(given_hidden + candidate)
            return [(1 - update) * new + update * state]

        return inputs, step

    return _run_layer(x, weights, recurrent, lengths, [start], options, make_step)


@reads("LSTM")
def lstm(
    x,
    weights,
    recurrent,
    bias=None,
    lengths=None,
    start=None,
    start_cell=None,
    peepholes=None,
    *,
    hidden_size=None,
    input_forget=0,
    **attributes,
):
    options = _Options(("Sigmoid", "Tanh", "Tanh"), **attributes)

    def make_step(direction, x):
        gate, function, output_function = options.functions(direction)
        of_input, of_state = _biases(bias, direction)
        inputs = _with_bias(_times_transposed(x, _pick(weights, direction)), of_input)
        r = _pick(recurrent, direction)
        peeps = [None] * 3 if peepholes is None else _parts(_pick(peepholes, direction), 3)

        def peep(value, index, cell):
            return value if peeps[index] is None else value + peeps[index] * cell

        def step(given, state, cell):
            sums = _with_bias(given + _times_transposed(state, r), of_state)
            i, o, f, c = _parts(sums, 4)
            enters = gate(peep(i, 0, cell))
            stays = 1 - enters if input_forget else gate(peep(f, 2, cell))
            new = stays * cell + enters * function(c)
            return [gate(peep(o, 1, new)) * output_function(new), new]

        return inputs, step

    return _run_layer(x, weights, recurrent, lengths, [start, start_cell], options, make_step)
