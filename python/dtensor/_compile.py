"""From programs in MLIR to executables."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

from . import _core
from ._core import CompileOptions, DTensor, Executable, Kernels, Stage
from ._layouts import MeshLike, as_mesh
from ._report import MemoryAnalysis, Report
from ._tensors import distribute_tensor

_STAGES = {stage.name.rstrip("_"): stage for stage in Stage}


def make_options(**keywords: Any) -> CompileOptions:
    """Options of the compiler. An unknown one, or a wrong type, is an error."""
    options = CompileOptions()
    for name, value in keywords.items():
        if not hasattr(CompileOptions, name):
            known = ", ".join(each for each in dir(CompileOptions) if not each.startswith("_"))
            raise TypeError(f"there is no option '{name}'; there are {known}")
        if name == "kernels" and isinstance(value, str):
            value = Kernels[value]
        if name == "mesh":
            value = as_mesh(value)
        setattr(options, name, value)
    return options


def _positions(layouts: Any, argument: str) -> dict[int, str]:
    if layouts is None:
        return {}
    if isinstance(layouts, Mapping):
        return {int(position): str(layout) for position, layout in layouts.items()}
    if isinstance(layouts, (list, tuple)):
        return {i: str(each) for i, each in enumerate(layouts) if each is not None}
    raise TypeError(f"{argument}: required a dict or a list, found {layouts!r}")


def _read(source: str | bytes | os.PathLike, options: dict[str, Any]) -> bytes:
    """A program: a text, bytecode, or the path of a file."""
    if isinstance(source, bytes):
        return source
    if isinstance(source, str) and ("\n" in source or "func" in source):
        return source.encode()
    options.setdefault("file_name", os.fspath(source))
    with open(source, "rb") as file:
        return file.read()


def compile(
    source: str | bytes | os.PathLike,
    *,
    mesh: MeshLike | None = None,
    in_layouts: Mapping[int, str] | Sequence[str | None] | None = None,
    out_layouts: Mapping[int, str] | Sequence[str | None] | None = None,
    **options: Any,
) -> Executable:
    """Partitions and compiles a program of MLIR: a text, bytecode, or the path of a file.

    StableHLO, linalg on tensors and TOSA are read. Layouts are given by position, as
    `"x,unsharded"`; the others are propagated. Other options:

    entry: the function to compile. kernels: "automatic" or "generated". processor: a name of LLVM.
    entry: the function to compile. kernels: "automatic" or "generated". processor: a name of LLVM.
    machine: the machine on which plans are priced, as the contents of a file for --machine of
    dtensor-run. fast_math: floats may round in other ways, and subnormal ones be zero; infinities
    and NaN stay. strict: relayouts that nobody asked for are errors. gather_where_less,
    replicate_unknown, replication_limit: as those of dtensor-run. warn: called with each warning.
    cache_folder: keeps compiled programs for other processes.

    >>> program = dt.compile('''
    ... func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    ...   %b = arith.addf %a, %a : tensor<4xf32>
    ...   return %b : tensor<4xf32>
    ... }''', mesh="x=2", in_layouts=["x"])
    >>> program(np.arange(4, dtype=np.float32))[0].full_tensor().numpy()
    array([0., 2., 4., 6.], dtype=float32)
    """
    text = _read(source, options)
    if mesh is not None:
        options["mesh"] = mesh
    options["argument_layouts"] = _positions(in_layouts, "in_layouts")
    options["result_layouts"] = _positions(out_layouts, "out_layouts")
    made = make_options(**options)
    executable = _core.compile(text, made)
    executable.__dict__.update(_source=text, _options=made)
    return executable


def stage_of(stage: str | Stage) -> Stage:
    if isinstance(stage, Stage):
        return stage
    if stage not in _STAGES:
        raise ValueError(f"required a stage ({', '.join(_STAGES)}), found '{stage}'")
    return _STAGES[stage]


def _require_source(executable: Executable, method: str) -> tuple[bytes, CompileOptions]:
    source = executable.__dict__.get("_source")
    if source is None:
        raise _core.Error(
            f"{method}: required a program that this process has compiled, found one that was "
            "loaded"
        )
    return source, executable.__dict__["_options"]


def _call(
    self: Executable, *arguments: Any, context: _core.Context | None = None
) -> tuple[DTensor, ...]:
    """Runs the program, and returns its results as a tuple.

    An array is divided as the argument is. A DTensor must have the argument's layout.
    """
    return tuple(self._run(_divide_arrays(self, arguments), context))


def _run_async(
    self: Executable, *arguments: Any, context: _core.Context | None = None
) -> _core.Future:
    """Begins a run, and returns a `Future` of its results at once.

    It waits only while the queue of the context is full.
    """
    return self._run_async(_divide_arrays(self, arguments), context)


def _divide_arrays(executable: Executable, arguments: Sequence[Any]) -> list[DTensor]:
    """Tensors of arguments: an array is divided as the program requires."""
    required = executable.arguments
    if len(arguments) != len(required):
        raise _core.Error(
            f"'{executable.name}': required {len(required)} arguments, found {len(arguments)}"
        )
    return [
        each if type(each) is DTensor else distribute_tensor(each, info.layout)
        for each, info in zip(arguments, required)
    ]


def _report(self: Executable) -> Report:
    """The collectives of the program, with their reasons."""
    return Report(self._report())


def _memory_analysis(self: Executable) -> MemoryAnalysis:
    """The bytes that a run takes on the most loaded device."""
    return MemoryAnalysis.of(self)


def _explain(self: Executable, name: str) -> str:
    """How the layout of the value called `name` in the source came about."""
    source, options = _require_source(self, "explain")
    return _core.explain(source, name, options)


def _as_text(self: Executable, stage: str | Stage = "optimize") -> str:
    """The program after a stage, as text of MLIR.

    Stages are import, propagate, relayout, expand, optimize, bufferize and llvm.
    """
    source, options = _require_source(self, "as_text")
    return _core.lower(source, stage_of(stage), options)


def _save(self: Executable, path: str | os.PathLike[str]) -> None:
    """Writes the machine code to a file, which `Executable.load` reads."""
    source, options = _require_source(self, "save")
    called = re.search(rb"python\.local_map\.\d+", source)
    if called:
        raise _core.Error(
            f"save: required a program without functions of local_map, which other processes do "
            f"not know, found '{called[0].decode()}'; register_sharding() gives a function a name"
        )
    _core.save(source, os.fspath(path), options)


def _repr(self: Executable) -> str:
    return (
        f"Executable('{self.name}', mesh='{self.mesh}', {len(self.arguments)} arguments, "
        f"{len(self.results)} results)"
    )


_load_library = Executable.load


def _load(path: str | os.PathLike[str]) -> Executable:
    """Loads a program that was saved, or a library that dtensor-compile has made.

    Loading runs code: load only what you would run.
    """
    path = os.fspath(path)
    try:
        with open(path, "rb") as file:
            is_library = file.read(4) == b"\x7fELF"
    except OSError as error:
        raise _core.Error(f"'{path}': {error.strerror}") from None
    return _load_library(path) if is_library else _core.load(path)


Executable.load = staticmethod(_load)
Executable.__call__ = _call
Executable.run_async = _run_async
Executable.report = _report
Executable.memory_analysis = _memory_analysis
Executable.explain = _explain
Executable.as_text = _as_text
Executable.save = _save
Executable.__repr__ = _repr
