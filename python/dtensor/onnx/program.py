"""What reading a model gives: the text of a program, and its arguments and results by name."""

from __future__ import annotations

import dataclasses

import numpy as np


@dataclasses.dataclass(frozen=True)
class Argument:
    """An argument of the program.

    `value` is an initializer's value (a weight); it is `None` for an input.
    """

    name: str
    shape: tuple[int, ...]
    dtype: np.dtype
    value: np.ndarray | None = None


@dataclasses.dataclass(frozen=True)
class Result:
    """A result of the program. Elements of a sequence are results of their own, `name[0]` ..."""

    name: str
    shape: tuple[int, ...]
    dtype: np.dtype


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

    @property
    def weights(self) -> dict[str, np.ndarray]:
        """The values of the initializers that are arguments, by name."""
        return {a.name: a.value for a in self.arguments if a.value is not None}
