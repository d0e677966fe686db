"""Reads the nodes of a model one after the other into a StableHLO function."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import onnx
from onnx import numpy_helper
from onnx.reference import ReferenceEvaluator

from . import hlo, ops  # noqa: F401 (ops enters its functions into the table)
from .builder import Builder, Tensor, building
from .element_types import from_onnx, is_float
from .errors import NeedsConstant, ReadError, UnsupportedOp
from .function_bodies import default_attributes, function_body
from .model_preparation import prepare
from .program import Argument, Program, Result
from .registry import find

# A value of a model: a tensor, a sequence of values, or an absent optional.
Value = object

# Ops that draw random numbers, and one that makes large tensors of one number.
_NOT_FOLDED = {
    "RandomNormal",
    "RandomNormalLike",
    "RandomUniform",
    "RandomUniformLike",
    "Multinomial",
    "Bernoulli",
    "Dropout",
    "ConstantOfShape",
}
# Integers are often shapes and positions, which should be known, so more of them are constants.
_INTEGER_ALLOWANCE = 16
# Larger results of known values are computed by the program.
_LARGEST_FOLDED = 1 << 24


class Scope:
    """The values of a graph by name; a subgraph sees those of the graph around it."""

    def __init__(self, outer: Scope | None = None, attributes: Mapping | None = None):
        self.values: dict[str, Value] = {}
        self.outer = outer
        # The attributes of the node whose function body this is; None outside of functions.
        self.attributes = outer.attributes if outer else attributes
        self.versions: dict[str, int] = outer.versions if outer else {}

    def find(self, name: str) -> Value:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.values:
                return scope.values[name]
            scope = scope.outer
        raise ReadError(f"the value '{name}' is used, but no node makes it")


class Node:
    """A node that is being read, for functions of the table that need more than its inputs."""

    def __init__(self, reader: Reader, proto: onnx.NodeProto, scope: Scope):
        self._reader = reader
        self._scope = scope
        self.proto = proto
        self.op_type = proto.op_type
        self.version = scope.versions.get(_domain(proto), 1)

    @property
    def input_names(self) -> list[str]:
        """The names of the input values."""
        return list(self.proto.input)

    @property
    def num_outputs(self) -> int:
        return len(self.proto.output)

    def wants(self, output: int) -> bool:
        """Whether the output has a name."""
        return output < len(self.proto.output) and bool(self.proto.output[output])

    def run(self, graph: onnx.GraphProto, inputs: Sequence[Value]) -> list[Value]:
        """The results of a subgraph (an attribute) for these inputs."""
        return self._reader.read_graph(graph, inputs, Scope(self._scope))


def _domain(node: onnx.NodeProto) -> str:
    return "" if node.domain == "ai.onnx" else node.domain


class Reader:
    """Reads one model."""

    def __init__(
        self,
        model: onnx.ModelProto,
        constants: Mapping[str, np.ndarray],
        dims: Mapping[str, int],
        shapes: Mapping[str, Sequence[int]],
        lengths: Mapping[str, int],
        constant_bytes: int,
    ):
        self.model = model
        self.constants = dict(constants)
        self.dims = dims
        self.shapes = shapes
        self.lengths = lengths
        self.constant_bytes = constant_bytes
        self.builder = Builder()
        self.arguments: list[tuple[Argument, Tensor]] = []
        self.functions = {(f.domain, f.name): f for f in model.functions}

    def read(self) -> Program:
        """The program of the model's graph."""
        with building(self.builder):
            scope = Scope()
            scope.versions = {
                "" if o.domain == "ai.onnx" else o.domain: o.version
                for o in self.model.opset_import
            }
            self._bind_inputs(scope)
            self._bind_initializers(scope)
            results = self._finish(self.read_graph(self.model.graph, None, scope))
            self.builder.location = ""
            self.builder.returns([value for _, value in results], "return")
        return self._assemble(results)

    # ===--------------------------------------------------------------------===#
    # Inputs and outputs
    # ===--------------------------------------------------------------------===#

    def _bind_inputs(self, scope: Scope) -> None:
        initialized = {initializer.name for initializer in self.model.graph.initializer}
        self._check_names(initialized)
        for name, value in self.constants.items():
            scope.values[name] = _known_value(value)
        for value in self.model.graph.input:
            if value.name not in scope.values and value.name not in initialized:
                scope.values[value.name] = self._input(value.name, value.type)

    def _check_names(self, initialized: set[str]) -> None:
        """Everything that the caller gives is of this model."""
        inputs = {value.name for value in self.model.graph.input}
        symbols = {
            dim.dim_param
            for value in self.model.graph.input
            for dim in value.type.tensor_type.shape.dim
        }
        for parameter, given, known, kind in (
            ("constants", self.constants, inputs | initialized, "input"),
            ("dims", self.dims, symbols, "axis"),
            ("shapes", self.shapes, inputs, "input"),
            ("lengths", self.lengths, inputs, "input"),
        ):
            for name in given:
                if name not in known and name.partition("[")[0] not in known:
                    raise ReadError(f"{parameter}: the model has no {kind} '{name}'")

    def _input(self, name: str, kind: onnx.TypeProto) -> Value:
        """The arguments of an input: one, or one for each element of a sequence."""
        if kind.HasField("optional_type"):
            return self._input(name, kind.optional_type.elem_type)
        if not kind.HasField("sequence_type"):
            return self._argument(name, kind.tensor_type)
        if name not in self.lengths:
            raise ReadError(
                f"input '{name}' is a sequence; give its length with lengths={{{name!r}: ...}}"
            )
        element = kind.sequence_type.elem_type
        return [self._input(f"{name}[{i}]", element) for i in range(self.lengths[name])]

    def _argument(self, name: str, kind: onnx.TypeProto.Tensor) -> Tensor:
        try:
            dtype = from_onnx(kind.elem_type)
        except ReadError as error:
            raise UnsupportedOp(f"input '{name}': {error.reason}") from None
        if name in self.shapes:
            shape = list(self.shapes[name])
        elif kind.HasField("shape"):
            shape = [self._extent(name, axis, dim) for axis, dim in enumerate(kind.shape.dim)]
        else:
            raise ReadError(f"input '{name}' has no shape; give it with shapes={{{name!r}: ...}}")
        tensor = self.builder.argument(dtype, shape, name)
        tensor.origins = frozenset([name.partition("[")[0]])
        self.arguments.append((Argument(name, tuple(shape), dtype), tensor))
        return tensor

    def _extent(self, name: str, axis: int, dim: onnx.TensorShapeProto.Dimension) -> int:
        if dim.HasField("dim_value"):
            return dim.dim_value
        if dim.dim_param in self.dims:
            return self.dims[dim.dim_param]
        way_out = (
            f"dims={{{dim.dim_param!r}: ...}}" if dim.dim_param else f"shapes={{{name!r}: ...}}"
        )
        raise ReadError(f"input '{name}': axis {axis} has no extent; give it with {way_out}")

    def _bind_initializers(self, scope: Scope) -> None:
        for proto in self.model.graph.initializer:
            if proto.name in scope.values:
                continue
            from_onnx(proto.data_type)
            array = numpy_helper.to_array(proto)
            if array.nbytes <= self.constant_bytes * _allowance(array.dtype):
                scope.values[proto.name] = hlo.constant(array)
                continue
            tensor = self.builder.argument(array.dtype, array.shape, proto.name)
            tensor.initial = array
            self.arguments.append((Argument(proto.name, array.shape, array.dtype, array), tensor))
            scope.values[proto.name] = tensor

    def _finish(self, values: Sequence[Value]) -> list[tuple[Result, Tensor]]:
        """The tensors that the model returns; a sequence is one result for each element."""
        results = []
        for output, value in zip(self.model.graph.output, values):
            parts = [(output.name, value)]
            if isinstance(value, list):
                parts = [(f"{output.name}[{i}]", part) for i, part in enumerate(value)]
            for name, part in parts:
                if not isinstance(part, Tensor):
                    raise UnsupportedOp(f"output '{name}' is an absent optional")
                results.append((Result(name, part.shape, part.dtype), part))
        return results

    def _assemble(self, results: list[tuple[Result, Tensor]]) -> Program:
        arguments = [
            (argument, tensor)
            for argument, tensor in self.arguments
            if argument.value is None or tensor.name in self.builder.used
        ]
        heads = ", ".join(f"{tensor.name}: {tensor.type}" for _, tensor in arguments)
        types = ", ".join(tensor.type for _, tensor in results)
        body = "\n".join(self.builder.regions[0].lines)
        text = f"func.func @main({heads}) -> ({types}) {{\n{body}\n}}\n"
        return Program(text, [a for a, _ in arguments], [r for r, _ in results])

    # ===--------------------------------------------------------------------===#
    # Graphs and nodes
    # ===--------------------------------------------------------------------===#

    def read_graph(
        self, graph: onnx.GraphProto, inputs: Sequence[Value] | None, scope: Scope
    ) -> list[Value]:
        """The outputs of a graph; its inputs are bound already if they are not given."""
        if inputs is not None:
            scope.values.update((i.name, value) for i, value in zip(graph.input, inputs))
            scope.values.update(
                (proto.name, hlo.constant(numpy_helper.to_array(proto)))
                for proto in graph.initializer
            )
        for node in graph.node:
            self.read_node(node, scope)
        return [scope.find(output.name) for output in graph.output]

    def read_node(self, proto: onnx.NodeProto, scope: Scope) -> None:
        """Reads a node, and names its outputs in the scope."""
        try:
            inputs = [scope.find(name) if name else None for name in proto.input]
            proto = _with_attributes(proto, scope)
            with self._described(proto, scope):
                outputs = self._outputs(proto, inputs, scope)
        except NeedsConstant as error:
            error.node = error.node or _describe(proto)
            error.inputs = error.inputs or _origins(inputs)
            raise
        except ReadError as error:
            error.node = error.node or _describe(proto)
            raise
        origins = _origins(inputs)
        for name, value in zip(proto.output, outputs):
            if isinstance(value, Tensor) and value.constant is None:
                value.origins |= origins
            scope.values[name] = value

    @contextlib.contextmanager
    def _described(self, proto: onnx.NodeProto, scope: Scope) -> Iterator[None]:
        """Names values and places of the ops that are written after the node. Those of a function
        are named after its call."""
        outer = self.builder.location, self.builder.hint
        if scope.attributes is None:
            # A file without lines, which reports show as it is.
            self.builder.location = f"{_quoted(_describe(proto))}:0:0"
            self.builder.hint = next(filter(None, proto.output), "")
        try:
            yield
        finally:
            self.builder.location, self.builder.hint = outer

    def _outputs(self, proto: onnx.NodeProto, inputs: list[Value], scope: Scope) -> Sequence[Value]:
        folded = _fold(proto, inputs, scope)
        if folded is not None:
            return folded
        local = self.functions.get((proto.domain, proto.op_type))
        if local is not None:
            return self._call(proto, local, inputs, scope)
        reading = find(proto.domain, proto.op_type)
        if reading is not None:
            attributes = {a.name: _attribute(a) for a in proto.attribute}
            outputs = reading(Node(self, proto, scope), inputs, attributes)
            return outputs if isinstance(outputs, tuple) else (outputs,)
        body = function_body(proto, scope.versions.get(_domain(proto), 1), inputs)
        if body is None:
            raise UnsupportedOp(
                "this op is not supported; replace it by other ops in the model, or give the "
                "values that it depends on as constants"
            )
        return self._call(proto, body, inputs, scope)

    def _call(
        self, proto: onnx.NodeProto, body: onnx.FunctionProto, inputs: list[Value], scope: Scope
    ) -> list[Value]:
        """The outputs of a function for a node."""
        version = scope.versions.get(_domain(proto), 1)
        attributes = default_attributes(proto, version)
        attributes |= {a.name: a for a in body.attribute_proto if a.name not in attributes}
        inner = Scope(attributes=attributes)
        inner.versions = scope.versions | {
            "" if o.domain == "ai.onnx" else o.domain: o.version for o in body.opset_import
        }
        padded = [*inputs, *[None] * (len(body.input) - len(inputs))]
        inner.values.update(zip(body.input, padded))
        for node in body.node:
            self.read_node(node, inner)
        return [inner.values.get(name) for name in body.output]


