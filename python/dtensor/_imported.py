"""Programs of other libraries, as functions of tensors."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import _core
from ._compile import make_options
from ._core import DTensor, Mesh
from ._layouts import MeshLike, as_mesh
from ._lower import Compiled, LayoutRequests, Lowered, place
from ._types import TensorType


@dataclass
class Source:
    """A program in MLIR, and how it is called."""

    name: str
    text: str
    # The arguments in their order: those of a call, and then the parameters.
    argument_names: list[str]
    argument_types: list[TensorType]
    result_names: list[str]
    result_types: list[TensorType]
    # Arguments that belong to the program, such as weights, by name.
    parameters: dict[str, Any]
    # From the arguments of a call to arrays, one for each argument. Errors: other nesting.
    flatten: Callable[[tuple, dict[str, Any]], list[Any]]
    # From results to what the function returns.
    unflatten: Callable[[list[DTensor]], Any]

    @property
    def num_given(self) -> int:
        """The number of arguments that a call gives."""
        return len(self.argument_types) - len(self.parameters)


class Imported:
    """A function of another library. It is called as that function, and runs on many devices.

    A call compiles it once for the layouts of its arguments. `lower` is for more control: it takes
    layouts of arguments, parameters and results by name.
    """

    def __init__(self, source: Source, mesh: Mesh | None = None) -> None:
        self._source = source
        self._mesh = mesh
        self._own_mesh = _find_mesh(source.text)
        self._programs: dict[Any, ImportedProgram] = {}

    @property
    def text(self) -> str:
        """The program as text of MLIR, as the other library printed it."""
        return self._source.text

    @property
    def argument_names(self) -> list[str]:
        """The names by which layouts are requested; those of parameters come last."""
        return list(self._source.argument_names)

    @property
    def result_names(self) -> list[str]:
        return list(self._source.result_names)

    @property
    def parameters(self) -> dict[str, Any]:
        """The arrays that belong to the program, by name. They may be replaced before `lower`."""
        return self._source.parameters

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        leaves = self._source.flatten(args, kwargs)
        # A program with a mesh of its own has the layouts that it wants; arguments are moved.
        given_layouts = self._own_mesh is None
        tensors = [leaf for leaf in leaves if type(leaf) is DTensor and given_layouts]
        mesh = self._mesh or (tensors[0].mesh if tensors else None)
        given = [leaf.layout if type(leaf) is DTensor and tensors else None for leaf in leaves]
        key = (mesh, tuple(given))
        program = self._programs.get(key)
        if program is None:
            layouts = None
            if tensors:
                layouts = [*given, *[None] * len(self._source.parameters)]
            program = self._programs[key] = self.lower(mesh, in_layouts=layouts).compile()
        return program(*args, **kwargs)

    def lower(
        self,
        mesh: MeshLike | None = None,
        *,
        in_layouts: Any = None,
        out_layouts: Any = None,
        **options: Any,
    ) -> ImportedLowered:
        """Requests layouts. `compile` of the result partitions the program.

        `in_layouts` is a dict of patterns of names, such as `{"*.q_proj.weight": "unsharded,x"}`,
        or a list. The first pattern that matches counts. Without a mesh, the program's own is
        taken, or else one device. Other options are those of `dtensor.compile`.
        """
        source = self._source
        made = make_options(**options)
        mesh = as_mesh(mesh)
        made.file_name = f"<{source.name}>"
        if mesh is None and not (in_layouts is None and out_layouts is None):
            mesh = self._own_mesh or Mesh()
        if mesh is not None:
            made.mesh = mesh
        made.argument_layouts = _find_layouts(
            in_layouts, source.argument_names, source.argument_types, mesh
        )
        made.result_layouts = _find_layouts(
            out_layouts, source.result_names, source.result_types, mesh
        )
        return ImportedLowered(source, made)


def _find_mesh(text: str) -> Mesh | None:
    """The mesh of a program of Shardy: the first one with dimensions."""
    found = re.search(r'sdy\.mesh @\w+ = <\[("[^\]]*)\]', text)
    if found is None:
        return None
    return Mesh([(name, int(size)) for name, size in re.findall(r'"([^"]*)"=(\d+)', found[1])])


def path_name(path: Sequence[Any]) -> str:
    """Keys, positions and attributes with dots between, such as `layers.0.kernel`.

    JAX and PyTorch have the same classes of steps of a path.
    """
    parts = []
    for key in path:
        for attribute in ("key", "idx", "name"):
            if hasattr(key, attribute):
                parts.append(str(getattr(key, attribute)))
                break
        else:
            parts.append(str(key).strip("."))
    return ".".join(parts)


def _find_layouts(
    requests: Any, names: Sequence[str], values: Sequence[Any], mesh: Mesh | None
) -> dict[int, str]:
    found = LayoutRequests.of(requests)
    if found is None:
        return {}
    return {position: str(layout) for position, layout in found.find(names, values, mesh).items()}


class ImportedLowered(Lowered):
    """An imported program with requested layouts."""

    def __init__(self, source: Source, options: _core.CompileOptions) -> None:
        super().__init__(source.name, source.text, options, (), (), [])
        self._source = source

    def compile(self) -> ImportedProgram:
        """Partitions the program and compiles it, and places the parameters."""
        text = self._source.text.encode()
        executable = _core.compile(text, self._options)
        executable.__dict__.update(_source=text, _options=self._options)
        return ImportedProgram(executable, self)


class ImportedProgram(Compiled):
    """An imported program that was compiled. It is called as the function that it came from."""

    def __init__(self, executable: _core.Executable, lowered: ImportedLowered) -> None:
        super().__init__(executable, lowered)
        self._source = lowered._source
        places = executable.arguments[self._source.num_given :]
        self._parameters = {
            name: place(value, info)
            for (name, value), info in zip(self._source.parameters.items(), places)
        }

    def _run(self, tensors: list[DTensor]) -> list[DTensor]:
        given = enumerate(self.executable.arguments[: self._source.num_given])
        donated = [i for i, argument in given if argument.donated]
        if not donated:
            return self.executable._run(tensors)
        return self.executable._run_donating(tensors, donated, self._source.name)

    @property
    def parameters(self) -> Mapping[str, DTensor]:
        """The parameters in the layouts that the program requires."""
        return dict(self._parameters)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the program. Arguments are moved to the layouts that it requires."""
        leaves = self._source.flatten(args, kwargs)
        tensors = [place(leaf, info) for leaf, info in zip(leaves, self.executable.arguments)]
        results = self._run([*tensors, *self._parameters.values()])
        return self._source.unflatten(results)
