"""Functions on components."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from . import _core
from ._core import DTensor, Layout, Mesh
from ._layouts import LayoutLike, MeshLike, as_layout, as_mesh
from ._recording import recorded_mesh
from ._tensors import distribute_tensor
from ._types import TensorType


def local_map(
    function: Callable,
    out_layouts: Any,
    in_layouts: Sequence[LayoutLike] | None = None,
    mesh: MeshLike | None = None,
    *,
    redistribute_inputs: bool = False,
    with_device: bool = False,
    out_types: Any = None,
) -> Callable:
    """A function on DTensors that calls `function` for every device with its components.

    Components are arrays of NumPy. The function returns one for each of `out_layouts`, which is a
    layout or a tuple of them. Arguments must have `in_layouts`, if these are given, or are moved
    with `redistribute_inputs`. With `with_device`, the function also takes `device=`.

    In a function that is recorded, the program calls `function` when it runs. Then `in_layouts`
    are required, to which the program moves arguments, and so are `out_types`: the global
    `TensorType` of the result or a tuple of them, or a function of the arguments' types that
    returns these.

    >>> mesh = dt.Mesh("x=2")
    >>> sum = dt.local_map(lambda part: part.sum(), ";partial(sum):x", ["x"])
    >>> total = sum(dt.full(10, 2., "x", mesh=mesh))
    >>> total.layout, total.full_tensor().numpy()
    (Layout(';partial(sum):x', Mesh('x=2')), array(20., dtype=float32))
    >>> twice = dt.local_map(lambda part: part * 2, "x", ["x"], out_types=lambda type: type)
    >>> dt.jit(lambda x: twice(x + 1))(dt.ones(4, "x", mesh=mesh)).full_tensor().numpy()
    array([4., 4., 4., 4.], dtype=float32)
    """
    mesh = as_mesh(mesh)
    several = type(out_layouts) is tuple
    recorded = _Recorded(function, with_device)

    def mapped(*arguments: Any) -> Any:
        tensors = [each.value if isinstance(each, _core.Variable) else each for each in arguments]
        layouts = _listed(out_layouts, several)
        if any(isinstance(each, DTensor) and each.is_recorded for each in tensors):
            results = recorded.record(tensors, layouts, in_layouts, out_types, mesh)
            return tuple(results) if several else results[0]
        present = mesh
        for each in [*tensors, *layouts]:
            if present is None and isinstance(each, (DTensor, Layout)):
                present = each.mesh
        if present is None:
            raise ValueError("local_map: required a tensor or a mesh, found neither")
        if in_layouts is not None:
            tensors = _move(tensors, in_layouts, present, redistribute_inputs)
        tensors = [
            each if isinstance(each, DTensor) else distribute_tensor(each, present)
            for each in tensors
        ]
        results = _call_all(function, tensors, present.local_devices, with_device)
        if not several:
            results = [(each,) for each in results]
        for device, each in zip(present.local_devices, results):
            if not isinstance(each, (tuple, list)) or len(each) != len(layouts):
                raise TypeError(
                    f"local_map: required {len(layouts)} results on device {device}, found {each!r}"
                )
        packed = []
        for i, layout in enumerate(layouts):
            components = [np.asarray(each[i]) for each in results]
            for device, component in zip(present.local_devices, components):
                if component.dtype.kind in "OSU":
                    raise TypeError(
                        f"local_map: required an array of numbers as result {i} on device "
                        f"{device}, found {component!r}"
                    )
            packed.append(_core.pack(components, as_layout(layout, present, components[0].ndim)))
        return tuple(packed) if several else packed[0]

    return mapped


class _Recorded:
    """A function that programs call."""

    def __init__(self, function: Callable, with_device: bool) -> None:
        self._function = function
        self._with_device = with_device
        # Programs know it by this name until the process ends.
        self._name: str | None = None

    def record(
        self,
        arguments: Sequence[Any],
        out_layouts: Sequence[LayoutLike],
        in_layouts: Sequence[LayoutLike] | None,
        out_types: Any,
        mesh: Mesh | None,
    ) -> list[DTensor]:
        mesh = recorded_mesh() if mesh is None else mesh
        where = "local_map in a function that is recorded"
        if in_layouts is None or out_types is None:
            missing = "in_layouts" if in_layouts is None else "out_types"
            raise _core.Error(f"{where}: required {missing}, found none")
        if len(in_layouts) != len(arguments):
            raise TypeError(
                f"{where}: required {len(in_layouts)} arguments, found {len(arguments)}"
            )
        tensors = [
            each if isinstance(each, DTensor) else distribute_tensor(each, mesh)
            for each in arguments
        ]
        types = out_types
        if not isinstance(types, (TensorType, tuple, list)):
            types = types(*[TensorType(each.shape, each.dtype) for each in tensors])
        types = [types] if isinstance(types, TensorType) else list(types)
        if len(types) != len(out_layouts):
            raise TypeError(
                f"{where}: required {len(out_layouts)} types of results, found {len(types)}"
            )
        if self._name is None:
            self._name = _core.define_local_function(self._function, self._with_device)
        return _core.record_local_map(
            self._name,
            tensors,
            [as_layout(each, mesh, x.ndim) for each, x in zip(in_layouts, tensors)],
            [as_layout(each, mesh, type_.ndim) for each, type_ in zip(out_layouts, types)],
            [(each.dtype, list(each.shape)) for each in types],
        )


def _listed(layouts: Any, several: bool) -> list[Any]:
    return list(layouts) if several else [layouts]


def _move(
    tensors: list[Any], layouts: Sequence[LayoutLike], mesh: Mesh, redistribute: bool
) -> list[DTensor]:
    if len(layouts) != len(tensors):
        raise TypeError(f"local_map: required {len(layouts)} arguments, found {len(tensors)}")
    moved = []
    for i, (tensor, layout) in enumerate(zip(tensors, layouts)):
        rank = tensor.ndim if hasattr(tensor, "ndim") else np.ndim(tensor)
        wanted = as_layout(layout, mesh, rank)
        if not isinstance(tensor, DTensor):
            tensor = distribute_tensor(tensor, wanted)
        elif tensor.layout != wanted:
            if not redistribute:
                raise ValueError(
                    f"local_map: argument {i}: required layout '{wanted}', found "
                    f"'{tensor.layout}'; redistribute_inputs=True moves it"
                )
            tensor = tensor.redistribute(wanted)
        moved.append(tensor)
    return moved


def _call_all(
    function: Callable, tensors: Sequence[DTensor], devices: Sequence[int], with_device: bool
) -> list[Any]:
    def call(device: int) -> Any:
        components = [each.to_local(device) for each in tensors]
        return function(*components, device=device) if with_device else function(*components)

    # NumPy gives up the interpreter's lock while it computes.
    with ThreadPoolExecutor(min(len(devices), os.cpu_count() or 1)) as threads:
        return list(threads.map(call, devices))
