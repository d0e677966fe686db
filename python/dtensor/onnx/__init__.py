"""Reads ONNX models as StableHLO programs.

`read(path)` gives a `Program`: its text, which `dtensor-run` reads, and its arguments and results
by name. `from_onnx(path, mesh=...)` compiles it as well.
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
    "from_onnx",
    "read",
]


def __getattr__(name: str):
    # Reading needs no compiler, so that the rest of the package is loaded only here.
    if name == "from_onnx":
        from .model import from_onnx

        return from_onnx
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
