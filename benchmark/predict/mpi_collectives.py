"""Compares predicted times of collectives with those of an MPI on this machine.

usage: mpi_collectives.py DTENSOR_RUN [--mpicc mpicc.openmpi] [--mpirun mpirun.openmpi]

Two processes exchange messages of some sizes, from which latency and bandwidth follow by range of
sizes. The rate of combining follows from an all_reduce in each range, and that of copying from a
copy. Collectives of other sizes are predicted from these, and compared with what they take. Prints
the machine that was fitted and a table in Markdown; fails if a prediction is wrong by more than a
quarter, or by --limit percent.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from fitting import (
    KB,
    MB,
    PROGRAMS,
    RANGES,
    REDUCED,
    fit_combining,
    fit_copying,
    fit_messages,
    make_machine,
    predict,
)

HERE = pathlib.Path(__file__).resolve().parent
FITTED = sorted({size for _, *pair in RANGES for size in pair} | set(REDUCED))
JUDGED = [4 * KB, 64 * KB, 1 * MB, 16 * MB]


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


def select(seconds: dict[tuple[str, int], float], wanted: str) -> dict[int, float]:
    """The seconds of one kind, by bytes."""
    return {size: each for (kind, size), each in seconds.items() if kind == wanted}


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
        ranges = fit_messages(select(seconds, "exchange"))
        fit_copying(ranges, select(seconds, "copy"))
        fit_combining(options.tool, ranges, select(seconds, "all_reduce"), folder)
        machine = make_machine(ranges)
        print(json.dumps(machine))
        print("\n| collective | bytes | measured, us | predicted, us | error |")
        print("|" + "---|" * 5)
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
