"""What the namespace offers, as the array API standard asks."""

from __future__ import annotations

from typing import Any

from .._core import DType, Mesh
from .creation import layout_for
from .data_types import isdtype

_TYPES = (
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 complex64 complex128"
).split()


class Info:
    """Facts about the namespace."""

    def capabilities(self) -> dict[str, Any]:
        """What is optional in the standard and works here."""
        return {
            "boolean indexing": True,
            "data-dependent shapes": True,
            "max dimensions": None,
        }

    def default_device(self) -> Mesh:
        """The mesh of arrays that are made without one."""
        return layout_for(0, None).mesh

    def default_dtypes(self, *, device: Mesh | None = None) -> dict[str, DType]:
        """The types of arrays that are made without one."""
        return {
            "real floating": DType.float32,
            "complex floating": DType.complex64,
            "integral": DType.int64,
            "indexing": DType.int64,
        }

    def dtypes(
        self, *, device: Mesh | None = None, kind: str | tuple[str, ...] | None = None
    ) -> dict[str, DType]:
        """The standard's types by name, all or those of a kind."""
        types = {name: DType["bool_" if name == "bool" else name] for name in _TYPES}
        if kind is None:
            return types
        return {name: dtype for name, dtype in types.items() if isdtype(dtype, kind)}

    def devices(self) -> list[Mesh]:
        """The meshes that are known: that of the present scope, or a single device."""
        return [self.default_device()]


def __array_namespace_info__() -> Info:
    """Facts about the namespace."""
    return Info()
