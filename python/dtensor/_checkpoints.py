"""Trees of tensors on disk; docs/Checkpoints.md."""

from __future__ import annotations

import fnmatch
import json
import os
from collections.abc import Callable, Mapping
from typing import Any

from . import _core
from ._core import Checkpointer, CheckpointReader, DTensor, Layout, Mesh, Plan, Variable
from ._layouts import LayoutLike, MeshLike, as_layout, as_mesh
from ._tensors import distribute_tensor
from ._trees import is_leaf

# The text in the metadata of a checkpoint that has the structure of the tree.
_TREE = "dtensor.tree"
_FILE_BYTES = 5_000_000_000


def save(
    path: str | os.PathLike,
    tree: Any,
    *,
    whole: bool = False,
    file_bytes: int = _FILE_BYTES,
    metadata: Mapping[str, str] | None = None,
) -> None:
    """Writes nested dicts, lists and tuples of tensors to a new folder, or over an old checkpoint.

    Leaves are tensors, variables, arrays, numbers, texts, bools and None. A tensor's name is made
    of the keys that lead to it, with dots between. The old checkpoint is whole until the new one
    is. With `whole`, files hold whole tensors, as Hugging Face's libraries expect them, and have
    at most `file_bytes` bytes if they hold several.

    >>> import tempfile
    >>> path = tempfile.mkdtemp() + "/state"
    >>> mesh = dt.Mesh("x=2")
    >>> dt.save(path, {"step": 7, "w": dt.ones((4, 2), "x,unsharded", mesh=mesh)})
    >>> dt.load(path)["step"], dt.load(path)["w"].layout
    (7, Layout('x,unsharded', Mesh('x=2')))
    """
    tensors, texts = _flatten(tree, metadata)
    _core.save_tensors(os.fspath(path), tensors, whole, file_bytes, texts)


def load(
    path: str | os.PathLike,
    mesh: MeshLike | None = None,
    layouts: Mapping[str, LayoutLike] | Plan | None = None,
) -> Any:
    """Reads what `save` has written, in any layouts on any mesh.

    `layouts` has a layout for each pattern of names, such as `{"*.weight": "x,unsharded"}`, or is
    a `Plan`; the first pattern that matches counts, and None means replicated. Other tensors have
    the layout with which they were saved. Without a mesh, so is the mesh. A checkpoint of another
    program is a dict of tensors by name. Its tensors need layouts if the mesh has several devices.

    >>> import tempfile
    >>> path = tempfile.mkdtemp() + "/state"
    >>> dt.save(path, {"w": dt.ones((4, 2), "x,unsharded", mesh=dt.Mesh("x=4"))})
    >>> dt.load(path, "x=2,y=3", {"w": "unsharded,y"})["w"].layout
    Layout('unsharded,y', Mesh('x=2,y=3'))
    """
    reader = CheckpointReader(os.fspath(path))
    mesh = as_mesh(mesh)
    if isinstance(layouts, Plan):
        chosen = layouts.layouts({name: list(reader.shape(name)) for name in reader.names})
    else:
        chosen = _choose(reader, mesh, dict(layouts or {}))
    tensors = reader.load(chosen)
    text = reader.metadata.get(_TREE)
    return tensors if text is None else _unflatten(json.loads(text), tensors)


def _choose(
    reader: CheckpointReader, mesh: Mesh | None, rules: dict[str, LayoutLike]
) -> dict[str, Layout]:
    """The layout of each tensor."""
    used = set()
    chosen = {}
    for name in reader.names:
        rank = len(reader.shape(name))
        matching = [each for each in rules if fnmatch.fnmatchcase(name, each)]
        used.update(matching)
        own_mesh = _saved_mesh(reader, name) if mesh is None else mesh
        if not matching:
            chosen[name] = _saved_layout(reader, name, own_mesh, rank)
            continue
        rule = rules[matching[0]]
        if isinstance(rule, Layout) and mesh is None:
            own_mesh = rule.mesh
        try:
            chosen[name] = as_layout(rule, own_mesh, rank)
        except ValueError as error:
            raise _core.Error(f"pattern {matching[0]!r}, tensor {name!r}: {error}") from None
    for pattern in rules:
        if pattern not in used:
            raise _core.Error(
                f"pattern {pattern!r} matches no tensor; there are {', '.join(reader.names)}"
            )
    return chosen


