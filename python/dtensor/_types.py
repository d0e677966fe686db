"""The type of a tensor without elements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ._core import DType, parse_dtype


@dataclass(frozen=True, init=False)
class TensorType:
    """The shape and the element type of a tensor, in the place of one.

    >>> dt.TensorType((2, 3), "bfloat16")
    TensorType(shape=(2, 3), dtype=dtensor.bfloat16)
    """

    shape: tuple[int, ...]
    dtype: DType

    def __init__(self, shape: Sequence[int], dtype: Any = "float32") -> None:
        object.__setattr__(self, "shape", tuple(int(extent) for extent in shape))
        object.__setattr__(self, "dtype", parse_dtype(dtype))

    @staticmethod
    def of(value: Any) -> TensorType:
        """The type of an array of any library, or of what only describes one."""
        return TensorType(value.shape, str(value.dtype).removeprefix("torch."))

    @property
    def ndim(self) -> int:
        return len(self.shape)
