"""Arguments that a call takes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence

from . import _trees


class Donations:
    """The arguments of a function that its calls take, by position and by name."""

    def __init__(
        self,
        function: Callable,
        name: str,
        argnums: int | Sequence[int] | None,
        argnames: str | Iterable[str] | None,
    ) -> None:
        self._name = name
        self._positions = {argnums} if isinstance(argnums, int) else set(argnums or ())
        self._names = {argnames} if isinstance(argnames, str) else set(argnames or ())
        for position in self._positions:
            if not isinstance(position, int) or position < 0:
                raise TypeError(
                    f"'{name}': donate_argnums: required positions of arguments, found "
                    f"{position!r}"
                )
        if self._positions or self._names:
            self._resolve(function)

    def _resolve(self, function: Callable) -> None:
        """An argument may be given by its position or by its name."""
        try:
            parameters = list(inspect.signature(function).parameters.values())
        except (TypeError, ValueError):
            return  # A function of C has no signature.
        by_position = [
            each.name
            for each in parameters
            if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)
        ]
        if all(each.kind != each.VAR_POSITIONAL for each in parameters):
            for position in self._positions:
                if position >= len(by_position):
                    raise TypeError(
                        f"'{self._name}': donate_argnums: required positions of "
                        f"{len(by_position)} arguments, found {position}"
                    )
        known = [each.name for each in parameters]
        for name in list(self._names):
            if name in by_position:
                self._positions.add(by_position.index(name))
            elif name not in known and all(each.kind != each.VAR_KEYWORD for each in parameters):
                raise TypeError(
                    f"'{self._name}': donate_argnames: required one of {', '.join(known)}, found "
                    f"'{name}'"
                )
        self._names.update(by_position[i] for i in self._positions if i < len(by_position))

    def find(self, structure: tuple) -> list[int]:
        """The tensors that a call of this structure takes, by position among all."""
        if not self._positions and not self._names:
            return []
        _, args, kwargs = structure
        found: list[int] = []
        first = 0
        given = [*enumerate(args[1:]), *zip(kwargs[1], kwargs[2:])]
        for key, child in given:
            size = _trees.count(child)
            if key in self._positions or key in self._names:
                found += range(first, first + size)
            first += size
        return found
