"""Compares --auto-layout with the best of all layouts of the arguments.

usage: enumerate.py DTENSOR_RUN MACHINE.json [--programs N,M,...] [--meshes x=2,...]
                    [--journal FILE]

Writes small programs, 30 in all. For each of them and each mesh, predicts the time
under every layout of every argument, and under the one that is chosen. That must be
no longer than the shortest. Prints `N compared, N worse`; exits with 1 if one is.
FILE gets a line of JSON for each program and mesh. Those that are in it are not done
again, so the script can be stopped and started again.
"""

import argparse
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile


def tensor(shape):
    return "tensor<" + "".join(f"{n}x" for n in shape) + "f32>"


class Program:
    """A function of StableHLO, made op by op."""

    def __init__(self, *shapes):
        self.shapes = [tuple(shape) for shape in shapes]
        self.values = [(f"%a{i}", shape) for i, shape in enumerate(self.shapes)]
        self.lines = []

    def add(self, shape, text, *operands):
        name = f"%v{len(self.lines)}"
        types = ", ".join(tensor(self.values[o][1]) for o in operands)
        names = ", ".join(self.values[o][0] for o in operands)
        self.lines.append(
            f"  {name} = " + text.format(names) + f" : ({types}) -> {tensor(shape)}"
        )
        self.values.append((name, tuple(shape)))
        return len(self.values) - 1

    def each(self, op, *operands):
        shape = self.values[operands[0]][1]
        return self.add(shape, f'"stablehlo.{op}"({{}})', *operands)

    def dot(self, a, b, axis_a=-1, axis_b=0):
        sa, sb = self.values[a][1], self.values[b][1]
        axis_a %= len(sa)
        rest = sa[:axis_a] + sa[axis_a + 1 :] + sb[:axis_b] + sb[axis_b + 1 :]
        text = f"stablehlo.dot_general {{}}, contracting_dims = [{axis_a}] x [{axis_b}]"
        return self.add(rest, text, a, b)

    def transpose(self, a):
        shape = self.values[a][1]
        return self.add(
            shape[::-1], f"stablehlo.transpose {{}}, dims = {list(range(len(shape)))[::-1]}", a
        )

    def spread(self, a, shape, dims):
        return self.add(shape, f"stablehlo.broadcast_in_dim {{}}, dims = {list(dims)}", a)

    def text(self, *results):
        results = [self.values[r] for r in results]
        arguments = ", ".join(
            f"%a{i}: {tensor(shape)}" for i, shape in enumerate(self.shapes)
        )
        types = ", ".join(tensor(shape) for _, shape in results)
        names = ", ".join(name for name, _ in results)
        return (
            f"func.func @main({arguments}) -> ({types}) {{\n"
            + "\n".join(self.lines)
            + f"\n  return {names} : {types}\n}}\n"
        )


def chain(sizes):
    """Products one after the other."""
    p = Program((sizes[0], sizes[1]), *zip(sizes[1:], sizes[2:]))
    value = 0
    for i in range(1, len(sizes) - 1):
        value = p.each("tanh", p.dot(value, i))
    return p.text(value)


def gradient(batch, width, out):
    """A layer's output and the gradient of its weight."""
    p = Program((batch, width), (width, out))
    y = p.each("tanh", p.dot(0, 1))
    return p.text(y, p.dot(0, y, 0, 0))


def update(batch, width, out):
    """A step that gives a new weight."""
    p = Program((batch, width), (width, out))
    y = p.each("tanh", p.dot(0, 1))
    return p.text(p.each("subtract", 1, p.dot(0, y, 0, 0)))


def transposed(n, m):
    """A value beside its transpose."""
    p = Program((n, m), (m, n))
    return p.text(p.each("add", p.transpose(0), 1))


def biased(batch, width, out):
    p = Program((batch, width), (width, out), (out,))
    product = p.dot(0, 1)
    return p.text(p.each("add", product, p.spread(2, (batch, out), [1])))


def scores(length, width):
    """Every position with every other one."""
    p = Program((length, width), (length, width))
    return p.text(p.each("exponential", p.dot(0, 1, 1, 1)))


def outer(n, m):
    p = Program((n,), (m,))
    rows = p.spread(0, (n, m), [0])
    return p.text(p.each("multiply", rows, p.spread(1, (n, m), [1])))


