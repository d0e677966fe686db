"""Runs JAX programs under their sharding strategies.

usage: strategies.py DTENSOR_RUN DIR ALLOWANCES [--all] [--jobs N] [--write]

DIR has a folder a program: program.mlir, in*.npy, out*.npy, tolerance.json, and
a folder a strategy: program.mlir (annotated), spec.json (the same as layouts),
xla.json (what XLA's partitioner moves), hand.json (a plan by hand, if any).

Every run has to give the expected outputs. A device may receive no more bytes
than under XLA's plan or the one by hand, whichever is less, or than ALLOWANCES
(JSON: "program/strategy" -> bytes) says; an allowance that is not needed, or
that is too large, is an error as well. --write makes ALLOWANCES from the run.

Without --all, the first strategy of each program, annotated; else all, both
annotated and as layouts. Prints what fails, then `N passed, N failed`.
"""

import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

TIMEOUT = 120  # seconds


def load(path):
    with open(path) as file:
        return json.load(file)


def get_bound(folder):
    xla = load(f"{folder}/xla.json")
    bound = xla["total_bytes_if_sliced_all_reduce_were_reduce_scatter"]
    if os.path.exists(f"{folder}/hand.json"):
        bound = min(bound, load(f"{folder}/hand.json")["bytes"])
    return bound


def run(tool, folder, strategy, form):
    """The bytes that a device receives at most; or an error."""
    tolerance = load(f"{folder}/tolerance.json")
    command = [tool]
    if form == "annotated":
        command += [f"{folder}/{strategy}/program.mlir"]
    else:
        command += [f"{folder}/program.mlir"]
        command += ["--layouts", f"{folder}/{strategy}/spec.json"]
    command += ["--input-dir", folder, "--expect-dir", folder]
    command += ["--rtol", str(tolerance["rtol"]), "--atol", str(tolerance["atol"])]
    with tempfile.TemporaryDirectory() as scratch:
        command += [f"--report={scratch}/report.json"]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=TIMEOUT
            )
        except subprocess.TimeoutExpired:
            return None, f"no end after {TIMEOUT} s"
        if done.returncode:
            return None, done.stderr.strip() or f"exit code {done.returncode}"
        return load(f"{scratch}/report.json")["bytes_received"], None


def list_folders(folder):
    return sorted(n for n in os.listdir(folder) if os.path.isdir(f"{folder}/{n}"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("dir")
    parser.add_argument("allowances")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()

    work = []
    for program in list_folders(options.dir):
        strategies = list_folders(f"{options.dir}/{program}")
        for strategy in strategies if options.all else strategies[:1]:
            for form in ("annotated", "layouts") if options.all else ("annotated",):
                work.append((program, strategy, form))
    if not work:
        sys.exit(f"error: no strategies in {options.dir}")

    allowances = {} if options.write else load(options.allowances)
    most = {}  # bytes of a strategy, the larger ones of its forms
    failed = set()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(
            lambda w: run(options.tool, f"{options.dir}/{w[0]}", w[1], w[2]), work
        )
        for (program, strategy, form), (received, error) in zip(work, results):
            name = f"{program}/{strategy}"
            if error:
                failed.add((name, form))
                print(f"{name}, {form}: {error}")
                continue
            most[name] = max(most.get(name, 0), received)
            bound = get_bound(f"{options.dir}/{name}")
            allowed = max(bound, allowances.get(name, 0))
            if received > allowed and not options.write:
                failed.add((name, form))
                print(
                    f"{name}, {form}: a device receives {received} bytes; "
                    f"required: at most {allowed}"
                )
    over = {
        name: received
        for name, received in most.items()
        if received > get_bound(f"{options.dir}/{name}")
    }
    if options.write:
        with open(options.allowances, "w") as file:
            json.dump(over, file, indent=1)
            file.write("\n")
    elif options.all:
        for name, allowed in allowances.items():
            if name in most and over.get(name, 0) < allowed:
                failed.add((name, "allowance"))
                print(f"{name}: {allowed} bytes are allowed, {most[name]} needed")
    print(f"{len(work) - len(failed)} passed, {len(failed)} failed")
    sys.exit(bool(failed))


main()
