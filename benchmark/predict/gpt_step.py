"""Writes the training step of a GPT as a program, with Megatron-LM's layouts.

usage: gpt_step.py --layers 24 --width 2304 --heads 24 --batch 512 --data 32 --model 1

The batch is divided along the mesh dimension `data`. Heads, hidden features and words are divided
along `model`, the last dimension. As in Megatron-LM, the backward pass computes each layer again
from its input, and the optimizer is Adam, with weights of 16 bits and copies in f32. Layers are
iterations of a loop, so the length of the program does not depend on their number. The lookup of
words at the beginning is left out: the program's input is what it results in.
"""

import argparse
import contextlib
import dataclasses

# Each axis has a letter: layer, batch, position, other position, feature, head, feature of a head,
# hidden feature, word.
DIVIDED = {"b": "data", "a": "model", "f": "model", "v": "model"}
WEIGHTS = {
    "query": "had",
    "key": "had",
    "value": "had",
    "out": "adh",
    "up": "hf",
    "down": "fh",
}


@dataclasses.dataclass(frozen=True)
class Shape:
    """A model, its batch and its mesh."""

    layers: int
    width: int
    heads: int
    batch: int
    data: int
    model: int
    length: int = 2048
    words: int = 51200

    def extent(self, axis: str) -> int:
        return {
            "l": self.layers,
            "b": self.batch,
            "s": self.length,
            "t": self.length,
            "h": self.width,
            "a": self.heads,
            "d": self.width // self.heads,
            "f": 4 * self.width,
            "v": self.words,
        }[axis]


@dataclasses.dataclass(frozen=True)
class Value:
    name: str
    axes: str
    element: str = "bf16"


