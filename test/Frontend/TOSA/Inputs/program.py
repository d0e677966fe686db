"""The text of a TOSA program, beside inputs and what NumPy makes of them."""

import json

import numpy as np

NAMES = {
    np.dtype("float32"): "f32",
    np.dtype("int32"): "i32",
    np.dtype("int16"): "i16",
    np.dtype("int8"): "i8",
    np.dtype("int64"): "i64",
    np.dtype("bool"): "i1",
}


def type_of(array):
    return f"tensor<{''.join(f'{n}x' for n in array.shape)}{NAMES[array.dtype]}>"


def literal(array):
    text = {"b": lambda x: "true" if x else "false", "f": lambda x: f"{x:e}"}
    if array.size == 0:
        return f"dense<> : {type_of(array)}"
    if array.ndim == 0:
        return f"dense<{text.get(array.dtype.kind, str)(array.item())}> : {type_of(array)}"

    def nested(part):
        if part.ndim:
            return f"[{', '.join(map(nested, part))}]"
        return text.get(part.dtype.kind, str)(part.item())

    return f"dense<{nested(array)}> : {type_of(array)}"


class Program:
    """A function's text beside the values that NumPy gives its results."""

    def __init__(self):
        self.arguments, self.lines, self.results, self.globals = [], [], [], []
        self.types = {}

    def define(self, text, kind):
        name = f"%v{len(self.types)}"
        self.types[name] = kind
        self.lines.append(f"{name} = {text}")
        return name

    def argument(self, array):
        name = f"%a{len(self.arguments)}"
        self.arguments.append(array)
        self.types[name] = type_of(array)
        return name

    def const(self, values, dtype):
        array = np.array(values, dtype)
        return self.define(
            f'"tosa.const"() <{{values = {literal(array)}}}> : () -> {type_of(array)}',
            type_of(array),
        )

    def shape(self, extents):
        kind = f"!tosa.shape<{len(extents)}>"
        return self.define(
            f"tosa.const_shape {{values = dense<{list(extents)}> : "
            f"tensor<{len(extents)}xindex>}} : () -> {kind}",
            kind,
        )

    def op(self, name, operands, kind, attributes=""):
        types = ", ".join(self.types[each] for each in operands)
        attributes = f" {{{attributes}}}" if attributes else ""
        return self.define(
            f"tosa.{name} {', '.join(operands)}{attributes} : ({types}) -> {kind}", kind
        )

    def give(self, name, value):
        self.results.append((name, np.asarray(value)))

    def apply(self, name, operands, value, attributes=""):
        """An op of one result, which the function returns."""
        value = np.asarray(value)
        self.give(self.op(name, operands, type_of(value), attributes), value)

    def write(self, folder, tolerance=1e-5):
        folder.mkdir(parents=True, exist_ok=True)
        arguments = ", ".join(
            f"%a{i}: {type_of(array)}" for i, array in enumerate(self.arguments)
        )
        types = ", ".join(type_of(value) for _, value in self.results)
        names = ", ".join(name for name, _ in self.results)
        lines = [*self.globals, f"func.func @main({arguments}) -> ({types}) {{"]
        lines += [f"  {line}" for line in self.lines]
        lines += [f"  return {names} : {types}", "}", ""]
        (folder / "program.mlir").write_text("\n".join(lines))
        for i, array in enumerate(self.arguments):
            np.save(folder / f"in{i}.npy", array)
        for i, (_, value) in enumerate(self.results):
            np.save(folder / f"out{i}.npy", value)
        (folder / "tolerance.json").write_text(
            json.dumps({"rtol": tolerance, "atol": tolerance})
        )


RANDOM = np.random.default_rng(7)


def floats(*shape):
    return RANDOM.standard_normal(shape).astype(np.float32)


def integers(low, high, shape, dtype=np.int32):
    return RANDOM.integers(low, high, shape).astype(dtype)
