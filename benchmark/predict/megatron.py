"""Compares predicted step times with those that Megatron-LM's authors published.

usage: megatron.py DTENSOR_RUN [--rows N]

The rows are those without pipelining of table 1 in Narayanan et al., "Efficient Large-Scale
Language Model Training on GPU Clusters Using Megatron-LM", SC'21 (arXiv:2104.04473). One constant,
the fraction of the peak rate that computing reaches, is fitted on the first row. The others are
predicted with it. Prints a table in Markdown.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

import gpt_step

MACHINE = pathlib.Path(__file__).parents[2] / "examples" / "machines" / "a100-nodes.json"

# Parameters in billions, heads, width, layers, tensor-parallel size, devices, batch, and the
# published 10^12 operations per second and device.
PUBLISHED = [
    (1.7, 24, 2304, 24, 1, 32, 512, 137),
    (3.6, 32, 3072, 30, 2, 64, 512, 138),
    (7.5, 32, 4096, 36, 4, 128, 512, 142),
    (18.4, 48, 6144, 40, 8, 256, 1024, 135),
]


def count_operations(shape: gpt_step.Shape) -> float:
    """Equation 3 of the paper: the operations of a step on all devices."""
    tokens = shape.batch * shape.length
    return (
        96
        * tokens
        * shape.layers
        * shape.width**2
        * (
            1
            + shape.length / (6 * shape.width)
            + shape.words / (16 * shape.layers * shape.width)
        )
    )


def predict(tool: str, shape: gpt_step.Shape, reached: float, folder: pathlib.Path) -> dict:
    program, machine = folder / "step.mlir", folder / "machine.json"
    program.write_text(gpt_step.write(shape))
    described = json.loads(MACHINE.read_text())
    described["device"]["reached"] = reached
    machine.write_text(json.dumps(described))
    result = folder / "prediction.json"
    # Layouts are Megatron-LM's, also where the search would find better ones.
    command = [tool, program, "--plan=stages", f"--machine={machine}", f"--predict={result}"]
    subprocess.run(command, check=True)
    return json.loads(result.read_text())


def fit(tool: str, shape: gpt_step.Shape, seconds: float, folder: pathlib.Path) -> float:
    """The fraction with which the step is predicted to take so long."""
    low, high = 0.05, 1.0
    if predict(tool, shape, high, folder)["seconds"] > seconds:
        raise SystemExit("at the peak rate the first row takes longer than was published")
    while high - low > 1e-4:
        middle = (low + high) / 2
        if predict(tool, shape, middle, folder)["seconds"] > seconds:
            low = middle
        else:
            high = middle
    return high


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool", metavar="DTENSOR_RUN")
    parser.add_argument("--rows", type=int, default=len(PUBLISHED))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        reached = None
        columns = "parameters, mesh, published, predicted, error, step s, compute and memory s"
        columns += ", along model s, along data s, peak GB"
        print("| " + columns.replace(", ", " | ") + " |\n|" + "---|" * 10)
        for billions, heads, width, layers, model, devices, batch, rate in PUBLISHED[
            : options.rows
        ]:
            shape = gpt_step.Shape(layers, width, heads, batch, devices // model, model)
            operations = count_operations(shape) / devices
            if reached is None:
                reached = fit(options.tool, shape, operations / (rate * 1e12), folder)
            step = predict(options.tool, shape, reached, folder)
            predicted = operations / step["seconds"] / 1e12
            along = {entry["dims"]: entry["seconds"] for entry in step["communication"]}
            print(
                f"| {billions} B | {devices // model} x {model} | {rate} | {predicted:.0f} | "
                f"{100 * (predicted / rate - 1):+.1f} % | {step['seconds']:.2f} | "
                f"{step['compute_seconds']:.2f}, {step['memory_seconds']:.2f} | "
                f"{along.get('model', 0):.3f} | {along.get('data', 0):.3f} | "
                f"{step['peak_bytes'] / 1e9:.0f} |",
                flush=True,
            )
        print(f"\nfitted fraction: {reached:.3f}")


if __name__ == "__main__":
    main()
