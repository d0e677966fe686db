# Reduces axes of many extents on each level of x86-64 that this machine has,
# and with the kept axes divided between devices, and compares the bytes.
#
# compare.py DTENSOR_RUN FOLDER

import filecmp
import os
import subprocess
import sys

LEVELS = ["native", "x86-64-v2", "x86-64-v3", "x86-64-v4"]
# Around the numbers of partial sums and the widths of vectors; of long ones
# there are whole blocks and a rest.
EXTENTS = [*range(0, 71), 127, 1000]
COMBINERS = {
    "arith.addf": "0.0",
    "arith.mulf": "1.0",
    "arith.maximumf": "-1.0e4",
    "arith.minimumf": "1.0e4",
    "arith.maxnumf": "-1.0e4",
}
# Between the element and the combination.
PAYLOADS = {
    "plain": "",
    "squares": "%y = arith.mulf %x, %x : {type}",
    "exp": "%y = math.exp %x : {type}",
}


def spell(shape, type):
    return "tensor<" + "".join(f"{extent}x" for extent in shape) + type + ">"


class Program:
    """Reductions whose results are all returned."""

    def __init__(self, type):
        self.type, self.arguments, self.body, self.results = type, [], [], []
        # Numbers of results that elementary functions are in.
        self.functions = set()

    def add_argument(self, shape, layout):
        name = f"%a{len(self.arguments)}"
        self.arguments.append(
            f"{name}: {spell(shape, self.type)} "
            f"{{dtensor.layout = #dtensor.layout<@mesh, [{', '.join(layout)}]>}}"
        )
        return name

    def reduce(self, argument, shape, axes, combiner, payload="plain"):
        kept = [e for axis, e in enumerate(shape) if axis not in axes]
        result, source = spell(kept, self.type), spell(shape, self.type)
        n = len(self.results)
        element = "%y" if PAYLOADS[payload] else "%x"
        if payload == "exp":
            self.functions.add(n)
        self.body.append(
            f"""
  %c{n} = arith.constant {COMBINERS[combiner]} : {self.type}
  %e{n} = tensor.empty() : {result}
  %f{n} = linalg.fill ins(%c{n} : {self.type}) outs(%e{n} : {result}) -> {result}
  %r{n} = linalg.reduce ins({argument} : {source}) outs(%f{n} : {result}) dimensions = {list(axes)}
    (%x: {self.type}, %acc: {self.type}) {{
      {PAYLOADS[payload].format(type=self.type)}
      %0 = {combiner} %acc, {element} : {self.type}
      linalg.yield %0 : {self.type}
    }}"""
        )
        self.results.append((f"%r{n}", result))

    def slice(self, argument, shape, sizes):
        """Its first elements, which have gaps between them."""
        n = len(self.results)
        zeros, ones = [0] * len(shape), [1] * len(shape)
        self.body.append(
            f"""
  %s{n} = tensor.extract_slice {argument}{zeros} {sizes} {ones} : {spell(shape, self.type)} to {spell(sizes, self.type)}"""
        )
        return f"%s{n}"

    def softmax(self, argument, shape):
        type, n = spell(shape, self.type), len(self.results)
        self.functions.add(n)
        self.body.append(
            f"""
  %e{n} = tensor.empty() : {type}
  %r{n} = linalg.softmax dimension({len(shape) - 1}) ins({argument} : {type}) outs(%e{n} : {type}) -> {type}"""
        )
        self.results.append((f"%r{n}", type))

    def text(self, devices):
        types = ", ".join(type for _, type in self.results)
        return (
            f"dtensor.mesh @mesh <x={devices}>\n"
            f"func.func @main({', '.join(self.arguments)}) -> ({types}) {{"
            + "".join(self.body)
            + f"\n  return {', '.join(name for name, _ in self.results)} : {types}\n}}\n"
        )


def make(type, extents):
    """A kept axis of 3 is divided between up to 3 devices."""
    program = Program(type)
    combiners = list(COMBINERS)
    for n in extents:
        other = combiners[1 + n % (len(combiners) - 1)]
        rows = program.add_argument([3, n], ["x", "unsharded"])
        program.reduce(rows, [3, n], [1], "arith.addf")
        program.reduce(rows, [3, n], [1], other)
        program.reduce(rows, [3, n], [1], "arith.addf", "squares")
        columns = program.add_argument([n, 3], ["unsharded", "x"])
        program.reduce(columns, [n, 3], [0], "arith.addf")
        program.reduce(columns, [n, 3], [0], other, "squares")
        if n % 3 == 0:
            program.reduce(rows, [3, n], [1], "arith.addf", "exp")
        if n % 3 == 1:
            program.softmax(rows, [3, n])
        if n % 3 == 2:
            middle = program.add_argument([2, n, 3], ["unsharded", "unsharded", "x"])
            program.reduce(middle, [2, n, 3], [1], "arith.addf")
            program.reduce(middle, [2, n, 3], [0, 1], "arith.addf")
            whole = program.add_argument([2, n, 3], ["unsharded"] * 3)
            program.reduce(whole, [2, n, 3], [0, 2], "arith.addf")
            part = program.slice(whole, [2, n, 3], [2, n, 2])
            program.reduce(part, [2, n, 2], [1, 2], "arith.addf")
    return program


def run(dtensor_run, path, folder, mcpu, *options):
    """Whether the machine has that processor."""
    os.makedirs(folder, exist_ok=True)
    done = subprocess.run(
        [dtensor_run, path, "--random-inputs=1", "--mcpu=" + mcpu]
        + ["--output-dir=" + folder, *options],
        capture_output=True,
        text=True,
    )
    if done.returncode == 2 and "lacks" in done.stderr:
        print(f"no {mcpu} here: {done.stderr.strip()}")
        return False
    if done.returncode != 0:
        sys.exit(f"{path}, {mcpu}: exit code {done.returncode}\n{done.stderr}")
    return True


def compare(first, second, numbers, what):
    names = [f"out{i}.npy" for i in numbers]
    _, different, missing = filecmp.cmpfiles(first, second, names, shallow=False)
    if different or missing:
        sys.exit(f"{what}: different {different}, missing {missing}")


def main():
    dtensor_run, folder = sys.argv[1:]
    levels = 0
    for type, extents in [
        ("f32", EXTENTS),
        ("f64", EXTENTS[::3] + [16, 17, 1000]),
        ("f16", EXTENTS[1::8] + [1000]),
        ("bf16", EXTENTS[2::8] + [127]),
    ]:
        program = make(type, extents)
        path = os.path.join(folder, type)
        for devices in 1, 3:
            with open(f"{path}-{devices}.mlir", "w") as file:
                file.write(program.text(devices))
        numbers = range(len(program.results))
        # Functions have bits of their own where there is no multiply-add.
        plain = [i for i in numbers if i not in program.functions]
        run(dtensor_run, f"{path}-1.mlir", f"{path}-native", "native")
        for level in LEVELS[1:]:
            if run(dtensor_run, f"{path}-1.mlir", f"{path}-{level}", level):
                same = plain if level == "x86-64-v2" else numbers
                compare(f"{path}-native", f"{path}-{level}", same, f"{type}, {level}")
                levels += 1
        # What is rounded to halves may differ from the reference in its last place.
        check = ["--check=reference"] if type in ("f32", "f64") else []
        run(dtensor_run, f"{path}-3.mlir", f"{path}-divided", "native", *check)
        compare(f"{path}-native", f"{path}-divided", numbers, f"{type}, 3 devices")
        print(f"{type}: {len(numbers)} results have the same bytes")
    print(f"{levels} comparisons of levels")


main()