class Writer:
    """Writes ops, one a line."""

    def __init__(self, shape: Shape):
        self.shape = shape
        self.lines: list[str] = []
        self.count = 0

    def new(self, axes: str, element: str = "bf16") -> Value:
        self.count += 1
        return Value(f"%{self.count}", axes, element)

    def type(self, value: Value) -> str:
        extents = "".join(f"{self.shape.extent(axis)}x" for axis in value.axes)
        return f"tensor<{extents}{value.element}>"

    def constant(self, axes: str, number: str) -> Value:
        value = self.new(axes)
        self.lines.append(f"{value.name} = arith.constant dense<{number}> : {self.type(value)}")
        return value

    def empty(self, axes: str, element: str = "bf16") -> Value:
        value = self.new(axes, element)
        self.lines.append(f"{value.name} = tensor.empty() : {self.type(value)}")
        return value

    def loops(self, inputs: list[Value], starts: list[Value], body: list[str]) -> list[Value]:
        """A structured op. Axes that only inputs have are reduced."""
        axes = "".join(dict.fromkeys("".join(v.axes for v in starts + inputs)))
        results = [self.new(start.axes, start.element) for start in starts]
        maps = ", ".join(
            f"affine_map<({', '.join(axes)}) -> ({', '.join(value.axes)})>"
            for value in inputs + starts
        )
        kinds = ", ".join(
            '"parallel"' if axis in starts[0].axes else '"reduction"' for axis in axes
        )
        arguments = ", ".join(
            [f"%x{i}: {value.element}" for i, value in enumerate(inputs)]
            + [f"%y{i}: {value.element}" for i, value in enumerate(starts)]
        )

        def typed(values: list[Value]) -> str:
            names = ", ".join(value.name for value in values)
            return f"({names} : {', '.join(map(self.type, values))})"

        self.lines.append(
            f"{', '.join(r.name for r in results)} = linalg.generic "
            f"{{indexing_maps = [{maps}], iterator_types = [{kinds}]}} "
            f"ins{typed(inputs)} outs{typed(starts)} {{"
        )
        self.lines += [f"^bb0({arguments}):", *body]
        self.lines.append(f"}} -> ({', '.join(map(self.type, results))})")
        return results

    def contract(self, a: Value, b: Value, axes: str, start: Value | None = None) -> Value:
        """The sums of products along the axes that the result does not have."""
        start = start or self.constant(axes, "0.0")
        body = [
            "%p = arith.mulf %x0, %x1 : bf16",
            "%q = arith.addf %y0, %p : bf16",
            "linalg.yield %q : bf16",
        ]
        return self.loops([a, b], [start], body)[0]

    def reduce(self, a: Value, axes: str, combine: str = "addf") -> Value:
        start = self.constant(axes, "0.0" if combine == "addf" else "0xFF80")
        body = [f"%q = arith.{combine} %y0, %x0 : bf16", "linalg.yield %q : bf16"]
        return self.loops([a], [start], body)[0]

    def each(self, inputs: list[Value], axes: str, *ops: str) -> Value:
        """An elementwise op of bf16. Its ops are texts like `%r = mulf %x0, %x1`; %r is the
        result."""
        body = [f"{op} : bf16".replace("= ", "= arith.") for op in ops]
        body = [op.replace("arith.math.", "math.") for op in body]
        return self.loops(inputs, [self.empty(axes)], [*body, "linalg.yield %r : bf16"])[0]

    def take(self, stack: Value, index: str) -> Value:
        """The entry of one layer."""
        part = self.new(stack.axes[1:], stack.element)
        self.lines.append(
            f"{part.name} = tensor.extract_slice {stack.name}{self.box(part, index)} : "
            f"{self.type(stack)} to {self.type(part)}"
        )
        return part

    def put(self, part: Value, stack: Value, index: str) -> Value:
        result = self.new(stack.axes, stack.element)
        self.lines.append(
            f"{result.name} = tensor.insert_slice {part.name} into {stack.name}"
            f"{self.box(part, index)} : {self.type(part)} into {self.type(stack)}"
        )
        return result

    def box(self, part: Value, index: str) -> str:
        zeros = "".join(", 0" for _ in part.axes)
        sizes = "".join(f", {self.shape.extent(axis)}" for axis in part.axes)
        ones = "".join(", 1" for _ in part.axes)
        return f"[{index}{zeros}] [1{sizes}] [1{ones}]"

    @contextlib.contextmanager
    def layers(self, index: str, carried: list[Value], results: list[Value]):
        """A loop over layers. The caller puts what it yields at the end of `results`, as many
        as there are carried values; afterwards these are the loop's results."""
        inner = [self.new(value.axes, value.element) for value in carried]
        outer = [self.new(value.axes, value.element) for value in carried]
        header = len(self.lines)
        yield inner
        types = ", ".join(map(self.type, carried))
        starts = ", ".join(f"{i.name} = {c.name}" for i, c in zip(inner, carried))
        self.lines.insert(
            header,
            f"{', '.join(value.name for value in outer)} = scf.for {index} = %c0 to %layers "
            f"step %c1 iter_args({starts}) -> ({types}) {{",
        )
        self.lines.append(f"scf.yield {', '.join(r.name for r in results)} : {types}")
        self.lines.append("}")
        results[:] = outer


def normalize(w: Writer, x: Value) -> tuple[Value, Value]:
    """Layer normalization, and its inverse deviation."""
    mean = w.reduce(x, "bs")
    square = w.reduce(w.each([x], "bsh", "%r = mulf %x0, %x0"), "bs")
    deviation = w.each(
        [mean, square], "bs", "%m = mulf %x0, %x0", "%v = subf %x1, %m", "%r = math.rsqrt %v"
    )
    ops = ("%c = subf %x0, %x1", "%r = mulf %c, %x2")
    return w.each([x, mean, deviation], "bsh", *ops), deviation


def normalize_backward(w: Writer, d: Value, normal: Value, deviation: Value) -> Value:
    mean = w.reduce(d, "bs")
    product = w.reduce(w.each([d, normal], "bsh", "%r = mulf %x0, %x1"), "bs")
    return w.each(
        [d, normal, mean, product, deviation],
        "bsh",
        "%a = mulf %x1, %x3",
        "%b = addf %a, %x2",
        "%c = subf %x0, %b",
        "%r = mulf %c, %x4",
    )


