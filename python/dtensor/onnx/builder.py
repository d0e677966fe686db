"""The text of a StableHLO function, written op by op."""

from __future__ import annotations

import contextlib
import contextvars
import dataclasses
import re
from collections.abc import Iterator, Sequence

import numpy as np

from .constant_text import constant_text
from .element_types import tensor_type

TensorType = tuple[np.dtype, tuple[int, ...]]


@dataclasses.dataclass(eq=False)
class Tensor:
    """A value of the program: an SSA value, or a constant that is written where it is used.

    Arithmetic and comparisons of tensors are ops of the program (`hlo` adds them), so `==`
    compares elements.
    """

    dtype: np.dtype
    shape: tuple[int, ...]
    name: str | None = None
    # The value, if it is known without running the program.
    constant: np.ndarray | None = None
    # The value of an argument that is an initializer. The argument may get another value, unless
    # it decides a shape.
    initial: np.ndarray | None = None
    # The names of the model's inputs that the value depends on.
    origins: frozenset[str] = frozenset()

    @property
    def rank(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64))

    @property
    def type(self) -> str:
        return tensor_type(self.dtype, self.shape)


@dataclasses.dataclass
class Region:
    """The ops of a region, and what its last op returns."""

    arguments: list[Tensor]
    lines: list[str] = dataclasses.field(default_factory=list)
    # The names of constants that were written in this region.
    constants: dict[int, str] = dataclasses.field(default_factory=dict)
    keep: list[Tensor] = dataclasses.field(default_factory=list)

    def text(self, indent: str) -> str:
        head = ""
        if self.arguments:
            head = f"{indent}^bb0({', '.join(f'{a.name}: {a.type}' for a in self.arguments)}):\n"
        return "{\n" + head + "\n".join(self.lines) + f"\n{indent}}}"


class Builder:
    """Collects the ops of a function. One builder is current at a time (`building`)."""

    def __init__(self) -> None:
        self.regions = [Region([])]
        self._taken: dict[str, int] = {}
        # The names of values that ops have as operands.
        self.used: set[str] = set()
        # The location of the ops that are written next, as text, and a name for their results.
        self.location = ""
        self.hint = ""

    def fresh_name(self, hint: str = "") -> str:
        """A name for a value that no other has: the hint, if it is free."""
        base = re.sub(r"[^A-Za-z0-9_$.-]", "_", hint or self.hint) or "v"
        if not re.match(r"[A-Za-z_$.-]", base):
            base = f"_{base}"
        count = self._taken.get(base, 0)
        self._taken[base] = count + 1
        if count == 0:
            return f"%{base}"
        return self.fresh_name(f"{base}_{count}")

    def argument(self, dtype: np.dtype, shape: Sequence[int], hint: str = "arg") -> Tensor:
        return Tensor(dtype, tuple(shape), self.fresh_name(hint))

    @property
    def indent(self) -> str:
        return "  " * len(self.regions)

    def _write(self, line: str) -> None:
        location = f" loc({self.location})" if self.location else ""
        self.regions[-1].lines.append(f"{self.indent}{line}{location}")

    def use(self, value: Tensor) -> str:
        """The name of a value, for an op of the present region."""
        if value.name is not None:
            self.used.add(value.name)
            return value.name
        assert value.constant is not None, "a value has a name or is a constant"
        for region in self.regions:
            if id(value) in region.constants:
                return region.constants[id(value)]
        name = self.fresh_name("c")
        text = constant_text(value.constant.astype(value.dtype, copy=False))
        self._write(f"{name} = stablehlo.constant dense<{text}> : {value.type}")
        self.regions[-1].constants[id(value)] = name
        # The identity of a value is its key only as long as the value lives.
        self.regions[-1].keep.append(value)
        return name

    def op(
        self,
        name: str,
        operands: Sequence[Tensor],
        results: Sequence[TensorType],
        attributes: str = "",
        regions: Sequence[Region] = (),
    ) -> list[Tensor]:
        """Writes an op in its generic form."""
        names = ", ".join(self.use(operand) for operand in operands)
        made = [Tensor(dtype, tuple(shape), self.fresh_name()) for dtype, shape in results]
        bound = f"{', '.join(value.name for value in made)} = " if made else ""
        bodies = ", ".join(region.text(self.indent) for region in regions)
        types = ", ".join(operand.type for operand in operands)
        returned = ", ".join(value.type for value in made)
        if len(made) != 1:
            returned = f"({returned})"
        self._write(
            f'{bound}"{name}"({names})'
            + (f" ({bodies})" if bodies else "")
            + (f" {{{attributes}}}" if attributes else "")
            + f" : ({types}) -> {returned}"
        )
        return made

    @contextlib.contextmanager
    def region(self, types: Sequence[TensorType] = ()) -> Iterator[Region]:
        """A region whose ops are those that are written inside the `with` statement."""
        region = Region([self.argument(dtype, shape, "a") for dtype, shape in types])
        self.regions.append(region)
        try:
            yield region
        finally:
            self.regions.pop()

    def returns(self, values: Sequence[Tensor], op: str = "stablehlo.return") -> None:
        """Ends a region."""
        names = ", ".join(self.use(value) for value in values)
        types = ", ".join(value.type for value in values)
        self._write(f"{op} {names} : {types}" if values else op)


_current: contextvars.ContextVar[Builder] = contextvars.ContextVar("builder")


def current() -> Builder:
    """The builder of the program that is being read."""
    return _current.get()


@contextlib.contextmanager
def building(builder: Builder) -> Iterator[Builder]:
    """Makes a builder the current one."""
    token = _current.set(builder)
    try:
        yield builder
    finally:
        _current.reset(token)
