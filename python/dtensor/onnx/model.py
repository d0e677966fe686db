"""ONNX models that are compiled for the devices of a mesh."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx

from .._compile import compile as compile_text
from .._core import DTensor, Executable, Mesh
from .._lower import LayoutRequests
from .._report import MemoryAnalysis, Report
from .._tensors import distribute_tensor
from .program import Program
from .reader import read


class Model:
    """A compiled model. Its weights are on the devices already; a call takes the inputs."""

    def __init__(self, program: Program, executable: Executable) -> None:
        self.program = program
        self.executable = executable
        self._infos = {
            argument.name: info for argument, info in zip(program.arguments, executable.arguments)
        }
        self.weights = {
            name: distribute_tensor(value, self._infos[name].layout)
            for name, value in program.weights.items()
        }

    def __call__(self, *inputs: Any, **named: Any) -> DTensor | tuple[DTensor, ...]:
        """The outputs for inputs in the model's order, or by name: a tensor, or a tuple of them.

        An array, or a tensor of another layout, is moved to the layout that the program requires.
        """
        names = [argument.name for argument in self.program.inputs]
        given = dict(zip(names, inputs)) | named
        if len(inputs) + len(named) != len(names) or given.keys() != set(names):
            found = len(inputs), sorted(named)
            raise TypeError(
                f"required the inputs {', '.join(names)}; found {found[0]} by position"
                + (f" and {', '.join(found[1])} by name" if named else "")
            )
        tensors = [
            self.weights[argument.name]
            if argument.value is not None
            else self._placed(argument.name, given[argument.name])
            for argument in self.program.arguments
        ]
        results = self.executable(*tensors)
        return results[0] if len(results) == 1 else results

    def _placed(self, name: str, value: Any) -> DTensor:
        layout = self._infos[name].layout
        if not isinstance(value, DTensor):
            return distribute_tensor(value, layout)
        return value if value.layout == layout else value.redistribute(layout)

    def report(self) -> Report:
        """The collectives of the program, with the nodes that need them."""
        return self.executable.report()

    def memory_analysis(self) -> MemoryAnalysis:
        """The bytes that a run takes on the most loaded device."""
        return self.executable.memory_analysis()

    def explain(self, value: str) -> str:
        """How the layout of a value came about: `%x` for the input `x`."""
        return self.executable.explain(value)

    def __repr__(self) -> str:
        inputs = ", ".join(argument.name for argument in self.program.inputs)
        results = ", ".join(result.name for result in self.program.results)
        return f"Model({inputs} -> {results}, {len(self.weights)} weights)"


def from_onnx(
    model: str | os.PathLike | onnx.ModelProto,
    *,
    mesh: Mesh | str,
    in_layouts: Any = None,
    out_layouts: Any = None,
    constants: Mapping[str, np.ndarray] | None = None,
    dims: Mapping[str, int] | None = None,
    shapes: Mapping[str, Sequence[int]] | None = None,
    lengths: Mapping[str, int] | None = None,
    constant_bytes: int = 64,
    **options: Any,
) -> Model:
    """Reads an ONNX model, and compiles it for a mesh.

    `in_layouts` gives layouts to inputs and weights by patterns of their names
    (`{"*.weight": "unsharded,x"}`), and `out_layouts` to outputs; the others are propagated.
    `constants`, `dims`, `shapes`, `lengths` and `constant_bytes` are those of
    `dtensor.onnx.read`, and other options those of `dt.compile`.
    """
    program = read(
        model,
        constants=constants,
        dims=dims,
        shapes=shapes,
        lengths=lengths,
        constant_bytes=constant_bytes,
    )
    mesh = Mesh(mesh) if isinstance(mesh, str) else mesh
    layouts = []
    for requests, values in ((in_layouts, program.arguments), (out_layouts, program.results)):
        wanted = LayoutRequests.of(requests)
        names = [value.name for value in values]
        found = {} if wanted is None else wanted.find(names, values, mesh)
        layouts.append({position: str(layout) for position, layout in found.items()})
    executable = compile_text(
        program.text, mesh=mesh, in_layouts=layouts[0], out_layouts=layouts[1], **options
    )
    return Model(program, executable)
