"""Compares predicted times of collectives with those of an MPI on this machine.

usage: mpi_collectives.py DTENSOR_RUN [--mpicc mpicc.openmpi] [--mpirun mpirun.openmpi]

Two processes exchange messages of some sizes, from which latency and bandwidth follow by range of
sizes. The rate of combining follows from an all_reduce in each range. Collectives of other sizes are predicted
from these, and compared with what they take. Prints the machine that was fitted and a table in
Markdown; fails if a prediction is wrong by more than a quarter, or by --limit percent.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
KB, MB = 1 << 10, 1 << 20
# Ranges of sizes, by their least size, and the two sizes that each is fitted on. Open MPI sends
# messages of less than 4 KB in another way than larger ones; larger ones leave one cache after the
# other.
RANGES = [
    (0, 256, 3 * KB),
    (4 * KB, 5 * KB, 24 * KB),
    (24 * KB, 24 * KB, 384 * KB),
    (384 * KB, 384 * KB, 6 * MB),
    (6 * MB, 6 * MB, 24 * MB),
]
# The sizes on which the rate of combining in each range is fitted. Messages of half the size are
# in the same range.
REDUCED = [large // 2 for _, _, large in RANGES]
FITTED = sorted({size for _, *pair in RANGES for size in pair} | set(REDUCED))
JUDGED = [4 * KB, 64 * KB, 1 * MB, 16 * MB]

# A collective of vectors of N floats on two devices, alone or after a copy.
PROGRAMS = {
    "all_reduce": """
dtensor.mesh @mesh <x=2>
func.func @main(%a: tensor<2xNxf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
    -> (tensor<Nxf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %zero = arith.constant dense<0.0> : tensor<Nxf32>
  %sum = linalg.reduce {arith.addf} ins(%a : tensor<2xNxf32>) outs(%zero : tensor<Nxf32>)
      dimensions = [0]
  return %sum : tensor<Nxf32>
}""",
    "all_gather": """
dtensor.mesh @mesh <x=2>
func.func @main(%a: tensor<Nxf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<Nxf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  return %a : tensor<Nxf32>
}""",
    "all_to_all": """
dtensor.mesh @mesh <x=2>
func.func @main(%a: tensor<2xNxf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
    -> (tensor<2xNxf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) {
  return %a : tensor<2xNxf32>
}""",
}


def measure(options: argparse.Namespace, folder: pathlib.Path) -> dict[tuple[str, int], float]:
    """The least seconds of each collective and size, over several starts."""
    program = folder / "mpi-collectives"
    source = HERE / "mpi-collectives.c"
    subprocess.run([options.mpicc, "-O2", source, "-o", program], check=True)
    # Open MPI refuses to run as root otherwise.
    allowed = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    seconds: dict[tuple[str, int], float] = {}
    # The first pass over the sizes warms up.
    sizes = [str(size) for size in 2 * sorted(FITTED + JUDGED)]
    for _ in range(options.rounds):
        output = subprocess.run(
            [*options.mpirun.split(), "-np", "2", program, *sizes],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | allowed,
        ).stdout
        for line in output.splitlines():
            kind, size, least = line.split()
            key = kind, int(size)
            seconds[key] = min(seconds.get(key, float("inf")), float(least))
    return seconds


def fit_messages(seconds: dict[tuple[str, int], float]) -> list[dict[str, float]]:
    """The line through the two sizes of each range."""
    ranges = []
    for least, small, large in RANGES:
        first, second = seconds["exchange", small], seconds["exchange", large]
        slope = (second - first) / (large - small)
        latency = first - slope * small
        if slope <= 0 or latency < 0:
            latency, slope = 0, second / large
        ranges.append({"from": least, "latency": latency, "bandwidth": 1 / slope})
    return ranges


def make_machine(ranges: list[dict[str, float]]) -> dict:
    smallest = {key: value for key, value in ranges[0].items() if key != "from"}
    return {
        "name": "two processes",
        "device": {"operations": {"other": 1e11}, "memory_bytes": 8e9, "memory_bandwidth": 1e10},
        "levels": [{"name": "host", "size": 2, **smallest, "messages": ranges[1:]}],
    }


def predict(tool: str, machine: dict, kind: str, size: int, folder: pathlib.Path) -> float:
    program, described = folder / "program.mlir", folder / "machine.json"
    result = folder / "prediction.json"
    program.write_text(PROGRAMS[kind].replace("N", str(size // 4)))
    described.write_text(json.dumps(machine))
    subprocess.run([tool, program, f"--machine={described}", f"--predict={result}"], check=True)
    prediction = json.loads(result.read_text())
    kinds = [op["op"] for op in prediction["ops"] if op["bound"] == "communication"]
    if kinds != ["comm." + kind]:
        raise SystemExit(f"required one {kind}, found {kinds}")
    return prediction["communication_seconds"]


def fit_combining(
    tool: str,
    ranges: list[dict[str, float]],
    seconds: dict[tuple[str, int], float],
    folder: pathlib.Path,
) -> None:
    """Adds the rates of combining with which an all_reduce in each range takes so long."""
    for messages, size in zip(ranges, REDUCED):
        low, high = 1e8, 1e13
        while high / low > 1.01:
            messages["combining"] = (low * high) ** 0.5
            taken = predict(tool, make_machine(ranges), "all_reduce", size, folder)
            if taken > seconds["all_reduce", size]:
                low = messages["combining"]
            else:
                high = messages["combining"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool", metavar="DTENSOR_RUN")
    parser.add_argument("--mpicc", default="mpicc.openmpi")
    parser.add_argument("--mpirun", default="mpirun.openmpi --bind-to none")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--limit", type=float, default=25, help="percent")
    options = parser.parse_args()
    worst = 0.0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        seconds = measure(options, folder)
        ranges = fit_messages(seconds)
        fit_combining(options.tool, ranges, seconds, folder)
        machine = make_machine(ranges)
        print(json.dumps(machine))
        print("\n| collective | bytes | measured, us | predicted, us | error |\n|---|---|---|---|---|")
        for kind in PROGRAMS:
            for size in JUDGED:
                measured = seconds[kind, size]
                predicted = predict(options.tool, machine, kind, size, folder)
                error = 100 * (predicted / measured - 1)
                worst = max(worst, abs(error))
                print(
                    f"| {kind} | {size} | {measured * 1e6:.1f} | {predicted * 1e6:.1f} | "
                    f"{error:+.0f} % |"
                )
    print(f"\nlargest error: {worst:.0f} %")
    return 1 if worst > options.limit else 0


if __name__ == "__main__":
    sys.exit(main())