def _saved_mesh(reader: CheckpointReader, name: str) -> Mesh:
    return Mesh(reader.saved_mesh(name) or "")


def _saved_layout(reader: CheckpointReader, name: str, mesh: Mesh, rank: int) -> Layout:
    if mesh.size == 1:
        return Layout.replicated(mesh, rank)
    text = reader.saved_layout(name)
    if text is None:
        raise _core.Error(
            f"tensor {name!r} was saved without a layout by another program: required one in "
            "layouts; '*' matches every name, and None is a replicated layout"
        )
    try:
        return Layout.from_string(text, mesh)
    except ValueError as error:
        raise _core.Error(
            f"tensor {name!r} was saved with layout '{text}' of mesh "
            f"'{reader.saved_mesh(name)}', which mesh '{mesh}' does not have: required one in "
            f"layouts; {error}"
        ) from None


def _flatten(
    tree: Any, metadata: Mapping[str, str] | None = None, copy: bool = False
) -> tuple[dict[str, DTensor], dict[str, str]]:
    """The tensors by name, and texts with the structure around them.

    With `copy`, no tensor has the memory of an array, which may change.
    """
    tensors: dict[str, DTensor] = {}
    structure = _describe(tree, "", tensors, copy)
    return tensors, {**(metadata or {}), _TREE: json.dumps(structure)}


def _describe(tree: Any, name: str, tensors: dict[str, DTensor], copy: bool) -> Any:
    def add(tensor: DTensor) -> str:
        key = name or "tensor"
        if key in tensors:
            raise _core.Error(f"save: two tensors have the name {key!r}")
        tensors[key] = tensor
        return key

    def describe(key: Any, child: Any) -> Any:
        return _describe(child, f"{name}.{key}" if name else str(key), tensors, copy)

    if tree is None or type(tree) in (bool, int, float, str):
        return {"value": tree}
    if isinstance(tree, Variable):
        return {"variable": add(tree.value), "name": tree.name}
    if isinstance(tree, DTensor):
        return {"tensor": add(tree)}
    if isinstance(tree, Mapping):
        for key in tree:
            if not isinstance(key, str):
                raise TypeError(f"save: required keys that are texts, found {key!r} in {name!r}")
        return {"dict": [[key, describe(key, child)] for key, child in tree.items()]}
    if isinstance(tree, (list, tuple)):
        kind = "list" if isinstance(tree, list) else "tuple"
        return {kind: [describe(at, child) for at, child in enumerate(tree)]}
    if is_leaf(tree):
        tensor = distribute_tensor(tree, Mesh())
        return {"tensor": add(Variable(tensor).value if copy else tensor)}
    raise TypeError(
        f"save: required tensors, arrays, numbers or texts in dicts, lists and tuples, found "
        f"{type(tree).__qualname__} at {name!r}"
    )


def _unflatten(structure: Any, tensors: dict[str, DTensor]) -> Any:
    if "value" in structure:
        return structure["value"]
    if "tensor" in structure:
        return tensors[structure["tensor"]]
    if "variable" in structure:
        return _core.adopt_variable(tensors.pop(structure["variable"]), structure["name"])
    if "dict" in structure:
        return {key: _unflatten(child, tensors) for key, child in structure["dict"]}
    make: Callable = list if "list" in structure else tuple
    (children,) = structure.values()
    return make([_unflatten(child, tensors) for child in children])


def _save_step(
    self: Checkpointer,
    step: int,
    tree: Any,
    *,
    wait: bool = True,
    whole: bool = False,
    metadata: Mapping[str, str] | None = None,
) -> None:
    """Saves a tree as the checkpoint of a step, and removes old ones.

    Without `wait`, returns as soon as the save has begun. The tensors of now are saved, whatever
    becomes of variables and arrays meanwhile. An error is raised by the next call.

    >>> import tempfile
    >>> checkpoints = dt.Checkpointer(tempfile.mkdtemp(), keep=2)
    >>> for step in range(4):
    ...     checkpoints.save(step, {"step": step}, wait=False)
    >>> checkpoints.wait()
    >>> checkpoints.steps, dt.load(checkpoints.latest)
    ([2, 3], {'step': 3})
    """
    tensors, texts = _flatten(tree, metadata, copy=not wait)
    self._save(step, tensors, whole, texts, wait)


Checkpointer.save = _save_step