PROGRAMS = (
    [chain(s) for s in ((4096, 64, 64), (64, 4096, 64), (64, 64, 4096), (512, 512, 512))]
    + [chain(s) for s in ((1024, 256, 1024, 256), (64, 2048, 2048, 64), (16, 1024, 16, 1024))]
    + [gradient(*s) for s in ((8192, 64, 64), (64, 1024, 1024), (512, 512, 64), (16, 64, 8192))]
    + [update(*s) for s in ((8192, 64, 64), (64, 1024, 1024), (512, 512, 64), (16, 64, 8192))]
    + [transposed(*s) for s in ((1024, 1024), (4096, 16), (16, 4096), (512, 2048))]
    + [biased(*s) for s in ((4096, 64, 64), (64, 4096, 64), (16, 64, 8192), (512, 512, 512))]
    + [scores(*s) for s in ((1024, 64), (64, 4096), (2048, 2048), (256, 256))]
    + [outer(*s) for s in ((1024, 1024), (4096, 16), (16, 4096))]
)


def list_layouts(shape, sizes):
    """All layouts of a tensor, as `--layout` reads them."""
    for axes in itertools.product(range(-1, len(shape)), repeat=len(sizes)):
        parts = [
            [name for (name, _), axis in zip(sizes, axes) if axis == each]
            for each in range(len(shape))
        ]
        counts = [1] * len(shape)
        for (_, size), axis in zip(sizes, axes):
            if axis >= 0:
                counts[axis] *= size
        if all(count <= extent for count, extent in zip(counts, shape)):
            yield ",".join("+".join(part) or "unsharded" for part in parts)


def predict(tool, machine, program, mesh, options, scratch):
    command = [tool, program, f"--mesh={mesh}", f"--machine={machine}"]
    command += [f"--predict={scratch}/out.json"] + options
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return json.loads(pathlib.Path(f"{scratch}/out.json").read_text())["seconds"]


def compare(options, number, mesh, scratch):
    """The shortest predicted time of all layouts, and that of the chosen one."""
    program = pathlib.Path(scratch) / "program.mlir"
    program.write_text(PROGRAMS[number])
    head = PROGRAMS[number].split("->")[0]
    shapes = [
        tuple(map(int, part.split("xf32")[0].split("x"))) for part in head.split("tensor<")[1:]
    ]
    sizes = [(d.split("=")[0], int(d.split("=")[1])) for d in mesh.split(",")]

    def get_seconds(choice):
        return predict(options.tool, options.machine, program, mesh, choice, scratch)

    best = min(
        get_seconds([f"--layout=arg{i}={text}" for i, text in enumerate(layouts)])
        for layouts in itertools.product(*(list(list_layouts(shape, sizes)) for shape in shapes))
    )
    return {"best": best, "chosen": get_seconds(["--auto-layout"])}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("machine")
    parser.add_argument("--programs")
    parser.add_argument("--meshes", default="x=2 x=4 x=2,y=2")
    parser.add_argument("--journal", type=pathlib.Path)
    options = parser.parse_args()
    numbers = range(len(PROGRAMS))
    if options.programs:
        numbers = map(int, options.programs.split(","))
    known = {}
    if options.journal and options.journal.exists():
        for line in options.journal.read_text().splitlines():
            entry = json.loads(line)
            known[entry["program"], entry["mesh"]] = entry
    compared = worse = 0
    with tempfile.TemporaryDirectory() as scratch:
        for number, mesh in itertools.product(numbers, options.meshes.split()):
            entry = known.get((number, mesh))
            if not entry:
                entry = {"program": number, "mesh": mesh}
                entry |= compare(options, number, mesh, scratch)
                if options.journal:
                    with options.journal.open("a") as file:
                        file.write(json.dumps(entry) + "\n")
            compared += 1
            if entry["chosen"] > entry["best"] * (1 + 1e-9):
                worse += 1
                print(f"program {number} on {mesh}: {entry['chosen'] / entry['best']:.3f} of the best")
                print(PROGRAMS[number])
    print(f"{compared} compared, {worse} worse")
    sys.exit(worse > 0)


if __name__ == "__main__":
    main()