# ===------------------------------------------------------------------------===#
# Parts of nodes
# ===------------------------------------------------------------------------===#


def _allowance(dtype: np.dtype) -> int:
    return 1 if is_float(dtype) else _INTEGER_ALLOWANCE


def _quoted(text: str) -> str:
    escaped = "".join(
        c if c.isascii() and c.isprintable() and c not in '"\\' else "_" for c in text
    )
    return f'"{escaped}"'


def _describe(node: onnx.NodeProto) -> str:
    """How errors and reports name a node."""
    domain = f"{node.domain}." if _domain(node) else ""
    name = node.name or next((output for output in node.output if output), "")
    return f"{domain}{node.op_type} '{name}'"


def _attribute(attribute: onnx.AttributeProto) -> object:
    value = onnx.helper.get_attribute_value(attribute)
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, (list, tuple)) and value and isinstance(value[0], bytes):
        return [element.decode() for element in value]
    if isinstance(value, onnx.TensorProto):
        from_onnx(value.data_type)
        return numpy_helper.to_array(value)
    return value


def _with_attributes(node: onnx.NodeProto, scope: Scope) -> onnx.NodeProto:
    """The node of a function's body with the attributes that it takes over from the call."""
    if not any(attribute.ref_attr_name for attribute in node.attribute):
        return node
    made = onnx.NodeProto()
    made.CopyFrom(node)
    del made.attribute[:]
    for attribute in node.attribute:
        if not attribute.ref_attr_name:
            made.attribute.append(attribute)
        elif attribute.ref_attr_name in (scope.attributes or {}):
            given = onnx.AttributeProto()
            given.CopyFrom(scope.attributes[attribute.ref_attr_name])
            given.name = attribute.name
            made.attribute.append(given)
    return made


