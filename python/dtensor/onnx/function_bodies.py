"""Ops that ONNX defines by other ops: the bodies of functions, made for a node."""

from __future__ import annotations

from collections.abc import Sequence

import onnx
from onnx import defs

from .builder import Tensor


def _type_proto(value: object) -> onnx.TypeProto:
    if isinstance(value, list) and value:
        return onnx.helper.make_sequence_type_proto(_type_proto(value[0]))
    if not isinstance(value, Tensor):
        return onnx.TypeProto()
    element_type = onnx.helper.np_dtype_to_tensor_dtype(value.dtype)
    return onnx.helper.make_tensor_type_proto(element_type, value.shape)


def _at_most(versions: Sequence[int], limit: int) -> int | None:
    return max((version for version in versions if version <= limit), default=None)


def _schema(node: onnx.NodeProto, version: int) -> defs.OpSchema | None:
    try:
        return defs.get_schema(node.op_type, version, node.domain)
    except defs.SchemaError:
        return None


def function_body(
    node: onnx.NodeProto, version: int, inputs: Sequence[object]
) -> onnx.FunctionProto | None:
    """The function that defines a node's op in a version of its domain, if there is one."""
    schema = _schema(node, version)
    if schema is None:
        return None
    core = version if node.domain in ("", "ai.onnx") else defs.onnx_opset_version()
    if schema.has_context_dependent_function:
        chosen = _at_most(schema.context_dependent_function_opset_versions, core)
        if chosen is not None:
            types = [_type_proto(value).SerializeToString() for value in inputs]
            body = schema.get_context_dependent_function_with_opset_version(
                chosen, node.SerializeToString(), types
            )
            if body:
                return onnx.FunctionProto.FromString(body)
    if schema.has_function:
        chosen = _at_most(schema.function_opset_versions, core)
        if chosen is not None:
            body = schema.get_function_with_opset_version(chosen)
            if body:
                return (
                    body
                    if isinstance(body, onnx.FunctionProto)
                    else onnx.FunctionProto.FromString(body)
                )
    return None


def default_attributes(node: onnx.NodeProto, version: int) -> dict[str, onnx.AttributeProto]:
    """The attributes of a node, with the schema's defaults for absent ones."""
    schema = _schema(node, version)
    attributes = {}
    for name, attribute in (schema.attributes if schema else {}).items():
        if attribute.default_value.name:
            attributes[name] = attribute.default_value
    attributes.update((attribute.name, attribute) for attribute in node.attribute)
    return attributes
