"""DTensors: from and to arrays, their parts, and how they print."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _core
from ._core import DTensor, Layout, Mesh, Variable
from ._layouts import LayoutLike, MeshLike, as_layout
from ._html import html_table
from ._recording import recorded_mesh


def _rank(array: Any) -> int:
    rank = getattr(array, "ndim", None)
    return np.ndim(array) if rank is None else rank


def distribute_tensor(
    array: Any, mesh: MeshLike | Layout | None = None, layout: LayoutLike = None
) -> DTensor:
    """Divides an array among the devices of a mesh.

    `array` is an array of NumPy, an object with `__dlpack__` (of JAX or PyTorch), a number or a
    list. Its memory is shared where components are contiguous in it, and must not change then.
    Each of several processes gives the same array. A DTensor is moved to the layout. Without a
    mesh, the default of `run_on` counts.

    >>> mesh = dt.Mesh("x=2,y=4")
    >>> dt.distribute_tensor(np.arange(8.), mesh, "y").to_local(1)
    array([2., 3.])
    >>> dt.distribute_tensor(np.ones((2, 4)), mesh, [dt.Shard(0), dt.Shard(1)]).layout
    Layout('x,y', Mesh('x=2,y=4'))
    """
    if isinstance(mesh, Layout):
        if layout is not None:
            raise TypeError("distribute_tensor: required one layout, found two")
        mesh, layout = None, mesh
    if isinstance(array, Variable):
        array = array.value
    if isinstance(array, DTensor):
        return redistribute(array, layout, mesh)
    rank = _rank(array)
    if mesh is None and layout is None:
        return _core.import_array(array, _core.default_layout(rank))
    return _core.import_array(array, as_layout(layout, mesh, rank))


def redistribute(tensor: DTensor, layout: LayoutLike, mesh: MeshLike | None = None) -> DTensor:
    """The same tensor in another layout; devices exchange parts.

    In a function that is recorded, the program is asked for the layout.
    """
    if not isinstance(layout, Layout):
        if mesh is None:
            mesh = _mesh_of(tensor)
        layout = as_layout(layout, mesh, tensor.ndim)
    return tensor._redistribute(layout)


def _mesh_of(tensor: DTensor) -> Mesh:
    # One that outlived the recording has no mesh, and says so.
    if not tensor.is_recorded or not _core.is_recording():
        return tensor.mesh
    mesh = recorded_mesh()
    if mesh is None:
        raise ValueError("required a mesh or a Layout while a function is recorded, found none")
    return mesh


def from_local(
    components: Sequence[Any],
    mesh: MeshLike | Layout,
    layout: LayoutLike = None,
    *,
    run_check: bool = False,
    shape: Sequence[int] | None = None,
) -> DTensor:
    """A DTensor of what each device holds.

    Without a global `shape`, components are taken to be of equal extents along sharded axes.
    With `run_check`, the first device's data along replicated dimensions is copied to the others.
    Each of several processes gives the components of its own devices.

    >>> mesh = dt.Mesh("x=2")
    >>> dt.from_local([np.zeros(3), np.ones(3)], mesh, [dt.Shard(0)]).shape
    (6,)
    """
    if isinstance(mesh, Layout):
        mesh, layout = mesh.mesh, mesh
    if len(components) == 0:
        raise ValueError("from_local: required a component for each device, found none")
    rank = _rank(components[0])
    shape = None if shape is None else list(shape)
    return _core.from_local(components, as_layout(layout, mesh, rank), run_check, shape)


def pack(components: Sequence[Any], layout: Layout, *, check: bool = False) -> DTensor:
    """A DTensor of components, one per device of this process.

    The inverse of `unpack`. Their number, rank, type and shape are checked; values of replicas
    are compared only with `check`.

    >>> layout = dt.Layout("x,unsharded", "x=2")
    >>> a = dt.pack([np.array([[0, 1]]), np.array([[2, 3]])], layout)
    >>> a.shape, dt.unpack(a)
    ((2, 2), [array([[0, 1]]), array([[2, 3]])])
    """
    return _core.pack(components, layout, check)


def copy_to_mesh(array: Any, layout: Layout | MeshLike) -> DTensor:
    """The array on every device of a mesh. A layout must be replicated.

    >>> a = dt.copy_to_mesh([1, 2], "x=3")
    >>> a.layout, a.to_local(2)
    (Layout('unsharded', Mesh('x=3')), array([1, 2]))
    """
    if not isinstance(layout, Layout):
        layout = as_layout(None, layout, _rank(array))
    if not layout.is_fully_replicated:
        raise ValueError(
            f"copy_to_mesh: required a replicated layout, found '{layout}'; "
            "call distribute_tensor() to divide an array"
        )
    return distribute_tensor(array, layout)


def relayout(tensor: DTensor, layout: LayoutLike) -> DTensor:
    """The same tensor in another layout; see `DTensor.redistribute`.

    >>> a = dt.copy_to_mesh(np.arange(6), "x=3")
    >>> dt.relayout(a, "x").to_local(2)
    array([4, 5])
    """
    return redistribute(tensor, layout)


def fetch_layout(tensor: DTensor | Variable) -> Layout:
    """The layout of a tensor or a variable.

    >>> dt.fetch_layout(dt.zeros((4, 2), "x,unsharded", mesh="x=2"))
    Layout('x,unsharded', Mesh('x=2'))
    """
    return tensor.layout


@dataclass(frozen=True)
class LocalShard:
    """What one device holds of a tensor."""

    device: int
    tensor: DTensor

    @property
    def data(self) -> np.ndarray:
        """The component, as a read-only array without a copy."""
        return self.tensor.to_local(self.device)

    @property
    def index(self) -> tuple[slice, ...]:
        """Where the component lies in the whole tensor."""
        layout = self.tensor.layout
        begin = layout.local_offset(self.tensor.shape, self.device)
        size = layout.local_shape(self.tensor.shape, self.device)
        return tuple(slice(b, b + s) for b, s in zip(begin, size))

    def __repr__(self) -> str:
        return f"LocalShard(device={self.device}, index={self.index})"


@property
def _shards(self: DTensor) -> list[LocalShard]:
    """What each device of this process holds.

    >>> a = dt.distribute_tensor(np.arange(4), dt.Mesh("x=2"), "x")
    >>> [shard.data for shard in a.shards]
    [array([0, 1]), array([2, 3])]
    """
    return [LocalShard(device, self) for device in self.mesh.local_devices]


DTensor.shards = _shards


def _redistribute(
    self: DTensor, layout: LayoutLike = None, mesh: MeshLike | None = None, *, placements=None
) -> DTensor:
    """The same tensor in another layout; devices exchange parts.

    >>> a = dt.distribute_tensor(np.arange(4), dt.Mesh("x=2"), "x")
    >>> a.redistribute([dt.Replicate()]).layout
    Layout('unsharded', Mesh('x=2'))
    """
    return redistribute(self, layout if placements is None else placements, mesh)


DTensor.redistribute = _redistribute


def _full_tensor(self: DTensor) -> DTensor:
    """The whole tensor on every device: the explicit gather.

    >>> dt.distribute_tensor(np.arange(4), dt.Mesh("x=2"), "x").full_tensor().numpy()
    array([0, 1, 2, 3])
    """
    return redistribute(self, None)


DTensor.full_tensor = _full_tensor


def _array(self: DTensor, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
    array = self.numpy()
    if dtype is not None and array.dtype != np.dtype(dtype):
        if copy is False:
            raise ValueError(f"required a copy to convert {array.dtype} to {dtype}")
        return array.astype(dtype)
    return array.copy() if copy else array


DTensor.__array__ = _array


def _dlpack_device(self: DTensor) -> tuple[int, int]:
    return 1, 0


DTensor.__dlpack_device__ = _dlpack_device


# NumPy leaves operators with a DTensor to the DTensor.
DTensor.__array_ufunc__ = None


def _repr(self: DTensor) -> str:
    shape = "(" + ", ".join(map(str, self.shape)) + ("," if self.ndim == 1 else "") + ")"
    if self.is_recorded or self.is_deleted:
        state = "recorded" if self.is_recorded else "deleted"
        return f"DTensor(shape={shape}, dtype={self.dtype}, {state})"
    return f"DTensor({_values(self)}, shape={shape}, dtype={self.dtype}, layout='{self.layout}')"


def _values(tensor: DTensor) -> str:
    """A few elements, of one device if others have more, so that nothing is gathered."""
    device = tensor.mesh.local_devices[0]
    prefix = "" if tensor.layout.is_fully_replicated else f"device {device}: "
    text = np.array2string(
        tensor.to_local(device), threshold=16, edgeitems=2, separator=", ", prefix="DTensor(" + prefix
    )
    return prefix + text


def _repr_html(self: DTensor | Variable) -> str:
    """A table of the devices that hold each part, for notebooks."""
    if isinstance(self, Variable):
        return f"<pre>{html.escape(repr(self))}</pre>{layout_table(self.layout, self.shape)}"
    if self.is_recorded:
        return html.escape(_repr(self))
    text = html.escape(_repr(self))
    if self.is_deleted or self.ndim == 0 or self.layout.is_partial:
        return f"<pre>{text}</pre>"
    return f"<pre>{text}</pre>{layout_table(self.layout, self.shape)}"


def layout_table(layout: Layout, shape: Sequence[int]) -> str:
    """A table of HTML: the part of a tensor of this shape that each device holds."""
    rows = []
    for device in range(layout.mesh.size):
        begin, size = layout.local_offset(shape, device), layout.local_shape(shape, device)
        part = ", ".join(f"{b}:{b + s}" for b, s in zip(begin, size))
        coordinates = zip(layout.mesh.dim_names, layout.mesh.coordinates(device))
        where = ", ".join(f"{name}={at}" for name, at in coordinates)
        rows.append([str(device), where, f"[{part}]"])
    return html_table(["device", "coordinates", "elements"], rows)


def show(value: DTensor | Variable | Layout, shape: Sequence[int] | None = None) -> None:
    """Prints a table of the devices that hold each part of a tensor.

    >>> dt.show(dt.zeros((4, 2), "x,unsharded", mesh=dt.Mesh("x=2")))
         0:2
    0:2  [0]
    2:4  [1]
    """
    if not isinstance(value, Layout):
        value, shape = value.layout, value.shape
    if shape is None:
        raise TypeError("show: required the shape of a tensor with this layout, found none")
    print(value.draw(list(shape)), end="")


def draw(layout: Layout, shape: Sequence[int]) -> str:
    """A table of the devices that hold each part of a tensor of this shape."""
    return layout.draw(list(shape))


DTensor._repr_html_ = _repr_html
Variable._repr_html_ = _repr_html
DTensor.__repr__ = _repr
DTensor.__str__ = _repr