def _origins(values: Sequence[Value]) -> frozenset[str]:
    parts = [part for value in values for part in (value if isinstance(value, list) else [value])]
    return frozenset().union(*(part.origins for part in parts if isinstance(part, Tensor)))


def _known_value(value: object) -> Value:
    """A value that the caller gives: an array, a list of values, or None (an absent optional)."""
    if value is None:
        return None
    if isinstance(value, list):
        return [_known_value(part) for part in value]
    array = np.asarray(value)
    if array.dtype.kind in "OSU":
        raise UnsupportedOp("strings are not supported; convert them before the model")
    return hlo.constant(array)


def _is_known(value: Value) -> bool:
    return value is None or (isinstance(value, Tensor) and value.constant is not None)


def _has_graph(node: onnx.NodeProto) -> bool:
    return any(a.type == onnx.AttributeProto.GRAPH for a in node.attribute)


def _fold(proto: onnx.NodeProto, inputs: list[Value], scope: Scope) -> list[Value] | None:
    """The outputs of a node whose inputs are known, by ONNX's reference implementation."""
    if (
        not all(map(_is_known, inputs))
        or not any(inputs)
        or proto.op_type in _NOT_FOLDED
        or _has_graph(proto)
        or "Sequence" in proto.op_type
        or "Optional" in proto.op_type
    ):
        return None
    graph = onnx.helper.make_graph(
        [proto],
        "known",
        [onnx.helper.make_value_info(name, onnx.TypeProto()) for name in proto.input if name],
        [onnx.helper.make_value_info(name, onnx.TypeProto()) for name in proto.output if name],
    )
    versions = [onnx.helper.make_opsetid(*item) for item in scope.versions.items()]
    model = onnx.helper.make_model(graph, opset_imports=versions)
    feeds = {name: value.constant for name, value in zip(proto.input, inputs) if name}
    try:
        with np.errstate(all="ignore"):
            computed = ReferenceEvaluator(model).run(None, feeds)
    except Exception:  # The reference implementation lacks ops, and raises all kinds of errors.
        return None
    arrays = iter(computed)
    outputs = [np.asarray(next(arrays)) if name else None for name in proto.output]
    if any(
        array is not None and (array.nbytes > _LARGEST_FOLDED or array.dtype.kind in "OSU")
        for array in outputs
    ):
        return None
    return [None if array is None else hlo.constant(array) for array in outputs]


def read(
    model: str | os.PathLike | onnx.ModelProto,
    *,
    constants: Mapping[str, np.ndarray] | None = None,
    dims: Mapping[str, int] | None = None,
    shapes: Mapping[str, Sequence[int]] | None = None,
    lengths: Mapping[str, int] | None = None,
    constant_bytes: int = 64,
) -> Program:
    """Reads an ONNX model as a StableHLO program.

    `constants` fixes inputs to values; inputs that decide shapes need it. `dims` gives extents for
    symbolic axes (`{"batch": 8}`), `shapes` whole shapes (`{"x": (8, 3)}`), and `lengths` the
    numbers of elements of sequences: the elements of `x` are arguments `x[0]`, `x[1]` and so on.

    Initializers of more than `constant_bytes` become arguments, which can have layouts; 16 times as
    many if they are no floats, since these often are shapes and positions. Initializers that no op
    of the program uses are left out.

    Raises `ReadError`, which names the node and says what to do.
    """
    given = (constants or {}, dims or {}, shapes or {}, lengths or {})
    return Reader(prepare(model), *given, constant_bytes).read()