def forward(w: Writer, x: Value, weights: dict[str, Value]) -> dict[str, Value]:
    """A layer. Returns its values by name; `result` is what it computes."""
    v = {"x": x}
    v["normal"], v["deviation"] = normalize(w, x)
    for name, axes in (("query", "basd"), ("key", "batd"), ("value", "batd")):
        # The second position has a letter of its own.
        normal = dataclasses.replace(v["normal"], axes="bth" if "t" in axes else "bsh")
        v[name] = w.contract(normal, weights[name], axes)
    scores = w.contract(v["query"], v["key"], "bast")
    most = w.reduce(scores, "bas", "maximumf")
    power = w.each([scores, most], "bast", "%c = subf %x0, %x1", "%r = math.exp %c")
    v["weight"] = w.each([power, w.reduce(power, "bas")], "bast", "%r = divf %x0, %x1")
    v["context"] = w.contract(v["weight"], v["value"], "basd")
    attention = w.contract(v["context"], weights["out"], "bsh")
    v["middle"] = w.each([x, attention], "bsh", "%r = addf %x0, %x1")
    v["normal2"], v["deviation2"] = normalize(w, v["middle"])
    v["up"] = w.contract(v["normal2"], weights["up"], "bsf")
    v["hidden"] = w.each([v["up"]], "bsf", "%t = math.tanh %x0", "%r = mulf %t, %x0")
    down = w.contract(v["hidden"], weights["down"], "bsh")
    v["result"] = w.each([v["middle"], down], "bsh", "%r = addf %x0, %x1")
    return v


def backward(
    w: Writer, d: Value, v: dict[str, Value], weights: dict[str, Value]
) -> tuple[Value, dict[str, Value]]:
    """The gradients of a layer's input and of its weights."""
    gradients = {"down": w.contract(v["hidden"], d, "fh")}
    d_hidden = w.contract(d, weights["down"], "bsf")
    ops = ("%t = math.tanh %x1", "%u = addf %t, %x1", "%r = mulf %u, %x0")
    d_up = w.each([d_hidden, v["up"]], "bsf", *ops)
    gradients["up"] = w.contract(v["normal2"], d_up, "hf")
    d_normal2 = w.contract(d_up, weights["up"], "bsh")
    d_middle = normalize_backward(w, d_normal2, v["normal2"], v["deviation2"])
    d = w.each([d, d_middle], "bsh", "%r = addf %x0, %x1")

    gradients["out"] = w.contract(v["context"], d, "adh")
    d_context = w.contract(d, weights["out"], "basd")
    d_weight = w.contract(d_context, v["value"], "bast")
    d_value = w.contract(v["weight"], d_context, "batd")
    product = w.each([d_weight, v["weight"]], "bast", "%r = mulf %x0, %x1")
    ops = ("%c = subf %x0, %x2", "%r = mulf %c, %x1")
    d_scores = w.each([d_weight, v["weight"], w.reduce(product, "bas")], "bast", *ops)
    d_query = w.contract(d_scores, v["key"], "basd")
    d_key = w.contract(d_scores, v["query"], "batd")
    d_normal = None
    for name, each in (("query", d_query), ("key", d_key), ("value", d_value)):
        each = dataclasses.replace(each, axes="basd")
        gradients[name] = w.contract(v["normal"], each, "had")
        d_normal = w.contract(each, weights[name], "bsh", d_normal)
    d_input = normalize_backward(w, d_normal, v["normal"], v["deviation"])
    return w.each([d, d_input], "bsh", "%r = addf %x0, %x1"), gradients


def loss_backward(w: Writer, x: Value, words: Value, targets: Value) -> tuple[Value, Value]:
    """The gradients of the cross entropy, for the last layer's result and for the words."""
    logits = w.contract(x, words, "bsv")
    most = w.reduce(logits, "bs", "maximumf")
    power = w.each([logits, most], "bsv", "%c = subf %x0, %x1", "%r = math.exp %c")
    total = w.reduce(power, "bs")
    d_logits = w.loops(
        [power, total, targets],
        [w.empty("bsv")],
        [
            "%i = linalg.index 2 : index",
            "%j = arith.index_cast %i : index to i32",
            "%is = arith.cmpi eq, %j, %x2 : i32",
            "%one = arith.uitofp %is : i1 to bf16",
            "%p = arith.divf %x0, %x1 : bf16",
            "%r = arith.subf %p, %one : bf16",
            "linalg.yield %r : bf16",
        ],
    )[0]
    return w.contract(d_logits, words, "bsh"), w.contract(d_logits, x, "vh")


