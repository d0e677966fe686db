"""Holds the layouts that propagation finds against those that Shardy finds.

usage: propagation.py DTENSOR_OPT DIR EXPLAINED [--all]

DIR/PROGRAM/STRATEGY has a JAX program of which the arguments are annotated
(args_only.mlir), and the same after Shardy's propagation
(args_only_propagated.mlir). No op's result may be on fewer devices here than
there, save what costs nothing to compute everywhere (constants, iotas and empty
tensors), and ops that EXPLAINED (lines `program/strategy: op: why`) names.

Ours are those of the pipeline that programs are compiled by, `dtensor-partition`
with its defaults, after propagation. Ops are matched in order: Shardy's text is
ours, with copies of constants. Ours are found again by their line, in what the
import makes of them: where a call was inlined that is the line in the function,
not the one of the call. What the pipeline computes elsewhere, or not at all,
since it is equal to another value or unused, has no layout to compare.

Without --all the first strategy of each program. Prints what is less sharded,
then `N of N values, N less sharded`; fails as well if less than three of five
are found again.
"""

import collections
import difflib
import os
import re
import subprocess
import sys

LAST = "dtensor-propagate-layouts"
OPTIONS = [
    "--dtensor-partition",
    f"--mlir-print-ir-after={LAST}",
    "--mlir-print-debuginfo",
    "--mlir-print-local-scope",
    "--mlir-print-op-generic",
    "-o",
    "/dev/null",
]
TENSOR = re.compile(r"tensor<[^<>]*(?:<[^<>]*>)?[^<>]*>")
SHARDING = r"<@\w+, \[.*?\](?:, (?:replicated|unreduced)=\{.*?\})*>"
SHARDINGS = re.compile(rf"sdy\.sharding_per_value<\[((?:{SHARDING}(?:, )?)*)\]>")
LAYOUTS = re.compile(r"dtensor\.layouts = \[((?:#dtensor\.layout<[^>]*>+|unit|, )+)\]")
POSITION = re.compile(r'(?<! at )"[^"]*":(\d+):\d+')
FREE = ("constant", "iota", "broadcast_in_dim")


def normalize(line):
    """What a line says without names of values and shardings."""
    line = re.sub(r"sdy\.sharding = #" + SHARDINGS.pattern, "", line)
    line = re.sub(r"%[\w#:]+", "%", line).replace("sdy.constant", "stablehlo.constant")
    return re.sub(r"\s+", " ", line.replace("{}", "").replace("{, ", "{")).strip()


def get_results(text):
    """Types behind the last arrow, or of an op whose operands have its type."""
    arrow = text.rfind("->")
    return TENSOR.findall(text[arrow if arrow >= 0 else text.rfind(" : ") :])


def read_ours(text):
    """Line of the source -> (type, number of shards) of each value made of it."""
    sizes, values = {}, collections.defaultdict(list)
    for line in text.split("\n"):
        if '"dtensor.mesh"' in line:
            names = re.search(r"names = \[(.*?)\]", line)[1]
            extents = re.search(r"sizes = array<i64: (.*?)>", line)[1]
            sizes = dict(
                zip(re.findall(r'"(.*?)"', names), map(int, extents.split(",")))
            )
        layouts = LAYOUTS.search(line)
        location = POSITION.findall(line[line.rfind(" loc(") :])
        if not layouts or not location:
            continue
        for layout, tensor in zip(
            re.findall(r"#dtensor\.layout<[^>]*>+|unit", layouts[1]), get_results(line)
        ):
            shards = 1
            for name in re.findall(r"[\w.]+", layout):
                shards *= sizes.get(name, 1)
            values[int(location[-1])].append((tensor, shards))
    return values


def count_shards(sharding, sizes):
    shards = 1
    for name, part in re.findall(r'"(\w+)"(?::\(\d+\)(\d+))?', sharding):
        shards *= int(part) if part else sizes[name]
    return shards


def compare(tool, folder):
    """How many values Shardy has, how many are compared, and (line, op) of those
    less sharded."""
    done = subprocess.run(
        [tool, f"{folder}/args_only.mlir", *OPTIONS], capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"error: {folder}: {done.stderr}")
    ours = read_ours(done.stderr)
    with open(f"{folder}/args_only.mlir") as file:
        source = file.read().split("\n")
    with open(f"{folder}/args_only_propagated.mlir") as file:
        theirs = file.read().split("\n")
    mesh = next(line for line in theirs if "sdy.mesh" in line)
    sizes = {name: int(n) for name, n in re.findall(r'"(\w+)"=(\d+)', mesh)}
    matcher = difflib.SequenceMatcher(
        None, [*map(normalize, source)], [*map(normalize, theirs)], autojunk=False
    )
    known, compared, less = 0, 0, []
    for block in matcher.get_matching_blocks():
        for i in range(block.size):
            number, line = block.a + i + 1, theirs[block.b + i]
            shardings = SHARDINGS.search(line)
            if not shardings or any(f".{op} " in line for op in FREE):
                continue
            wanted = [
                count_shards(s, sizes) for s in re.findall(SHARDING, shardings[1])
            ]
            tensors = get_results(line)
            for shards, tensor in zip(wanted, tensors * len(wanted)):
                tensor = tensor.replace("ui", "i")
                have = [n for other, n in ours[number] if other == tensor]
                if re.search(r"[<x]0x", tensor):
                    continue
                known += 1
                if not have:
                    continue
                compared += 1
                if max(have) < shards:
                    op = re.search(r"(?:stablehlo|chlo|sdy)\.\w+|call", line)[0]
                    less.append((number, op))
    return known, compared, less


def main():
    tool, root, explained_file = sys.argv[1:4]
    with open(explained_file) as file:
        explained = {tuple(line.split(": ")[:2]) for line in file if line.strip()}
    known, compared, unexplained = 0, 0, 0
    for program in sorted(os.listdir(root)):
        strategies = [
            name
            for name in sorted(os.listdir(f"{root}/{program}"))
            if os.path.exists(f"{root}/{program}/{name}/args_only_propagated.mlir")
        ] if os.path.isdir(f"{root}/{program}") else []
        for name in strategies if "--all" in sys.argv else strategies[:1]:
            count, found, less = compare(tool, f"{root}/{program}/{name}")
            known += count
            compared += found
            for number, op in less:
                if (f"{program}/{name}", op) not in explained:
                    unexplained += 1
                    print(f"{program}/{name}: line {number}: {op} is less sharded")
    print(f"{compared} of {known} values, {unexplained} less sharded")
    sys.exit(not compared or 5 * compared < 3 * known or unexplained > 0)


main()
