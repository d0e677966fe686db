"""Functions of JAX."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ._imported import Imported, Source, path_name
from ._layouts import MeshLike, as_mesh
from ._lower import name_arguments, parameter_names
from ._types import TensorType


def from_jax(
    function: Callable, *args: Any, mesh: MeshLike | None = None, **kwargs: Any
) -> Imported:
    """A function of JAX, as one that runs on the devices of a mesh.

    `function` is traced for arguments of these types: arrays of JAX or NumPy,
    `jax.ShapeDtypeStruct`s, nested as JAX allows. If `jax.jit` made it, its shardings and donated
    arguments are taken over. The result is called with such arguments again, also with
    DTensors in their places. Layouts have the names of arguments: `x`, or `params.up.kernel`.

    >>> import jax.numpy as jnp                                     # doctest: +SKIP
    >>> f = dt.from_jax(lambda x, w: jnp.tanh(x @ w), x, w)         # doctest: +SKIP
    >>> f(dt.distribute_tensor(x, mesh, "x,unsharded"), w).layout   # doctest: +SKIP
    Layout('x,unsharded', Mesh('x=2'))
    """
    import jax

    if not hasattr(function, "lower"):
        # Without this, JAX drops arguments that nothing depends on.
        function = jax.jit(function, keep_unused=True)
    name = getattr(function, "__name__", "function").strip("<>")
    lowered = function.lower(*args, **kwargs)
    args_info, kwargs_info = lowered.args_info
    if len(args_info) != len(args) or set(kwargs_info) != set(kwargs):
        raise TypeError(
            f"'{name}': required a function without static arguments; bind their values first, as "
            "with functools.partial"
        )
    arguments, structure = jax.tree_util.tree_flatten_with_path(lowered.args_info)
    results, result_structure = jax.tree_util.tree_flatten_with_path(lowered.out_info)
    kept = _kept_arguments(lowered, len(arguments), name)
    parameters = parameter_names(function, len(args))
    names = [_argument_name(arguments[position][0], parameters) for position in kept]
    types = [_type_of(arguments[position][1]) for position in kept]

    def flatten(args: tuple, kwargs: dict[str, Any]) -> list[Any]:
        leaves, found = jax.tree_util.tree_flatten((args, kwargs))
        if found != structure:
            raise TypeError(f"'{name}': required arguments {structure}, found {found}")
        return [_as_array(leaves[position], type_) for position, type_ in zip(kept, types)]

    return Imported(
        Source(
            name=name,
            text=name_arguments(lowered.as_text(debug_info=True), names),
            argument_names=names,
            argument_types=types,
            result_names=[path_name(path) or "result" for path, _ in results],
            result_types=[_type_of(info) for _, info in results],
            parameters={},
            flatten=flatten,
            unflatten=lambda values: jax.tree_util.tree_unflatten(result_structure, values),
        ),
        as_mesh(mesh),
    )


def _kept_arguments(lowered: Any, count: int, name: str) -> list[int]:
    """The arguments that are in the program: JAX drops unused ones by default."""
    try:
        return sorted(lowered._lowering.compile_args["kept_var_idx"])
    except (AttributeError, KeyError):
        # Not part of JAX's interface.
        if lowered.as_text().split("->")[0].count("%arg") == count:
            return list(range(count))
        raise TypeError(
            f"'{name}': this version of JAX does not say which arguments it dropped; use "
            "jax.jit(..., keep_unused=True)"
        ) from None


def _argument_name(path: Sequence[Any], parameters: Sequence[str]) -> str:
    """The path begins with 0 and a position, or with 1 and a keyword."""
    which, first, *rest = path
    root = parameters[first.idx] if which.idx == 0 else str(first.key)
    inner = path_name(rest)
    return f"{root}.{inner}" if inner else root


def _is_key(dtype: Any) -> bool:
    import jax

    return jax.dtypes.issubdtype(dtype, jax.dtypes.prng_key)


def _type_of(info: Any) -> TensorType:
    """The type in the program; keys of random numbers are arrays of integers there."""
    import jax

    if _is_key(info.dtype):
        info = jax.eval_shape(jax.random.key_data, jax.ShapeDtypeStruct(info.shape, info.dtype))
    return TensorType.of(info)


def _as_array(value: Any, type_: TensorType) -> Any:
    import jax

    if isinstance(value, jax.Array) and _is_key(value.dtype):
        return jax.random.key_data(value)
    # As in a call by JAX, a number takes the argument's type, and wide types become narrow ones.
    if isinstance(value, (bool, int, float, complex)):
        return np.asarray(value, str(type_.dtype))
    if isinstance(value, np.ndarray) and value.dtype != jax.dtypes.canonicalize_dtype(value.dtype):
        return value.astype(jax.dtypes.canonicalize_dtype(value.dtype))
    return value
