"""Functions that are compiled ahead of time."""

from __future__ import annotations

import difflib
import fnmatch
import inspect
import os
import re
from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any

from . import _core, _trees
from ._compile import make_options, stage_of
from ._core import DTensor, Executable, JitFunction, Layout, Mesh, Placement, Variable
from ._donations import Donations
from ._layouts import P, as_layout
from ._recording import recording
from ._report import MemoryAnalysis, Report
from ._tensors import distribute_tensor
from ._types import TensorType


class LayoutRequests:
    """Layouts for some values: by patterns of names, by position, or one for all."""

    def __init__(self, requests: Any) -> None:
        self.requests = requests

    @staticmethod
    def of(requests: Any) -> LayoutRequests | None:
        """None if nothing is requested."""
        if requests is None or isinstance(requests, LayoutRequests):
            return requests
        return LayoutRequests(requests)

    def find(self, names: Sequence[str], values: Sequence[Any], mesh: Mesh) -> dict[int, Layout]:
        """The layouts of values, by position. `values` have a rank. Errors: a pattern that no
        name matches, another number of layouts than of values."""
        requests = self.requests
        if isinstance(requests, Mapping):
            return self._match(names, values, mesh)
        single = isinstance(requests, (str, Layout, P, Placement)) or (
            len(requests) > 0 and all(isinstance(each, Placement) for each in requests)
        )
        if single:
            requests = [requests] * len(values)
        if len(requests) != len(values):
            raise ValueError(
                f"required a layout for each of {len(values)} values "
                f"({', '.join(names)}), found {len(requests)}"
            )
        return {
            i: as_layout(each, mesh, value.ndim)
            for i, (each, value) in enumerate(zip(requests, values))
            if each is not None
        }

    def _match(
        self, names: Sequence[str], values: Sequence[Any], mesh: Mesh
    ) -> dict[int, Layout]:
        found: dict[int, Layout] = {}
        for pattern, layout in self.requests.items():
            matches = [i for i, name in enumerate(names) if fnmatch.fnmatchcase(name, pattern)]
            if not matches:
                near = difflib.get_close_matches(pattern, names, 3, 0)
                raise ValueError(
                    f"the pattern '{pattern}' matches no name; near are {', '.join(near) or 'none'}"
                )
            for i in matches:
                # The first pattern counts.
                if i not in found and layout is not None:
                    found[i] = as_layout(layout, mesh, values[i].ndim)
        return found


def parameter_names(function: Callable, count: int) -> list[str]:
    """Names for the positional arguments of a call."""
    names: list[str] = []
    try:
        for each in inspect.signature(function).parameters.values():
            if each.kind == each.VAR_POSITIONAL:
                names += [f"{each.name}.{i}" for i in range(count - len(names))]
            elif each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD):
                names.append(each.name)
    except (TypeError, ValueError):
        pass  # A function of C has no signature.
    return (names + [f"arg{i}" for i in range(len(names), count)])[:count]


def argument_names(function: Callable, structure: tuple) -> list[str]:
    """Names for the tensors among arguments, such as `x` and `params.up.weight`."""
    _, args, kwargs = structure
    found: list[str] = []
    for name, child in zip(parameter_names(function, len(args) - 1), args[1:]):
        found += _trees.names(child, name)
    return found + _trees.names(kwargs)


def result_names(structure: tuple) -> list[str]:
    """Names for results: `result`, or keys and positions within it."""
    return [name or "result" for name in _trees.names(structure)]


class Lowered:
    """A function that was recorded, and can be compiled."""

    def __init__(
        self,
        name: str,
        text: str,
        options: _core.CompileOptions,
        structure: tuple,
        result: tuple,
        captures: list[DTensor | Variable],
    ) -> None:
        self.name = name
        self._text = text
        self._options = options
        self._structure = structure
        self._result = result
        self._captures = captures

    def as_text(self, stage: str | _core.Stage | None = None) -> str:
        """The program as StableHLO, or after a stage of the compiler."""
        if stage is None:
            return self._text
        return _core.lower(self._text.encode(), stage_of(stage), self._options)

    def explain(self, value: str) -> str:
        """How the layout of a value of the text came about, such as `%x`."""
        return _core.explain(self._text.encode(), value, self._options)

    def compile(self) -> Compiled:
        """Partitions the program and compiles it."""
        executable = _core.compile(self._text.encode(), self._options)
        executable.__dict__.update(_source=self._text.encode(), _options=self._options)
        return Compiled(executable, self)


