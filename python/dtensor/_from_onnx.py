"""Models of ONNX."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from ._imported import Imported, Source
from ._layouts import MeshLike, as_mesh
from ._types import TensorType


def from_onnx(
    model: str | os.PathLike | Any,
    *,
    mesh: MeshLike | None = None,
    constants: Mapping[str, Any] | None = None,
    dims: Mapping[str, int] | None = None,
    shapes: Mapping[str, Sequence[int]] | None = None,
    lengths: Mapping[str, int] | None = None,
) -> Imported:
    """A model of ONNX, as a function that runs on the devices of a mesh.

    `model` is a path or a `ModelProto`. Its weights belong to the result; layouts have the names of
    inputs and weights. The result is called with the inputs in their order or by name, and returns
    a tensor, or a dict of tensors by name if there are several. `dims` gives extents of symbolic
    axes, such as `{"batch": 8}`; `dtensor.onnx.read` describes the other options. Errors:
    `dtensor.onnx.ReadError`, which names the node.

    >>> f = dt.from_onnx("mlp.onnx", dims={"batch": 8})                  # doctest: +SKIP
    >>> f.lower("x=4", in_layouts={"up": "unsharded,x"}).compile()(x)    # doctest: +SKIP
    """
    from .onnx import read

    program = read(model, constants=constants, dims=dims, shapes=shapes, lengths=lengths)
    path = isinstance(model, (str, os.PathLike))
    name = os.path.basename(os.fspath(model)) if path else model.graph.name or "model"
    inputs = [each.name for each in program.inputs]
    names = [each.name for each in program.arguments]

    def flatten(args: tuple, kwargs: dict[str, Any]) -> list[Any]:
        given = {**dict(zip(inputs, args)), **kwargs}
        if len(args) + len(kwargs) != len(inputs) or set(given) != set(inputs):
            raise TypeError(
                f"'{name}': required the inputs {', '.join(inputs)}, found {len(args)} in order"
                + "".join(f", {keyword}" for keyword in kwargs)
            )
        return [given[each] for each in inputs]

    def unflatten(values: list[Any]) -> Any:
        if len(values) == 1:
            return values[0]
        return dict(zip((each.name for each in program.results), values))

    return Imported(
        Source(
            name=name,
            text=program.text,
            argument_names=names,
            argument_types=[TensorType.of(each) for each in program.arguments],
            result_names=[each.name for each in program.results],
            result_types=[TensorType.of(each) for each in program.results],
            parameters=program.weights,
            flatten=flatten,
            unflatten=unflatten,
        ),
        as_mesh(mesh),
    )