def adam(w: Writer, gradient: Value, state: list[Value]) -> list[Value]:
    """The new weights, and the new state: the copy of the weights and two moments."""
    axes = gradient.axes
    starts = [w.empty(axes)] + [w.empty(axes, "f32") for _ in state]
    body = [
        "%g = arith.extf %x0 : bf16 to f32",
        "%d = arith.subf %g, %x2 : f32",
        "%e = arith.mulf %d, %rate : f32",
        "%m = arith.addf %x2, %e : f32",
        "%g2 = arith.mulf %g, %g : f32",
        "%d2 = arith.subf %g2, %x3 : f32",
        "%e2 = arith.mulf %d2, %rate : f32",
        "%v = arith.addf %x3, %e2 : f32",
        "%s = math.rsqrt %v : f32",
        "%u = arith.mulf %m, %s : f32",
        "%c = arith.mulf %u, %rate : f32",
        "%n = arith.subf %x1, %c : f32",
        "%h = arith.truncf %n : f32 to bf16",
        "linalg.yield %h, %n, %m, %v : bf16, f32, f32, f32",
    ]
    return w.loops([gradient, *state], starts, body)


def write(shape: Shape) -> str:
    """The program's text."""
    w = Writer(shape)
    x = Value("%x", "bsh")
    targets = Value("%targets", "bs", "i32")
    weights = {name: Value(f"%{name}", "l" + axes) for name, axes in WEIGHTS.items()}
    weights["words"] = Value("%words", "vh")
    states = {
        name: [Value(f"{value.name}_{part}", value.axes, "f32") for part in ("copy", "m", "v")]
        for name, value in weights.items()
    }
    w.lines += [
        "%c0 = arith.constant 0 : index",
        "%c1 = arith.constant 1 : index",
        f"%layers = arith.constant {shape.layers} : index",
        f"%last = arith.constant {shape.layers - 1} : index",
        "%rate = arith.constant 1.0e-3 : f32",
    ]

    results: list[Value] = []
    with w.layers("%i", [x, w.empty("lbsh")], results) as (input, kept):
        layer = {name: w.take(weights[name], "%i") for name in WEIGHTS}
        kept = w.put(input, kept, "%i")
        results += [forward(w, input, layer)["result"], kept]
    top, kept = results
    d, d_words = loss_backward(w, top, weights["words"], targets)

    stacks = [w.empty("l" + axes) for axes in WEIGHTS.values()]
    results = []
    with w.layers("%k", [d, *stacks], results) as (d, *stacks):
        w.lines.append("%j = arith.subi %last, %k : index")
        layer = {name: w.take(weights[name], "%j") for name in WEIGHTS}
        values = forward(w, w.take(kept, "%j"), layer)
        d, gradients = backward(w, d, values, layer)
        results.append(d)
        results += [
            w.put(gradients[name], stack, "%j") for name, stack in zip(WEIGHTS, stacks)
        ]
    gradients = dict(zip(WEIGHTS, results[1:])) | {"words": d_words}

    updated = [
        value for name in gradients for value in adam(w, gradients[name], states[name])
    ]
    arguments = [x, targets, *weights.values()]
    arguments += [value for state in states.values() for value in state]

    def annotate(value: Value) -> str:
        dims = ", ".join(DIVIDED.get(axis, "unsharded") for axis in value.axes)
        return f"{w.type(value)} {{dtensor.layout = #dtensor.layout<@mesh, [{dims}]>}}"

    return "\n".join(
        [
            f"dtensor.mesh @mesh <data={shape.data}, model={shape.model}>",
            "func.func @main(",
            ",\n".join(f"    {value.name}: {annotate(value)}" for value in arguments),
            ") -> (",
            ",\n".join(f"    {annotate(value)}" for value in updated),
            ") {",
            *(f"  {line}" for line in w.lines),
            f"  return {', '.join(value.name for value in updated)} : "
            f"{', '.join(map(w.type, updated))}",
            "}",
            "",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for field in dataclasses.fields(Shape):
        default = field.default if field.default is not dataclasses.MISSING else None
        parser.add_argument(
            f"--{field.name}", type=int, default=default, required=default is None
        )
    print(write(Shape(**vars(parser.parse_args()))))


if __name__ == "__main__":
    main()
