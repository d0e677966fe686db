"""Brings a model to a form that the table of ops reads: a newer opset, known shapes."""

from __future__ import annotations

import os

import onnx
from onnx import version_converter

from .errors import ReadError

# Semantics changed until this opset (Softmax, reductions with axes as inputs); older models are
# converted.
_OLDEST = 13


def _core_version(model: onnx.ModelProto) -> int:
    return max(
        (o.version for o in model.opset_import if o.domain in ("", "ai.onnx")), default=_OLDEST
    )


def prepare(model: str | os.PathLike | onnx.ModelProto) -> onnx.ModelProto:
    """The model itself, or one of a newer opset that computes the same."""
    if not isinstance(model, onnx.ModelProto):
        model = onnx.load(os.fspath(model))
    version = _core_version(model)
    if version >= _OLDEST:
        return model
    if version < 9 and any(node.op_type == "Scan" for node in model.graph.node):
        # The converter leaves it as it is, and it would mean something else.
        raise ReadError(
            "Scan of opset 8 has an axis of batches; export the model with opset 9 or newer"
        )
    try:
        return version_converter.convert_version(model, _OLDEST)
    except Exception as error:  # The converter raises RuntimeError and its own kinds.
        reason = str(error).strip().splitlines()[-1]
        raise ReadError(
            f"the model has opset {version}, and conversion to opset {_OLDEST} failed ({reason}); "
            f"export it with opset {_OLDEST} or newer"
        ) from error
