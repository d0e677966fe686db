"""Compares the order of predicted times of layouts with that of measured ones.

usage: ranking.py compile BUILD FOLDER MACHINE.json [PROGRAM...]
       ranking.py measure FOLDER [--rounds 1] [--reps 5] [--seconds 50]
       ranking.py rank BUILD FOLDER MACHINE.json [--svg FILE]

`compile` makes executables of the programs of benchmark/, each with several layouts that are
generated: for two devices, with a fixed seed. `measure` times those with the fewest rounds first,
and may be run again and again; times are kept in FOLDER. `rank` predicts the times on a machine,
as benchmark/calibrate writes it, and prints for each program how many pairs of its layouts are in
the measured order. Two times are a tie if their ranges over the rounds overlap, or if they differ
by less than 5 %.
"""

import argparse
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from workloads import PROGRAMS, get_random_scale

# Those of at least 5 ms of which there are six layouts.
NAMES = [
    "all_reduce_64m", "block", "conv", "gpt_train", "identity", "layernorm_rows", "matmul_1024",
    "matmul_2048", "mlp_dp_train", "mlp_tp", "softmax_rows", "stencil",
]
NUM_LAYOUTS = 8
TIE = 0.05


def read_ranks(text):
    """The ranks of the arguments and of the results of @main."""
    start = text.index("@main(")
    # Up to the brace that opens the body.
    signature = text[start : re.compile(r"\{\s*\n").search(text, start).start()]
    arguments, results = re.split(r"\)\s*->", signature)
    ranks = [
        [len(shape.rstrip("x").split("x")) if shape else 0 for shape in shapes]
        for shapes in (
            re.findall(r"tensor<((?:\d+x)*)", part) for part in (arguments, results)
        )
    ]
    return ranks


def list_layouts(rank):
    """None of the axes on `x`, or one."""
    for divided in range(-1, rank):
        yield ",".join("x" if axis == divided else "unsharded" for axis in range(rank))


def generate(name):
    """Options that lay out a program: one argument is divided and the others follow, or all of
    them are at random. The first is that nothing is divided."""
    arguments, results = read_ranks((PROGRAMS / f"{name}.mlir").read_text())
    source = random.Random(name)
    whole = {f"arg{i}": next(list_layouts(rank)) for i, rank in enumerate(arguments)}
    all_whole = whole | {f"result{i}": next(list_layouts(r)) for i, r in enumerate(results)}
    made = [all_whole]
    for attempt in range(1000):
        if len(made) == NUM_LAYOUTS:
            break
        if attempt % 2 == 0:
            chosen = source.randrange(len(arguments))
            layouts = {f"arg{chosen}": source.choice(list(list_layouts(arguments[chosen]))[1:])}
        else:
            layouts = {
                f"arg{i}": source.choice(list(list_layouts(rank)))
                for i, rank in enumerate(arguments)
            }
        if source.random() < 0.5:
            layouts |= {
                f"result{i}": source.choice(list(list_layouts(rank)))
                for i, rank in enumerate(results)
            }
        if layouts not in made:
            made.append(layouts)
    return [
        [f"--layout={value}={text}" for value, text in layouts.items()] for layouts in made
    ]


class Journal:
    """The layouts of programs and what was measured of them, as a file."""

    def __init__(self, folder):
        self.folder = folder
        self.path = folder / "times.json"
        self.entries = json.loads(self.path.read_text()) if self.path.exists() else []

    def write(self):
        self.path.write_text(json.dumps(self.entries, indent=1) + "\n")

    def get_executable(self, index):
        return self.folder / f"plan{index}"


def compile_all(options):
    options.folder.mkdir(parents=True, exist_ok=True)
    journal = Journal(options.folder)
    known = {(entry["program"], tuple(entry["layouts"])) for entry in journal.entries}
    for name in options.programs or NAMES:
        for layouts in generate(name):
            if (name, tuple(layouts)) in known:
                continue
            command = [options.build / "bin/dtensor-compile", PROGRAMS / f"{name}.mlir"]
            executable = journal.get_executable(len(journal.entries))
            done = subprocess.run(
                [*command, "--devices=2", f"--machine={options.machine}", *layouts]
                + ["-o", executable],
                stderr=subprocess.PIPE,
                text=True,
            )
            # Some layouts of chance do not fit together.
            if done.returncode:
                print(f"{name} {' '.join(layouts)}: {done.stderr.strip()}")
                continue
            journal.entries.append({"program": name, "layouts": layouts, "rounds": []})
            journal.write()


def measure_all(options):
    journal = Journal(options.folder)
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        index = min(
            range(len(journal.entries)), key=lambda i: len(journal.entries[i]["rounds"])
        )
        entry = journal.entries[index]
        if len(entry["rounds"]) >= options.rounds:
            break
        file = options.folder / "run.json"
        done = subprocess.run(
            [journal.get_executable(index), "--random-inputs=1"]
            + [f"--random-scale={get_random_scale(entry['program'])}"]
            + [f"--time={options.reps}", f"--time-json={file}"],
            stderr=subprocess.PIPE,
            text=True,
        )
        if done.returncode:
            sys.exit(done.stderr)
        entry["rounds"].append(json.loads(file.read_text())["seconds_min"])
        journal.write()
    rounds = [len(entry["rounds"]) for entry in journal.entries]
    print(f"{sum(rounds)} of {options.rounds * len(rounds)} runs measured")


def predict(options, entry):
    file = options.folder / "prediction.json"
    subprocess.run(
        [options.build / "bin/dtensor-run", PROGRAMS / f"{entry['program']}.mlir", "--devices=2"]
        + [*entry["layouts"], f"--machine={options.machine}", f"--predict={file}"],
        check=True,
    )
    return json.loads(file.read_text())["seconds"]


