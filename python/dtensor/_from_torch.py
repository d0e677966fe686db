"""Modules of PyTorch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ._imported import Imported, Source, path_name
from ._layouts import MeshLike, as_mesh
from ._lower import name_arguments, parameter_names
from ._types import TensorType


def from_torch(module: Any, *args: Any, mesh: MeshLike | None = None, **kwargs: Any) -> Imported:
    """A module of PyTorch, as a function that runs on the devices of a mesh.

    `module` is exported by `torch.export` for arguments of these types, and read by torch-mlir.
    Its parameters and buffers become arguments of the program with their names, such as
    `layers.0.q_proj.weight`, and belong to the result. The result is called with tensors of
    PyTorch, arrays or DTensors, nested as here; numbers are those of this call. Modules that draw
    random numbers or change buffers need `module.eval()`.

    >>> f = dt.from_torch(model, x)                                      # doctest: +SKIP
    >>> program = f.lower("x=4", in_layouts={"*.up.weight": "x,unsharded"}).compile()
    ...                                                                  # doctest: +SKIP
    >>> program(x).layout                                                # doctest: +SKIP
    Layout('unsharded,unsharded', Mesh('x=4'))
    """
    import torch
    from torch.utils import _pytree

    name = type(module).__name__
    # A tensor with several names, as tied weights have, is one argument.
    parameters = {key: value.detach() for key, value in module.named_parameters()}
    parameters.update((key, value.detach()) for key, value in module.named_buffers())
    leaves, structure = _pytree.tree_flatten((args, kwargs))
    places = [i for i, leaf in enumerate(leaves) if isinstance(leaf, torch.Tensor)]
    tensors = [leaves[i] for i in places]

    # Set by the export: the results, of which those that are no tensors are known then.
    results: list[Any] = []
    result_structure: Any = None

    class Program(torch.nn.Module):
        """The module as a function of tensors: those of a call, and then its parameters."""

        def forward(self, tensors: list, values: list) -> Any:
            nonlocal result_structure
            filled = list(leaves)
            for place, tensor in zip(places, tensors):
                filled[place] = tensor
            args, kwargs = _pytree.tree_unflatten(filled, structure)
            state = dict(zip(parameters, values))
            result = torch.func.functional_call(module, state, args, kwargs)
            results[:], result_structure = _pytree.tree_flatten(result)
            return [each for each in results if isinstance(each, torch.Tensor)]

    exported = torch.export.export(Program(), (tensors, list(parameters.values())))
    result_places = [i for i, each in enumerate(results) if isinstance(each, torch.Tensor)]

    def flatten(args: tuple, kwargs: dict[str, Any]) -> list[Any]:
        found, found_structure = _pytree.tree_flatten((args, kwargs))
        if found_structure != structure:
            raise TypeError(f"'{name}': required arguments {structure}, found {found_structure}")
        for i, (leaf, exported_leaf) in enumerate(zip(found, leaves)):
            if i not in places and leaf != exported_leaf:
                raise TypeError(
                    f"'{name}': required {exported_leaf!r}, which is part of the program, found "
                    f"{leaf!r}; import the module again for other values"
                )
        return [found[i] for i in places]

    def unflatten(values: Sequence[Any]) -> Any:
        filled = list(results)
        for place, value in zip(result_places, values):
            filled[place] = value
        return _pytree.tree_unflatten(filled, result_structure)

    argument_paths, _ = _pytree.tree_flatten_with_path(_named(module, args, kwargs))
    result_paths, _ = _pytree.tree_flatten_with_path(
        _pytree.tree_unflatten(results, result_structure)
    )
    names = [path_name(argument_paths[i][0]) for i in places] + list(parameters)
    return Imported(
        Source(
            name=name,
            text=name_arguments(_print(exported), names),
            argument_names=names,
            argument_types=[TensorType.of(each) for each in [*tensors, *parameters.values()]],
            result_names=[path_name(result_paths[i][0]) or "result" for i in result_places],
            result_types=[TensorType.of(results[i]) for i in result_places],
            parameters=dict(parameters),
            flatten=flatten,
            unflatten=unflatten,
        ),
        as_mesh(mesh),
    )


def _named(module: Any, args: tuple, kwargs: dict[str, Any]) -> dict[str, Any]:
    """The arguments by the names of the module's parameters."""
    return {**dict(zip(parameter_names(module.forward, len(args)), args)), **kwargs}


def _print(exported: Any) -> str:
    """The program as linalg on tensors."""
    try:
        from torch_mlir import compiler_utils, fx
        from torch_mlir.extras.fx_decomp_util import get_decomposition_table
    except ImportError:
        raise ImportError(
            "from_torch: required the package torch-mlir; pip install torch-mlir"
        ) from None
    from torch.nn.attention import SDPBackend, sdpa_kernel

    def read(table: dict) -> Any:
        return fx.export_and_import(
            exported, output_type="linalg-on-tensors", func_name="main", decomposition_table=table
        )

    # Attention that stays one op can be divided by heads. Of its decompositions, only the
    # mathematical one keeps the strides that the export has seen.
    table = get_decomposition_table()
    whole = {op: each for op, each in table.items() if "scaled_dot_product" not in str(op)}
    try:
        module = read(whole)
    except compiler_utils.TorchMlirCompilerError:
        with sdpa_kernel(SDPBackend.MATH):
            module = read(table)
    # With locations, reports name lines of the module's source.
    return module.operation.get_asm(enable_debug_info=True)
