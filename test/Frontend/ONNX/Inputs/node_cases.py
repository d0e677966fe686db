"""ONNX's node tests: reads each, runs it on one device and sharded, and compares the results.

    node_cases.py BIN OUT [--each N] [--runs N] [--filter TEXT] [--jobs N] [--table FILE.md]

BIN is the folder of dtensor-conform. OUT gets a folder for each test: program.mlir, in0.npy ...,
out0.npy ... and tolerance.json. dtensor-conform runs these folders on one device, and with each
axis of each argument divided in turn for 2 and for 3 devices.

OUT/journal.txt has a line for each test that ran. Without --fresh, tests in it are not run again.
The last line of the output is `N read, N not read, N right, N wrong`. The exit code is 1 if a test
is wrong, or has an error that is no `ReadError`.
"""

import argparse
import collections
import contextlib
import dataclasses
import io
import json
import pathlib
import re
import shutil
import subprocess
import sys
import textwrap
import warnings

import ml_dtypes
import numpy as np
import onnx

import dtensor.onnx
from dtensor.onnx import NeedsConstant, ReadError, as_stored

# Tests of random numbers have results that nothing else can draw.
RANDOM = re.compile(r"test_(bernoulli|training_dropout(?!_zero_ratio))")
# Tests that dtensor-conform runs in one process start.
CHUNK = 32


def collect() -> list:
    """ONNX's node tests, each with its model and data. Tests of ops come first, then those of their
    definitions (`expanded`)."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        from onnx.backend.test.case.node import collect_testcases

        return sorted(collect_testcases(None), key=lambda c: ("_expanded" in c.name, c.name))


# ===------------------------------------------------------------------------===#
# Reading
# ===------------------------------------------------------------------------===#


@dataclasses.dataclass
class Read:
    """A test that was read; `constants` names the inputs that became constants."""

    name: str
    op: str
    constants: list[str]


@dataclasses.dataclass
class Unread:
    """A test that was not read, and why."""

    name: str
    op: str
    reason: str
    is_known_kind: bool = True


def short_name(case) -> str:
    return case.name.removeprefix("test_")


def op_of(case) -> str:
    """The op that a test is about; expanded tests have the op's name in their own."""
    if "_expanded" not in case.name:
        node = case.model.graph.node[0]
        return f"{node.domain}.{node.op_type}" if node.domain else node.op_type
    prefix = case.model.graph.node[-1].output[0]
    for node in case.model.graph.node:
        found = re.match(r"([A-Za-z0-9]+)_test_", "".join(node.output[:1]))
        if found:
            return f"{found[1]} (as a function)"
    return f"{prefix} (as a function)"


def as_array(value):
    """A value of a test as an array, a list of them, or None."""
    if isinstance(value, onnx.TensorProto):
        return onnx.numpy_helper.to_array(value)
    return [as_array(part) for part in value] if isinstance(value, list) else value


def values_of(case) -> tuple[dict, list]:
    """The inputs of a test by name, and its expected outputs."""
    inputs, outputs = case.data_sets[0]
    names = (i.name for i in case.model.graph.input)
    return dict(zip(names, map(as_array, inputs))), as_array(list(outputs))


def read_program(case) -> tuple[dtensor.onnx.Program, list[str]]:
    """The program of a test, and the inputs that became its constants."""
    values, _ = values_of(case)
    constants = {name: value for name, value in values.items() if value is None}
    lengths = {name: len(value) for name, value in values.items() if isinstance(value, list)}
    shapes = {name: np.shape(value) for name, value in elements_of(values).items()}
    while True:
        try:
            program = dtensor.onnx.read(
                case.model, constants=constants, shapes=shapes, lengths=lengths
            )
            return program, sorted(constants)
        except NeedsConstant as error:
            missing = error.inputs - constants.keys()
            if not missing:
                raise
            constants |= {name: values[name] for name in missing}


def elements_of(values: dict) -> dict[str, np.ndarray]:
    """The tensors among values by name, `name[i]` for an element of a sequence."""
    named = {}
    for name, value in values.items():
        if isinstance(value, list):
            named |= elements_of({f"{name}[{i}]": part for i, part in enumerate(value)})
        elif value is not None:
            named[name] = np.asarray(value)
    return named