def are_tied(a, b):
    low, high = sorted((a["rounds"], b["rounds"]), key=min)
    return max(low) >= min(high) or min(high) < (1 + TIE) * min(low)


def count_pairs(entries):
    """The pairs in the measured order, those in the other one, and those that are predicted to
    take as long as each other. Ties of what was measured do not count."""
    same = other = equal = 0
    for i, a in enumerate(entries):
        for b in entries[:i]:
            if are_tied(a, b):
                continue
            measured = min(a["rounds"]) - min(b["rounds"])
            predicted = a["predicted"] - b["predicted"]
            if abs(predicted) <= 1e-6 * a["predicted"]:
                equal += 1
            elif (measured > 0) == (predicted > 0):
                same += 1
            else:
                other += 1
    return same, other, equal


def rank_all(options):
    entries = Journal(options.folder).entries
    entries = [entry for entry in entries if len(entry["rounds"]) > 0]
    for entry in entries:
        entry["predicted"] = predict(options, entry)
    total = [0, 0, 0]
    names = sorted({entry["program"] for entry in entries})
    print("| program | layouts | measured, ms | predicted, ms | in order | not | equal | tau |")
    print("|---" * 8 + "|")
    for name in names:
        own = [entry for entry in entries if entry["program"] == name]
        counts = count_pairs(own)
        total = [a + b for a, b in zip(total, counts)]
        times = [1e3 * min(entry["rounds"]) for entry in own]
        predictions = [1e3 * entry["predicted"] for entry in own]
        print(
            f"| {name} | {len(own)} | {min(times):.1f} to {max(times):.1f} "
            f"| {min(predictions):.1f} to {max(predictions):.1f} "
            f"| {counts[0]} | {counts[1]} | {counts[2]} | {get_tau(counts):.2f} |"
        )
        if options.pairs:
            for entry in sorted(own, key=lambda entry: min(entry["rounds"])):
                rounds = " ".join(f"{1e3 * t:.2f}" for t in entry["rounds"])
                print(f"    {rounds} ms, predicted {1e3 * entry['predicted']:.2f}: "
                      f"{' '.join(entry['layouts'])[:150]}")
    print(f"\npooled rank correlation (Kendall): {get_tau(total):.3f}")
    if options.svg:
        options.svg.write_text(draw(entries, names))


def get_tau(counts):
    same, other, equal = counts
    return (same - other) / max(same + other + equal, 1)


def draw(entries, names):
    """Measured times from left to right, predicted ones from below, both logarithmic."""
    size, margin, legend = 480, 50, 150
    times = [1e3 * t for e in entries for t in (min(e["rounds"]), e["predicted"])]
    low, high = math.log10(min(times)), math.log10(max(times))

    def place(milliseconds):
        return (math.log10(milliseconds) - low) / (high - low) * size

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size + 2 * margin + legend}" '
        f'height="{size + 2 * margin}" font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<g transform="translate({margin},{margin})">',
        f'<path d="M0 0V{size}H{size}" fill="none" stroke="black"/>',
        f'<path d="M0 {size}L{size} 0" stroke="#bbb"/>',
        f'<text x="{size / 2}" y="{size + 40}" text-anchor="middle">measured, ms</text>',
        f'<text transform="translate(-36,{size / 2})rotate(-90)" text-anchor="middle">'
        "predicted, ms</text>",
    ]
    for power in range(math.ceil(low), math.floor(high) + 1):
        at = place(10**power)
        lines += [
            f'<text x="{at:.1f}" y="{size + 18}" text-anchor="middle">{10.0**power:g}</text>',
            f'<text x="-6" y="{size - at + 4:.1f}" text-anchor="end">{10.0**power:g}</text>',
            f'<path d="M{at:.1f} {size}v4M0 {size - at:.1f}h-4" stroke="black"/>',
        ]
    for number, name in enumerate(names):
        color = f"hsl({360 * number // len(names)},70%,42%)"
        lines.append(
            f'<text x="{size + 24}" y="{16 * number + 16}">{name}</text>'
            f'<circle cx="{size + 14}" cy="{16 * number + 12}" r="4" fill="{color}"/>'
        )
        for entry in entries:
            if entry["program"] == name:
                lines.append(
                    f'<circle cx="{place(1e3 * min(entry["rounds"])):.1f}" '
                    f'cy="{size - place(1e3 * entry["predicted"]):.1f}" r="4" '
                    f'fill="{color}" fill-opacity="0.7"/>'
                )
    return "\n".join([*lines, "</g>", "</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("compile")
    command.set_defaults(run=compile_all)
    command.add_argument("build", type=pathlib.Path)
    command.add_argument("folder", type=pathlib.Path)
    command.add_argument("machine", type=pathlib.Path)
    command.add_argument("programs", nargs="*")
    command = commands.add_parser("measure")
    command.set_defaults(run=measure_all)
    command.add_argument("folder", type=pathlib.Path)
    command.add_argument("--rounds", type=int, default=1)
    command.add_argument("--reps", type=int, default=5)
    command.add_argument("--seconds", type=float, default=50)
    command = commands.add_parser("rank")
    command.set_defaults(run=rank_all)
    command.add_argument("build", type=pathlib.Path)
    command.add_argument("folder", type=pathlib.Path)
    command.add_argument("machine", type=pathlib.Path)
    command.add_argument("--svg", type=pathlib.Path)
    command.add_argument("--pairs", action="store_true", help="print each layout")
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    sys.exit(main())
