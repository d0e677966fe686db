"""Sums and other functions of many elements."""

from ._table import define

__all__ = (
    "all any count_nonzero cumulative_prod cumulative_sum diff max mean min prod std sum var"
).split()

define(globals(), " ".join(__all__))
