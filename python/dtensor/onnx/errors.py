"""The errors of reading an ONNX model. Each names the node, its op, and a way out."""

from __future__ import annotations


class ReadError(ValueError):
    """A model, or a node of it, that is not read.

    `node` is the text that names the node, for example `node 'conv1' (Conv)`. The reader sets it
    where an op's function raised the error without knowing its node.
    """

    def __init__(self, reason: str, node: str | None = None):
        super().__init__(reason)
        self.reason = reason
        self.node = node

    def __str__(self) -> str:
        return f"{self.node}: {self.reason}" if self.node else self.reason


class UnsupportedOp(ReadError):
    """An op, or a form of an op, that no program of static shapes can express."""


class NeedsConstant(ReadError):
    """A value that decides a shape, and that is known only when the program runs.

    `inputs` has the names of the model's inputs that the value depends on. Reading the model again
    with `constants={name: array}` for these inputs helps.
    """

    def __init__(self, reason: str, inputs: frozenset[str] = frozenset()):
        super().__init__(reason)
        self.inputs = inputs

    def __str__(self) -> str:
        text = super().__str__()
        if not self.inputs:
            return text
        given = ", ".join(f"{name!r}: ..." for name in sorted(self.inputs))
        return f"{text}; it depends on inputs, which may be given: constants={{{given}}}"
