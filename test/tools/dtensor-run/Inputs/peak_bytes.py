"""Compares the peak of the report with the memory that the program asks for.

usage: peak_bytes.py MODELS FOLDER

The report's number must be the bytes of the components of arguments and
results, and of what the code requests of the runtime.
"""

import json
import pathlib
import re
import subprocess
import sys

CASES = [
    ("matmul_tutorial", []),
    ("mlp_gelu", ["arg0=x,unsharded"]),
    ("mlp_gelu", ["arg1=x,unsharded", "arg3=unsharded,x"]),
    ("encoder_block", ["arg0=x,unsharded,unsharded"]),
    ("mlp_train_step", ["arg0=x,unsharded"]),
    ("hand_windows", ["arg0=x,unsharded"]),
    ("layernorm", ["arg0=x,unsharded,unsharded"]),
    ("lstm_cell", ["arg0=unsharded,x,unsharded"]),
]
BYTES = {"i1": 1, "i32": 4, "f32": 4, "i64": 8, "f64": 8}


def dump(options, stage):
    done = subprocess.run(
        ["dtensor-run", *options, f"--dump-after={stage}"],
        check=True,
        text=True,
        stdout=subprocess.PIPE,
    )
    return done.stdout


def get_components(options, report):
    """The bytes of arguments and results on the most loaded device."""
    signature = re.search(r"func\.func @main\((.*)\) *\{", dump(options, "bufferize"))
    elements = re.findall(r"%arg\d+: memref<(?:[\d?]+x)*(\w+)", signature[1])
    values = report["arguments"] + report["results"]
    assert len(elements) == len(values), signature[1]
    total = 0
    for element, value in zip(elements, values):
        counts = []
        for shape in value["local_shapes"]:
            count = 1
            for extent in shape:
                count *= extent
            counts.append(count)
        total += BYTES[element] * max(counts)
    return total


def get_requests(text):
    """The bytes that the code requests of the runtime."""
    total = 0
    constants = {}
    for line in text.splitlines():
        # Functions use the same names for different constants.
        if constant := re.search(r"(%\w+) = llvm\.mlir\.constant\((\d+) :", line):
            constants[constant[1]] = int(constant[2])
        if call := re.search(r"call @dt_(arena|shared_arena|alloc)\((.*?)\)", line):
            total += constants[call[2].split(", ")[-1]]
    return total


def main(models, folder):
    path = pathlib.Path(folder) / "report.json"
    for model, layouts in CASES:
        for devices in (1, 2, 6):
            options = [f"{models}/{model}/program.mlir", f"--devices={devices}"]
            options += [f"--layout={layout}" for layout in layouts]
            text = dump([*options, f"--report={path}"], "llvm")
            report = json.loads(path.read_text())
            found = get_components(options, report) + get_requests(text)
            print(model, devices, "devices:", found, "bytes")
            if found != report["peak_bytes"]:
                sys.exit(f"error: required: {found}, as requested; found in the "
                         f"report: {report['peak_bytes']}")


main(*sys.argv[1:])
