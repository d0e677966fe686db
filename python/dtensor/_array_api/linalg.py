"""The extension for linear algebra of the array API standard."""

from ._table import define

__all__ = (
    "cholesky cross det diagonal eigh eigvalsh inv matmul matrix_norm matrix_power matrix_rank "
    "matrix_transpose outer pinv qr slogdet solve svd svdvals tensordot trace vecdot vector_norm"
).split()

define(globals(), " ".join(__all__), "linalg.")
