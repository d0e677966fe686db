"""Compares --auto-layout with layouts that people named.

usage: strategies.py DTENSOR_RUN DIR MACHINE.json JOURNAL [--programs A,B,...]

DIR has a folder a program: program.mlir, and a folder a strategy with spec.json
(layouts). For each mesh that a program's strategies name, layouts are chosen from
nothing, and their predicted time is compared with the best strategy's. JOURNAL has a
line of JSON for each program and mesh; those that are in it are not done again.
Prints those that are above the best by more than 5 %, and a summary.
"""

import argparse
import json
import math
import pathlib
import subprocess
import tempfile
import time


def predict(tool, program, machine, scratch, *options):
    """The predicted seconds; none if the program cannot be compiled like that."""
    file = f"{scratch}/predicted.json"
    command = [tool, str(program), f"--predict={file}", f"--machine={machine}"]
    done = subprocess.run(
        command + list(options), capture_output=True, text=True, timeout=600
    )
    if done.returncode:
        return None, done.stderr.strip()
    with open(file) as text:
        return json.load(text)["seconds"], done.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("dir", type=pathlib.Path)
    parser.add_argument("machine")
    parser.add_argument("journal", type=pathlib.Path)
    parser.add_argument("--programs")
    options = parser.parse_args()
    known = {}
    if options.journal.exists():
        for line in options.journal.read_text().splitlines():
            entry = json.loads(line)
            known[entry["program"], entry["mesh"]] = entry
    for folder in sorted(options.dir.iterdir()):
        if not folder.is_dir():
            continue
        if options.programs and folder.name not in options.programs.split(","):
            continue
        program = folder / "program.mlir"
        by_mesh = {}
        for spec in sorted(folder.glob("*/spec.json")):
            sizes = json.loads(spec.read_text())["mesh"]
            mesh = ",".join(f"{name}={size}" for name, size in sizes.items())
            by_mesh.setdefault(mesh, []).append(spec)
        for mesh, specs in by_mesh.items():
            if (folder.name, mesh) in known:
                continue
            with tempfile.TemporaryDirectory() as scratch:
                named = {}
                for spec in specs:
                    seconds, _ = predict(
                        options.tool,
                        program,
                        options.machine,
                        scratch,
                        f"--layouts={spec}",
                    )
                    if seconds:
                        named[spec.parent.name] = seconds
                begin = time.monotonic()
                chosen, text = predict(
                    options.tool,
                    program,
                    options.machine,
                    scratch,
                    "--auto-layout",
                    f"--mesh={mesh}",
                )
            entry = {"program": folder.name, "mesh": mesh, "named": named}
            entry |= {"chosen": chosen, "took": round(time.monotonic() - begin, 1)}
            if chosen is None:
                entry["error"] = text[-300:]
            known[folder.name, mesh] = entry
            with options.journal.open("a") as file:
                file.write(json.dumps(entry) + "\n")
    ratios = []
    for entry in known.values():
        name = f"{entry['program']} on {entry['mesh']}"
        if entry["chosen"] is None:
            print(f"{name}: {entry['error']}")
        elif entry["named"]:
            best = min(entry["named"], key=entry["named"].get)
            ratio = entry["chosen"] / entry["named"][best]
            ratios.append(ratio)
            if ratio > 1.05:
                print(f"{name}: {ratio:.3f} of {best}")
    failed = sum(entry["chosen"] is None for entry in known.values())
    # Some choices take no time, such as an argument that is the result.
    positive = [ratio for ratio in ratios if ratio > 0]
    mean = math.exp(sum(map(math.log, positive)) / len(positive))
    print(
        f"{len(known)} programs and meshes, {failed} failed; of the best strategy: "
        f"geometric mean {mean:.3f}, worst {max(ratios):.3f}; "
        f"slowest choice {max(e['took'] for e in known.values())} s"
    )


if __name__ == "__main__":
    main()