def tolerance_of(rtol: float, atol: float, results: list[np.ndarray]) -> dict[str, float]:
    """The tolerance of ONNX's own runner, and at least two units in the last place, of each element
    and of the largest one: sums in another order differ by as much."""
    for value in results:
        if value.dtype.kind != "f" and value.dtype != ml_dtypes.bfloat16:
            continue
        unit = float(ml_dtypes.finfo(value.dtype).eps)
        # ONNX's runner allows 2^-6 for bfloat16, which is two units.
        rtol = max(rtol, 2 * unit)
        finite = np.abs(value[np.isfinite(value)].astype(np.float64))
        atol = max(atol, 2 * unit * finite.max(initial=0))
    return {"rtol": rtol, "atol": atol}


def flattened(outputs: list) -> list[np.ndarray]:
    parts = (output if isinstance(output, list) else [output] for output in outputs)
    return [np.asarray(value) for part in parts for value in part]


def write(case, program: dtensor.onnx.Program, folder: pathlib.Path) -> None:
    """Writes the program with its inputs and expected outputs."""
    values, outputs = values_of(case)
    by_name = elements_of(values)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "program.mlir").write_text(program.text)
    for i, argument in enumerate(program.arguments):
        value = by_name[argument.name] if argument.value is None else argument.value
        np.save(folder / f"in{i}.npy", as_stored(np.asarray(value)))
    expected = flattened(outputs)
    found = [(result.shape, result.dtype) for result in program.results]
    wanted = [(value.shape, value.dtype) for value in expected]
    if found != wanted:
        raise AssertionError(f"required results {wanted}, found {found}")
    for i, value in enumerate(expected):
        np.save(folder / f"out{i}.npy", as_stored(value))
    (folder / "tolerance.json").write_text(json.dumps(tolerance_of(case.rtol, case.atol, expected)))


def read_all(cases: list, out: pathlib.Path) -> tuple[list[Read], list[Unread]]:
    """Reads the tests, and writes those that can be run."""
    read: list[Read] = []
    unread: list[Unread] = []
    for case in cases:
        name, op = short_name(case), op_of(case)
        try:
            if RANDOM.match(case.name):
                raise ReadError("the results are random numbers, so they cannot be compared")
            program, constants = read_program(case)
            write(case, program, out / name)
            read.append(Read(name, op, constants))
        except ReadError as error:
            unread.append(Unread(name, op, error.reason))
        except Exception as error:  # A fault of the reader, which fails the script.
            unread.append(Unread(name, op, f"{type(error).__name__}: {error}", False))
    return read, unread


# ===------------------------------------------------------------------------===#
# Running
# ===------------------------------------------------------------------------===#


