"""What reading a model gives: the text of a program, and its arguments and results by name."""

from __future__ import annotations

import dataclasses
import os
import pathlib

import numpy as np

from .element_types import as_stored


@dataclasses.dataclass(frozen=True)
class Argument:
    """An argument of the program.

    `value` is an initializer's value (a weight); it is `None` for an input.
    """

    name: str
    shape: tuple[int, ...]
    dtype: np.dtype
    value: np.ndarray | None = None

    @property
    def ndim(self) -> int:
        return len(self.shape)


@dataclasses.dataclass(frozen=True)
class Result:
    """A result of the program. Elements of a sequence are results of their own, `name[0]` ..."""

    name: str
    shape: tuple[int, ...]
    dtype: np.dtype

    @property
    def ndim(self) -> int:
        return len(self.shape)


@dataclasses.dataclass(frozen=True)
class Program:
    """A model as a StableHLO function `main`.

    Inputs are the first arguments, in the model's order; initializers follow.
    """

    text: str
    arguments: list[Argument]
    results: list[Result]

    @property
    def inputs(self) -> list[Argument]:
        """The arguments that are no initializers."""
        return [argument for argument in self.arguments if argument.value is None]

    def save(self, folder: str | os.PathLike) -> None:
        """Writes `program.mlir`, and each weight as `in<N>.npy`, where N is the number of its
        argument. `dtensor-run --input-dir` takes such a folder, when the inputs are added."""
        path = pathlib.Path(folder)
        path.mkdir(parents=True, exist_ok=True)
        (path / "program.mlir").write_text(self.text)
        for i, argument in enumerate(self.arguments):
            if argument.value is not None:
                np.save(path / f"in{i}.npy", as_stored(argument.value))

    @property
    def weights(self) -> dict[str, np.ndarray]:
        """The values of the initializers that are arguments, by name."""
        return {a.name: a.value for a in self.arguments if a.value is not None}
