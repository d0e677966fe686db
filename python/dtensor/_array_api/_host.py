"""Elements that this process reads, where a shape depends on them."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _core
from .._core import DTensor, Layout, Mesh


def gather(tensor: DTensor, function: str) -> np.ndarray:
    """All elements. An error in a program that is recorded, which has none."""
    if tensor.is_recorded:
        raise ValueError(
            f"{function}: the shape of the result depends on the elements, and a function that "
            "is recorded has none; call it outside, or use where"
        )
    return tensor._gather()


def replicated(elements: Any, mesh: Mesh) -> DTensor:
    """The same elements on every device."""
    elements = np.asarray(elements)
    return _core.import_array(elements, Layout.replicated(mesh, elements.ndim))


def on_mesh_of(tensor: DTensor, elements: np.ndarray) -> DTensor:
    """The same elements on every device of a tensor."""
    return replicated(elements, tensor.mesh)


def read_element(tensor: DTensor, position: tuple[int, ...]) -> np.ndarray:
    """One element, from the first device that holds it."""
    layout = tensor.layout
    if layout.is_partial:
        return tensor._gather()[position]
    if layout.is_fully_replicated:
        return tensor.to_local()[position]
    if len(layout.mesh.local_devices) < layout.mesh.size:
        return tensor._gather()[position]
    for device in range(layout.mesh.size):
        begin = layout.local_offset(tensor.shape, device)
        size = layout.local_shape(tensor.shape, device)
        local = tuple(at - first for at, first in zip(position, begin))
        if all(0 <= at < extent for at, extent in zip(local, size)):
            return tensor.to_local(device)[local]
    raise AssertionError("an element is on no device")
