"""The table's functions, one file for each family of ops."""

from . import (  # noqa: F401
    activations,
    casts,
    contractions,
    control_flow,
    convolutions,
    elementwise,
    fourier,
    images,
    indexing,
    learning,
    normalization,
    optimizers,
    pooling,
    quantization,
    random,
    recurrent,
    reductions,
    sequences,
    shapes,
    unsupported,
)
