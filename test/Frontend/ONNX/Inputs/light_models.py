"""The models of ONNX's package (`light`): runs each on one device and on two, and compares.

    light_models.py BIN OUT [--filter TEXT]

The rows of the image are divided between the two devices. The last line is `N right, N wrong`.
"""

import argparse
import json
import pathlib
import subprocess
import sys

import numpy as np
import onnx
from node_cases import tolerance_of

import dtensor.onnx

LAYOUTS = {
    "one device": [],
    "two devices": ["--devices", "2", "--layout", "arg0=unsharded,unsharded,x,unsharded"],
}


def write(path: pathlib.Path, folder: pathlib.Path) -> None:
    """Writes a model with the input of ONNX's runner and the expected output."""
    program = dtensor.onnx.read(path)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "program.mlir").write_text(program.text)
    for i, argument in enumerate(program.arguments):
        value = argument.value
        if value is None:
            count = int(np.prod(argument.shape))
            value = (np.arange(count).reshape(argument.shape) / count).astype(np.float32)
        np.save(folder / f"in{i}.npy", value)
    expected = onnx.load_tensor(path.with_name(f"{path.stem}_output_0.pb"))
    array = onnx.numpy_helper.to_array(expected)
    np.save(folder / "out0.npy", array)
    (folder / "tolerance.json").write_text(json.dumps(tolerance_of(1e-3, 1e-7, [array])))


def run(program: pathlib.Path, folder: pathlib.Path, layout: list[str]) -> str:
    """The error of a run, or nothing."""
    limits = json.loads((folder / "tolerance.json").read_text())
    done = subprocess.run(
        [
            program,
            folder / "program.mlir",
            "--input-dir",
            folder,
            "--expect-dir",
            folder,
            "--rtol",
            str(limits["rtol"]),
            "--atol",
            str(limits["atol"]),
            *layout,
        ],
        capture_output=True,
        text=True,
    )
    return "" if done.returncode == 0 else (done.stderr.strip() or f"exit {done.returncode}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--filter", default="", help="only models with this text in their names")
    options = parser.parse_args()
    data = pathlib.Path(onnx.__file__).parent / "backend" / "test" / "data" / "light"
    right = wrong = 0
    for path in sorted(data.glob("*.onnx")):
        if options.filter not in path.stem:
            continue
        folder = options.out / path.stem
        write(path, folder)
        for name, layout in LAYOUTS.items():
            error = run(options.bin / "dtensor-run", folder, layout)
            right, wrong = right + (not error), wrong + bool(error)
            print(f"{path.stem}, {name}: {error.splitlines()[0] if error else 'right'}", flush=True)
    print(f"{right} right, {wrong} wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
