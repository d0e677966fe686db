"""Products of matrices and vectors."""

from ._table import define

__all__ = "matmul matrix_transpose tensordot vecdot".split()

define(globals(), " ".join(__all__))
