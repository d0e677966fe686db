"""The table of ops: which function reads which op of ONNX.

A function of the table takes the op's inputs as positional parameters and its attributes, under
ONNX's names, as keyword parameters. A default makes an input or attribute optional; an absent input
is `None`. An input that was an attribute in older opsets may be given as either. A parameter `node`
takes the node itself. The result is one tensor or a tuple of them.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable

from .errors import UnsupportedOp

Function = Callable[..., object]

_TABLE: dict[tuple[str, str], Reading] = {}


@dataclasses.dataclass(frozen=True)
class Reading:
    """How an op is read."""

    function: Function
    num_inputs: int
    is_variadic: bool
    attributes: frozenset[str]
    takes_node: bool
    takes_any_attribute: bool

    def __call__(self, node, inputs: list, attributes: dict):
        """Reads a node: its inputs and attributes become those of the function."""
        if not self.is_variadic and len(inputs) > self.num_inputs:
            raise UnsupportedOp(f"required at most {self.num_inputs} inputs, found {len(inputs)}")
        unknown = sorted(set(attributes) - self.attributes)
        if unknown and not self.takes_any_attribute:
            raise UnsupportedOp(f"attribute '{unknown[0]}' is not supported")
        extra = {"node": node} if self.takes_node else {}
        return self.function(*inputs, **attributes, **extra)


def reads(*ops: str, domain: str = "") -> Callable[[Function], Function]:
    """Enters a function into the table, for these ops of a domain."""

    def enter(function: Function) -> Function:
        parameters = inspect.signature(function).parameters.values()
        kinds = [parameter.kind for parameter in parameters]
        named = {p.name for p in parameters if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD)}
        reading = Reading(
            function,
            num_inputs=kinds.count(inspect.Parameter.POSITIONAL_OR_KEYWORD),
            is_variadic=inspect.Parameter.VAR_POSITIONAL in kinds,
            attributes=frozenset(named - {"node"}),
            takes_node="node" in named,
            takes_any_attribute=inspect.Parameter.VAR_KEYWORD in kinds,
        )
        for op in ops:
            assert (domain, op) not in _TABLE, f"{op} is read twice"
            _TABLE[domain, op] = reading
        return function

    return enter


def find(domain: str, op: str) -> Reading | None:
    """How an op is read, if it is in the table."""
    return _TABLE.get(("" if domain == "ai.onnx" else domain, op))


def all_ops() -> list[tuple[str, str]]:
    """The domain and name of each op of the table."""
    return sorted(_TABLE)
