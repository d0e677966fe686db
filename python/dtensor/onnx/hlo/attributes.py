"""Texts of attributes that several ops have."""

from __future__ import annotations

from collections.abc import Sequence


def i64_array(values: Sequence[int]) -> str:
    """An array of integers of 64 bits."""
    return f"array<i64{': ' if values else ''}{', '.join(str(int(v)) for v in values)}>"


def padding_pairs(pads: Sequence[tuple[int, int]]) -> str:
    """The padding before and behind each axis."""
    pairs = ", ".join(f"[{low}, {high}]" for low, high in pads)
    return f"dense<{f'[{pairs}]' if pads else ''}> : tensor<{len(pads)}x2xi64>"