def run_chunk(
    conform: list[str], out: pathlib.Path, names: list[str]
) -> tuple[dict[str, str], str]:
    """The first failure of each test that fails, and the tool's last line."""
    folders = [str(out / name) for name in names]
    done = subprocess.run([*conform, *folders], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{conform[0]}: {done.stderr}")
    failures: dict[str, str] = {}
    for line in done.stdout.splitlines():
        if line.startswith("FAIL "):
            trial, _, message = line[5:].partition(": ")
            path, _, layout = trial.partition(" ")
            failures.setdefault(pathlib.Path(path).name, f"{layout or 'one device'}: {message}")
    return failures, done.stdout.strip().splitlines()[-1]


class Journal:
    """The outcomes of tests that ran, in a file with a line for each."""

    def __init__(self, path: pathlib.Path):
        self.path = path
        self.outcomes: dict[str, str] = {}
        self.trials = 0
        for line in path.read_text().splitlines() if path.exists() else []:
            name, _, outcome = line.partition(" ")
            if name == "#":
                self.trials += int(outcome)
            else:
                self.outcomes[name] = outcome

    def add(self, names: list[str], failures: dict[str, str], trials: int) -> None:
        with self.path.open("a") as file:
            for name in names:
                self.outcomes[name] = failures.get(name, "right")
                print(name, self.outcomes[name], file=file)
            print("#", trials, file=file)
        self.trials += trials


def run_all(conform: list[str], out: pathlib.Path, read: list[Read]) -> Journal:
    """Runs the tests that the journal does not have, by a command that takes folders."""
    journal = Journal(out / "journal.txt")
    names = [test.name for test in read if test.name not in journal.outcomes]
    for start in range(0, len(names), CHUNK):
        chunk = names[start : start + CHUNK]
        failures, last = run_chunk(conform, out, chunk)
        journal.add(chunk, failures, sum(map(int, re.findall(r"(\d+) (?:passed|failed)", last))))
    return journal


# ===------------------------------------------------------------------------===#
# The table
# ===------------------------------------------------------------------------===#


def write_table(
    path: pathlib.Path, read: list[Read], unread: list[Unread], journal: Journal, each_run: int
) -> None:
    """The page with a row for each op, and with the errors."""
    wrong = {t.name: journal.outcomes[t.name] for t in read if journal.outcomes[t.name] != "right"}
    rows: dict[str, collections.Counter] = collections.defaultdict(collections.Counter)
    for test in read:
        rows[test.op].update(all=1, read=1, fixed=bool(test.constants), wrong=test.name in wrong)
    for test in unread:
        rows[test.op].update(all=1)
    ran = (
        f"({journal.trials} runs)"
        if each_run == 1
        else (f"(every {each_run}th of these runs, {journal.trials} in all)")
    )
    prose = (
        f"`test/Frontend/ONNX/Inputs/node_cases.py --table` made this page, with onnx "
        f"{onnx.__version__}. Of {len(read) + len(unread)} tests, {len(read)} are read, and "
        f"{len(read) - len(wrong)} of these have the expected results on one device and with each "
        f"axis of each argument divided, for 2 and for 3 devices {ran}. Results are compared "
        "within the tolerance of ONNX's own runner, or two units in the last place of the largest "
        "element if that is more."
    )
    lines = [
        "# ONNX's node tests",
        "",
        *textwrap.wrap(prose, 100, break_on_hyphens=False),
        "",
        "## Tests that are not read",
        "",
        "| op | tests | why, and the way out |",
        "|---|---|---|",
    ]
    reasons: dict[tuple[str, str], int] = collections.Counter(
        (test.op, test.reason) for test in unread
    )
    lines += [f"| {op} | {count} | {reason} |" for (op, reason), count in sorted(reasons.items())]
    if wrong:
        lines += ["", "## Tests that fail", "", "| test | failure |", "|---|---|"]
        lines += [f"| {name} | {message} |" for name, message in sorted(wrong.items())]
    lines += [
        "",
        "## All ops",
        "",
        "The third column counts tests in which inputs that decide shapes are constants.",
        "",
        "| op | read | with constants | right |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| {op} | {row['read']}/{row['all']} | {row['fixed'] or '.'} | "
        f"{row['read'] - row['wrong'] or '.'} |"
        for op, row in sorted(rows.items())
    ]
    path.write_text("\n".join(lines) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--each", type=int, default=1, help="only every N-th test")
    parser.add_argument(
        "--runs", type=int, default=1, metavar="N", help="only every N-th run of the tests"
    )
    parser.add_argument("--filter", default="", help="only tests with this text in their names")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes at a time")
    parser.add_argument("--table", type=pathlib.Path, help="write the page of docs")
    parser.add_argument("--fresh", action="store_true", help="forget the journal")
    parser.add_argument("--read-only", action="store_true", help="run nothing")
    options = parser.parse_args()
    if options.fresh:
        shutil.rmtree(options.out, ignore_errors=True)
    options.out.mkdir(parents=True, exist_ok=True)
    cases = [case for case in collect() if options.filter in case.name][:: options.each]
    read, unread = read_all(cases, options.out)
    for test in unread:
        print(f"{test.name}: {test.op}: {test.reason}")
    if options.read_only:
        print(f"{len(read)} read, {len(unread)} not read")
        return
    conform = [
        str(options.bin / "dtensor-conform"),
        "--one-device",
        f"--jobs={options.jobs}",
        f"--each={options.runs}",
    ]
    journal = run_all(conform, options.out, read)
    outcomes = {test.name: journal.outcomes[test.name] for test in read}
    wrong = {name: outcome for name, outcome in outcomes.items() if outcome != "right"}
    for name, outcome in wrong.items():
        print(f"FAIL {name}: {outcome}")
    if options.table:
        write_table(options.table, read, unread, journal, options.runs)
    print(
        f"{len(read)} read, {len(unread)} not read, {len(read) - len(wrong)} right, "
        f"{len(wrong)} wrong"
    )
    if wrong or not all(test.is_known_kind for test in unread):
        sys.exit(1)


if __name__ == "__main__":
    main()