class Compiled:
    """A function that was compiled for arguments of given types.

    >>> x = dt.TensorType((4, 3))
    >>> lowered = dt.jit(lambda x: dt.sum(x * 2)).lower("x=2", x, in_layouts="x,unsharded")
    >>> compiled = lowered.compile()
    >>> compiled(np.ones((4, 3), np.float32)).numpy()
    array(24., dtype=float32)
    >>> [(each.name, str(each.layout)) for each in compiled.arguments]
    [('x', 'x,unsharded')]
    >>> compiled.report().total("all_reduce")
    1
    """

    def __init__(self, executable: Executable, lowered: Lowered) -> None:
        self.executable = executable
        self._lowered = lowered

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Calls the function. Arguments are moved to the layouts that the program requires."""
        lowered = self._lowered
        leaves, structure = _trees.flatten((args, kwargs))
        if structure != lowered._structure:
            raise TypeError(
                f"'{lowered.name}': required arguments {_trees.describe(lowered._structure)}, "
                f"found {_trees.describe(structure)}"
            )
        values = [each.value if isinstance(each, Variable) else each for each in lowered._captures]
        tensors = [
            place(value, info)
            for value, info in zip([*leaves, *values], self.executable.arguments)
        ]
        return _trees.unflatten(lowered._result, self._run(tensors))

    def _run(self, tensors: list[DTensor]) -> list[DTensor]:
        """Runs the program, which takes the arguments that are donated."""
        donated = sorted(self._lowered._options.donated_arguments)
        if not donated:
            return self.executable._run(tensors)
        return self.executable._run_donating(tensors, donated, self._lowered.name)

    @property
    def arguments(self) -> list[_core.ValueInfo]:
        """Types and layouts of arguments, in their order in the nested containers."""
        return self.executable.arguments

    @property
    def results(self) -> list[_core.ValueInfo]:
        return self.executable.results

    def report(self) -> Report:
        """The collectives of the program, with their reasons."""
        return self.executable.report()

    def memory_analysis(self) -> MemoryAnalysis:
        """The bytes that a run takes on the most loaded device."""
        return self.executable.memory_analysis()

    def explain(self, value: str) -> str:
        """How the layout of a value came about: `%x` for the argument `x`."""
        return self._lowered.explain(value)

    def as_text(self, stage: str | _core.Stage = "optimize") -> str:
        """The program after a stage of the compiler, as text of MLIR."""
        return self._lowered.as_text(stage)

    def save(self, path: str | os.PathLike) -> None:
        """Writes the machine code to a file. `Executable.load` reads it; its arguments are the
        tensors in the nested arguments, in their order."""
        self.executable.save(path)

    def __repr__(self) -> str:
        return f"Compiled({self.executable!r})"


def place(value: Any, info: _core.ValueInfo) -> DTensor:
    """An argument as a tensor in the layout that a program requires."""
    if type(value) is not DTensor:
        return distribute_tensor(value, info.layout)
    # Types are checked by the run.
    if value.ndim == len(info.shape) and value.layout != info.layout:
        return value.redistribute(info.layout)
    return value


def _as_type(value: Any) -> TensorType:
    if isinstance(value, TensorType):
        return value
    if not isinstance(value, DTensor):
        value = distribute_tensor(value, Mesh())
    return TensorType(value.shape, value.dtype)


def lower(
    function: Callable,
    name: str,
    mesh: Mesh,
    args: tuple,
    kwargs: dict[str, Any],
    in_layouts: Any,
    out_layouts: Any,
    donations: Donations,
    options: Mapping[str, Any],
) -> Lowered:
    """Records `function` for arguments of these types."""
    leaves, structure = _trees.flatten((args, kwargs))
    types = [_as_type(leaf) for leaf in leaves]
    # Only types are looked at.
    tensors = [
        _core.factories.empty(list(each.shape), Layout.replicated(mesh, each.ndim), each.dtype)
        for each in types
    ]
    found: dict[str, tuple] = {}
    layouts: dict[int, str] = {}

    def record(tensors: list[DTensor]) -> list[DTensor]:
        from ._jit import as_tensor, strip

        args, kwargs = _trees.unflatten(structure, tensors)
        with recording(mesh):
            results, found["result"] = _trees.flatten(strip(function(*args, **kwargs)))
            results = [as_tensor(each) for each in results]
        requests = LayoutRequests.of(out_layouts)
        if requests is not None:
            wanted = requests.find(result_names(found["result"]), results, mesh)
            layouts.update({i: str(layout) for i, layout in wanted.items()})
        return results

    made = make_options(mesh=mesh, **options)
    traced = JitFunction(record, name, made).trace(tensors)
    names = argument_names(function, structure)
    made.file_name = f"<{name}>"
    made.donated_arguments = set(donations.find(structure))
    requests = LayoutRequests.of(in_layouts)
    wanted = {} if requests is None else requests.find(names, types, mesh)
    # A tensor that is given with a layout asks for it.
    for i, leaf in enumerate(leaves):
        if isinstance(leaf, DTensor) and not leaf.layout.is_fully_replicated:
            wanted.setdefault(i, leaf.layout)
    for i, each in enumerate(traced.captures):
        wanted[len(leaves) + i] = each.layout
    made.argument_layouts = {i: str(layout) for i, layout in wanted.items()}
    made.result_layouts = layouts
    text = name_arguments(traced.text, names)
    return Lowered(name, text, made, structure, found["result"], traced.captures)


# A name of a value in a text of MLIR. Texts in quotes, such as names of files, have none.
_QUOTED_OR_VALUE = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|%[\w$.-]+', re.ASCII)


def name_arguments(text: str, names: Sequence[str]) -> str:
    """The program with the arguments' names, for messages and reports.

    Of equal names, all but the first get a number. A value that has the name of an argument gets
    another one.
    """
    found_in_text = (found[0] for found in _QUOTED_OR_VALUE.finditer(text))
    present = {found for found in found_in_text if found.startswith("%")}
    renamed: dict[str, str] = {}

    def make_free(name: str, taken: Set[str]) -> str:
        free, number = name, 0
        while free in taken:
            number += 1
            free = f"{name}_{number}"
        return free

    given: set[str] = set()
    for position, name in enumerate(names):
        old = f"%arg{position}"
        # Names that are numbers are those of other values.
        allowed = re.sub(r"[^\w.$-]", "_", name, flags=re.ASCII)
        if old in present and allowed:
            allowed = f"%_{allowed}" if allowed[0].isdigit() else f"%{allowed}"
            renamed[old] = make_free(allowed, given)
            given.add(renamed[old])
    for name in sorted(given & present - renamed.keys()):
        renamed[name] = make_free(name, given | present)
        present.add(renamed[name])
    return _QUOTED_OR_VALUE.sub(lambda found: renamed.get(found[0], found[0]), text)
