"""Steps of optimizers (`ai.onnx.preview.training`). `t` counts the steps."""

from .. import hlo
from ..element_types import FLOAT32
from ..registry import reads

_DOMAIN = "ai.onnx.preview.training"


def _for_each(step, rate, count, tensors, num_kinds):
    """Applies a step to each tensor with its gradient and state; the results are sorted by kind."""
    rate, count = hlo.reshape(rate, ()), hlo.reshape(count, ())
    number = len(tensors) // num_kinds
    results = [step(rate, count, *tensors[i::number]) for i in range(number)]
    return tuple(part for kind in zip(*results) for part in kind)


@reads("Adagrad", domain=_DOMAIN)
def adagrad(rate, count, *tensors, decay_factor=0.0, epsilon=1e-6, norm_coefficient=0.0):
    def step(rate, count, x, gradient, squares):
        rate = rate / (hlo.convert(count, rate.dtype) * decay_factor + 1)
        gradient = x * norm_coefficient + gradient
        squares = squares + gradient * gradient
        return x - rate * gradient / (hlo.sqrt(squares) + epsilon), squares

    return _for_each(step, rate, count, tensors, 3)


@reads("Adam", domain=_DOMAIN)
def adam(
    rate,
    count,
    *tensors,
    alpha=0.9,
    beta=0.999,
    epsilon=1e-6,
    norm_coefficient=0.0,
    norm_coefficient_post=0.0,
):
    def corrected(rate, count):
        power = hlo.convert(count, FLOAT32)
        factor = hlo.sqrt(1 - beta**power) / (1 - alpha**power)
        return hlo.select(count > 0, rate * hlo.convert(factor, rate.dtype), rate)

    def step(rate, count, x, gradient, mean, squares):
        gradient = x * norm_coefficient + gradient
        mean = mean * alpha + gradient * (1 - alpha)
        squares = squares * beta + gradient * gradient * (1 - beta)
        moved = x - corrected(rate, count) * (mean / (hlo.sqrt(squares) + epsilon))
        return moved * (1 - norm_coefficient_post), mean, squares

    return _for_each(step, rate, count, tensors, 4)


@reads("Momentum", domain=_DOMAIN)
def momentum(rate, count, *tensors, alpha, beta, mode, norm_coefficient):
    def step(rate, count, x, gradient, velocity):
        gradient = x * norm_coefficient + gradient
        weight = hlo.select(count > 0, hlo.constant(beta, x.dtype), 1)
        velocity = velocity * alpha + gradient * weight
        direction = velocity if mode == "standard" else gradient + velocity * alpha
        return x - rate * direction, velocity

    return _for_each(step, rate, count, tensors, 3)
