"""Functions that become one program."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, ParamSpec, TypeVar, overload

from . import _core, _trees
from ._compile import make_options
from ._core import DTensor, Executable, JitFunction, Mesh, Variable
from ._donations import Donations
from ._layouts import MeshLike, as_mesh
from ._lower import LayoutRequests, Lowered, argument_names, lower, result_names
from ._recording import recorded_mesh, recording
from ._tensors import distribute_tensor


_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


class Jit(Generic[_Parameters, _Result]):
    """A function that is recorded once for the types, shapes and layouts of its arguments."""

    def __init__(
        self,
        function: Callable[_Parameters, _Result],
        name: str,
        mesh: Mesh | None,
        in_layouts: LayoutRequests | None,
        out_layouts: LayoutRequests | None,
        donations: Donations,
        options: Mapping[str, Any],
    ) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self._name = name
        self._mesh = mesh
        self._in_layouts = in_layouts
        self._out_layouts = out_layouts
        self._donations = donations
        self._options = dict(options)
        self._programs: dict[Any, _Program] = {}

    def __call__(self, *args: _Parameters.args, **kwargs: _Parameters.kwargs) -> _Result:
        # In another recording, the function is part of it.
        if _core.is_recording():
            return self._function(*args, **kwargs)
        leaves, structure = _trees.flatten((args, kwargs))
        tensors = self._place(leaves, structure)
        # Tensors have the mesh; without any, it is that of the present scope.
        where = _core.types_key(tensors) if tensors else self._find_mesh(())
        key = (structure, where)
        try:
            program = self._programs.get(key)
        except TypeError as error:
            raise TypeError(
                f"'{self._name}': required arguments that are tensors or can be hashed: {error}"
            ) from None
        if program is None:
            program = self._programs[key] = _Program(self, structure, tensors)
        return program(tensors)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def _place(self, leaves: list[Any], structure: tuple) -> list[DTensor]:
        """Makes tensors of arrays, on the mesh of the others, in the requested layouts."""
        for leaf in leaves:
            if type(leaf) is not DTensor:
                break
        else:
            if self._in_layouts is None:
                return leaves
        mesh = self._find_mesh(leaves)
        tensors = [
            leaf if type(leaf) is DTensor else distribute_tensor(leaf, mesh) for leaf in leaves
        ]
        if self._in_layouts is not None:
            names = argument_names(self._function, structure)
            requested = self._in_layouts.find(names, tensors, mesh)
            for position, layout in requested.items():
                if tensors[position].layout != layout:
                    tensors[position] = tensors[position].redistribute(layout)
        return tensors

    def _find_mesh(self, leaves: Sequence[Any]) -> Mesh:
        if self._mesh is not None:
            return self._mesh
        for leaf in leaves:
            if type(leaf) is DTensor:
                return leaf.mesh
        return _core.default_mesh() or Mesh()

    def compile(self, *args: _Parameters.args, **kwargs: _Parameters.kwargs) -> Executable:
        """The program for such arguments, without running it."""
        leaves, structure = _trees.flatten((args, kwargs))
        tensors = self._place(leaves, structure)
        program = _Program(self, structure, tensors)
        return program.jit.compile(tensors)

    def text(self, *args: _Parameters.args, **kwargs: _Parameters.kwargs) -> str:
        """The program as text of StableHLO, before layouts are propagated."""
        leaves, structure = _trees.flatten((args, kwargs))
        tensors = self._place(leaves, structure)
        program = _Program(self, structure, tensors)
        return program.jit.text(tensors)

    def lower(
        self,
        mesh: MeshLike,
        *args: Any,
        in_layouts: Any = None,
        out_layouts: Any = None,
        **kwargs: Any,
    ) -> Lowered:
        """Records the function ahead of time, for arguments of these types.

        An argument is a tensor, an array, or a `TensorType`, which has no elements. Layouts are
        requested by patterns of names, or one per argument or result; the others are propagated.

        >>> def f(x, params):
        ...     return dt.call("matmul", x, params["up"]["weight"])
        >>> x, w = dt.TensorType((8, 16)), dt.TensorType((16, 32))
        >>> lowered = dt.jit(f).lower("x=2", x, {"up": {"weight": w}},
        ...                           in_layouts={"*.up.weight": "unsharded,x"})
        >>> lowered.compile().results[0].layout
        Layout('unsharded,x', Mesh('x=2'))
        """
        mesh = as_mesh(mesh)
        if mesh is None:
            raise TypeError("lower: required a mesh, found None")
        return lower(
            self._function,
            self._name,
            mesh,
            args,
            kwargs,
            in_layouts if in_layouts is not None else self._in_layouts,
            out_layouts if out_layouts is not None else self._out_layouts,
            self._donations,
            self._options,
        )


class _Program:
    """A function with arguments of one structure, and of given types, shapes and layouts."""

    def __init__(self, owner: Jit, structure: tuple, tensors: Sequence[DTensor]) -> None:
        self.owner = owner
        self.structure = structure
        self.mesh = tensors[0].mesh if tensors else owner._find_mesh(())
        self.recordings = 0
        self.donated = owner._donations.find(structure)
        options = make_options(
            mesh=self.mesh, donated_arguments=set(self.donated), **owner._options
        )
        # The collector of garbage does not see references from C++.
        record = weakref.WeakMethod(self.record)
        self.jit = JitFunction(lambda tensors: record()(tensors), owner._name, options)

    def __call__(self, tensors: list[DTensor]) -> Any:
        if self.donated:
            results = self.jit.call_donating(tensors, self.donated, self.owner._name)
        else:
            results = self.jit(tensors)
        if self.result is _trees._LEAF:
            return results[0]
        return _trees.unflatten(self.result, results)

    def record(self, tensors: list[DTensor]) -> list[DTensor]:
        """Called by the recorder, which gives tensors without elements."""
        self.recordings += 1
        check_recordings(self.owner._name, self.recordings)
        args, kwargs = _trees.unflatten(self.structure, tensors)
        with recording(self.mesh):
            result = self.owner._function(*args, **kwargs)
            leaves, self.result = _trees.flatten(strip(result))
            leaves = [as_tensor(leaf) for leaf in leaves]
            requests = self.owner._out_layouts
            if requests is not None:
                names = result_names(self.result)
                for position, layout in requests.find(names, leaves, self.mesh).items():
                    leaves[position] = leaves[position].redistribute(layout)
        return leaves


# The recorder repeats a function that uses a tensor from outside in the body of a loop, once for
# each of them. A function that makes such a tensor anew each time would never end.
_MAX_RECORDINGS = 1000


def check_recordings(name: str, recordings: int) -> None:
    if recordings > _MAX_RECORDINGS:
        raise _core.Error(
            f"'{name}': required bodies of loops and branches that make no tensors with elements; "
            "make them before the loop"
        )


def strip(tree: Any) -> Any:
    """A result in which variables are their values."""
    return tree.value if isinstance(tree, Variable) else tree


def as_tensor(value: Any, mesh: Mesh | None = None) -> DTensor:
    """A tensor of an array or a number, for a function that is recorded or a loop."""
    if isinstance(value, DTensor):
        return value
    if isinstance(value, Variable):
        return value.value
    if isinstance(value, (bool, int, float, complex)):
        if _core.is_recording():
            return _core.call("asarray", [value])[0]
    if mesh is None:
        mesh = recorded_mesh()
    return distribute_tensor(value, mesh if mesh is not None else Mesh())


@overload
def jit(
    function: Callable[_Parameters, _Result],
    *,
    name: str | None = None,
    mesh: MeshLike | None = None,
    in_layouts: Any = None,
    out_layouts: Any = None,
    donate_argnums: int | Sequence[int] | None = None,
    donate_argnames: str | Sequence[str] | None = None,
    **options: Any,
) -> Jit[_Parameters, _Result]: ...


@overload
def jit(
    function: None = None,
    *,
    name: str | None = None,
    mesh: MeshLike | None = None,
    in_layouts: Any = None,
    out_layouts: Any = None,
    donate_argnums: int | Sequence[int] | None = None,
    donate_argnames: str | Sequence[str] | None = None,
    **options: Any,
) -> Callable[[Callable[_Parameters, _Result]], Jit[_Parameters, _Result]]: ...


def jit(
    function: Callable | None = None,
    *,
    name: str | None = None,
    mesh: MeshLike | None = None,
    in_layouts: Any = None,
    out_layouts: Any = None,
    donate_argnums: int | Sequence[int] | None = None,
    donate_argnames: str | Sequence[str] | None = None,
    **options: Any,
) -> Any:
    """Makes one program of a function of nested tuples, lists and dicts of tensors.

    The function is recorded once for the structure of its arguments, and their types, shapes and
    layouts; then it is partitioned and compiled. Numbers, texts and None are parts of the
    program: another number is another program. A number that changes from call to call is best
    an array, such as `np.float32(0.1)`.

    `in_layouts` and `out_layouts` request layouts: a dict of patterns of names, a list, or one for
    all. Other options are those of `compile`.

    A call takes the tensors in the arguments that `donate_argnums` or `donate_argnames` names, as
    in JAX. Results of the same types and layouts lie in their memory. To use such a tensor again
    is an error.

    >>> mesh = dt.Mesh("x=2")
    >>> step = dt.jit(lambda x: x + 1, name="step", donate_argnums=0)
    >>> x = dt.zeros(4, "x", mesh=mesh)
    >>> y = step(x)
    >>> x + y
    Traceback (most recent call last):
        ...
    dtensor._core.Error: a tensor 4xfloat32 was donated to 'step', and has no elements ...
    >>> @dt.jit
    ... def scaled(params, x):
    ...     return {"y": dt.call("multiply", x, params["scale"])}
    >>> x = dt.distribute_tensor(np.arange(4.), mesh, "x")
    >>> scaled({"scale": np.float64(3)}, x)["y"].full_tensor().numpy()
    array([0., 3., 6., 9.])
    """
    if function is None:
        return functools.partial(
            jit,
            name=name,
            mesh=mesh,
            in_layouts=in_layouts,
            out_layouts=out_layouts,
            donate_argnums=donate_argnums,
            donate_argnames=donate_argnames,
            **options,
        )
    if not callable(function):
        raise TypeError(f"jit: required a function, found {function!r}")
    make_options(**options)  # Misspelled ones are errors here.
    name = name or getattr(function, "__name__", "jit").strip("<>")
    return Jit(
        function,
        name,
        as_mesh(mesh),
        LayoutRequests.of(in_layouts),
        LayoutRequests.of(out_layouts),
        Donations(function, name, donate_argnums, donate_argnames),
        options,
    )


def value_and_grad(
    function: Callable[_Parameters, _Result],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    **options: Any,
) -> Jit[_Parameters, tuple[_Result, Any]]:
    """A function that returns the value of `function` and its derivatives.

    The value is a scalar. Derivatives are by the arguments with the numbers `argnums`, and are
    nested as these are. With `has_aux`, the function returns the scalar and anything else.

    >>> x = dt.distribute_tensor(np.arange(4.), "x=2", "x")
    >>> value, derivative = dt.value_and_grad(lambda x: dt.sum(x * x))(x)
    >>> float(value), derivative.layout, derivative.full_tensor().numpy()
    (14.0, Layout('x', Mesh('x=2')), array([0., 2., 4., 6.]))
    """

    def derivative(*args: Any, **kwargs: Any) -> Any:
        numbers = (argnums,) if isinstance(argnums, int) else tuple(argnums)
        for number in numbers:
            if not 0 <= number < len(args):
                raise TypeError(
                    f"a derivative: required an argument below {len(args)}, found {number}"
                )
        leaves, structure = _trees.flatten([_values(args[number]) for number in numbers])
        result = function(*args, **kwargs)
        loss = result[0] if has_aux else result
        if not isinstance(loss, DTensor):
            raise TypeError(
                f"a derivative: required a function that returns a scalar tensor, found "
                f"{type(loss).__name__}"
            )
        grads = _trees.unflatten(_without_statics(structure), _core.gradient(loss, leaves))
        return result, grads[0] if isinstance(argnums, int) else tuple(grads)

    name = getattr(function, "__name__", "function").strip("<>")
    derivative.__name__ = f"value_and_grad_{name}"
    return jit(derivative, **options)


def _values(tree: Any) -> Any:
    """The tree in which variables are their values."""
    if isinstance(tree, Variable):
        return tree.value
    if type(tree) in (tuple, list):
        return type(tree)(map(_values, tree))
    if type(tree) is dict:
        return {key: _values(value) for key, value in tree.items()}
    return tree


def _without_statics(structure: tuple) -> tuple:
    """Nothing has a derivative by a number that is part of the program."""
    kind = structure[0]
    if kind == "leaf":
        return structure
    if kind == "static":
        return ("static", type(None), None)
    if kind in (tuple, list):
        return (kind, *map(_without_statics, structure[1:]))
    return (kind, structure[1], *map(_without_statics, structure[2:]))


def grad(
    function: Callable[_Parameters, Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    **options: Any,
) -> Jit[_Parameters, Any]:
    """A function that returns the derivatives of `function`; see `value_and_grad`.

    >>> def loss(params, x):
    ...     return dt.call("sum", dt.call("multiply", x, params["w"]))
    >>> mesh = dt.Mesh("x=2")
    >>> x = dt.distribute_tensor(np.arange(4.), mesh, "x")
    >>> dt.grad(loss)({"w": dt.ones(4, "x", mesh=mesh, dtype="float64")}, x)["w"].layout
    Layout('x', Mesh('x=2'))
    """
    both = value_and_grad(function, argnums, has_aux)

    def derivative(*args: Any, **kwargs: Any) -> Any:
        result, grads = both._function(*args, **kwargs)
        return (grads, result[1]) if has_aux else grads

    name = getattr(function, "__name__", "function").strip("<>")
    derivative.__name__ = f"grad_{name}"
    return jit(derivative, **options)
