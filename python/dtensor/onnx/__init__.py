"""Reads ONNX models as StableHLO programs.

`read(path)` gives a `Program`: its text, which `dtensor-run` reads, and its arguments and results
by name. `dtensor.from_onnx` compiles it as well.
"""

from .element_types import as_stored
from .errors import NeedsConstant, ReadError, UnsupportedOp
from .program import Argument, Program, Result
from .reader import read

__all__ = [
    "Argument",
    "NeedsConstant",
    "Program",
    "ReadError",
    "Result",
    "UnsupportedOp",
    "as_stored",
    "read",
]

