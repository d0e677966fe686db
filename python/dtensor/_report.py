"""What a program communicates, and the memory that it takes."""

from __future__ import annotations

import html
import json
import math
from dataclasses import dataclass
from typing import Any

from ._core import Executable, ValueInfo
from ._html import html_table


def _table(header: list[str], rows: list[list[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(header, *rows)]
    lines = [header, *rows]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip()
        for line in lines
    )


class Report:
    """The communication report of a program: a table as text, an object as `data`.

    >>> x = dt.TensorType((4, 3))
    >>> lowered = dt.jit(lambda x: dt.sum(x)).lower("x=2", x, in_layouts="x,unsharded")
    >>> report = lowered.compile().report()
    >>> print(report)
    collective  dims  group  count  bytes  location      ...
    all_reduce  x     2      1      4      <lambda>:...  stablehlo.reduce contracts axis 0 of %x, ...
    devices: 2, bytes received by the most loaded: 4, peak bytes: ...
    >>> report.total("all_reduce"), report.collectives[0]["dims"], report.bytes_received
    (1, ['x'], 4)
    """

    _HEADER = ["collective", "dims", "group", "count", "bytes", "location", "reason"]

    def __init__(self, text: str) -> None:
        self.data: dict[str, Any] = json.loads(text)

    @property
    def collectives(self) -> list[dict[str, Any]]:
        """Each with kind, dims, group, count, bytes_received, location and reason."""
        return self.data["collectives"]

    def total(self, kind: str | None = None) -> int:
        """The number of collectives of a kind, or of all. One in a loop counts once."""
        return sum(each["count"] for each in self.collectives if kind in (None, each["kind"]))

    @property
    def bytes_received(self) -> int:
        """The bytes that the most loaded device receives."""
        return self.data["bytes_received"]

    def _rows(self) -> list[list[str]]:
        return [
            [
                each["kind"],
                ",".join(each["dims"]),
                str(each["group"]),
                str(each["count"]) + (" in a loop" if each["in_loop"] else ""),
                str(each["bytes_received"]),
                each["location"],
                each["reason"],
            ]
            for each in self.collectives
        ]

    def _summary(self) -> str:
        return (
            f"devices: {self.data['devices']}, bytes received by the most loaded: "
            f"{self.bytes_received}, peak bytes: {self.data['peak_bytes']}"
        )

    def __str__(self) -> str:
        rows = self._rows()
        table = _table(self._HEADER, rows) if rows else "no collectives"
        return f"{table}\n{self._summary()}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"{html_table(self._HEADER, self._rows())}<p>{html.escape(self._summary())}</p>"


def _bytes(values: list[ValueInfo], devices: int) -> int:
    """The bytes of values on the device that has most of them."""

    def on_device(device: int) -> int:
        return sum(
            math.prod(value.layout.local_shape(value.shape, device)) * value.dtype.itemsize
            for value in values
        )

    return max(map(on_device, range(devices)))


@dataclass(frozen=True)
class MemoryAnalysis:
    """Bytes on the most loaded device."""

    argument_bytes: int
    result_bytes: int
    # Results that take the memory of a donated argument.
    alias_bytes: int
    # Of arguments, results and buffers.
    peak_bytes: int

    @staticmethod
    def of(executable: Executable) -> MemoryAnalysis:
        devices = executable.mesh.size
        donated = [each for each in executable.arguments if each.donated]
        return MemoryAnalysis(
            _bytes(executable.arguments, devices),
            _bytes(executable.results, devices),
            _bytes(donated, devices),
            executable.peak_bytes,
        )
