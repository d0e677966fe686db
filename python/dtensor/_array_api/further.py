"""Functions beside the standard."""

from ._table import define

__all__ = (
    "cbrt digamma erf erfc erfinv gelu lgamma logistic logsumexp one_hot relu rsqrt softmax "
    "stop_gradient"
).split()

define(globals(), " ".join(__all__))
