"""Measures how long --auto-layout takes for a model with many layers.

usage: layers.py DTENSOR_RUN MACHINE.json [--layers 32] [--mesh x=8,y=8] [--memory 20GB] [--step]

The model is the transformer block of test/tools/dtensor-run/Inputs/auto-layout, layer after layer,
each with weights of its own. With --step it is the training step of predict/gpt_step.py, whose
layers are iterations of loops. Nothing is annotated. Prints the explanation and the seconds.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmark/predict"))

import gpt_step

BLOCK = ROOT / "test/tools/dtensor-run/Inputs/auto-layout/transformer-block.mlir"


def write_layers(count):
    """The block so many times, the result of one being the input of the next."""
    text = BLOCK.read_text()
    signature, _, rest = text[text.index("@main(") + len("@main(") :].partition(") -> ")
    kind, _, body = rest.partition(" {\n")
    lines = body[: body.index("  return ")]
    result = re.search(r"return (%\w+)", body)[1]
    arguments = [argument.strip() for argument in re.split(r",\s*(?=%)", signature)]
    weights, made, value = [], [], "%x"
    for layer in range(count):

        def rename(match, layer=layer, value=value):
            return value if match[0] == "%x" else f"{match[0]}_{layer}"

        weights += [re.sub(r"%\w+", rename, argument) for argument in arguments[1:]]
        made.append(re.sub(r"%\w+", rename, lines))
        value = f"{result}_{layer}"
    return (
        f"func.func @main({', '.join([arguments[0], *weights])}) -> {kind} {{\n"
        + "".join(made)
        + f"  return {value} : {kind}\n}}\n"
    )


def write_step(count):
    shape = gpt_step.Shape(
        layers=count, width=4096, heads=32, batch=64, data=1, model=1, length=1024, words=32768
    )
    text = gpt_step.write(shape)
    text = re.sub(r" \{dtensor\.layout = #dtensor\.layout<@mesh, \[[^\]]*\]>\}", "", text)
    return re.sub(r"dtensor\.mesh.*\n", "", text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("machine")
    parser.add_argument("--layers", type=int, default=32)
    parser.add_argument("--mesh", default="x=8,y=8")
    parser.add_argument("--memory", default="20GB")
    parser.add_argument("--step", action="store_true")
    parser.add_argument("--print", action="store_true", help="print the program only")
    options = parser.parse_args()
    text = write_step(options.layers) if options.step else write_layers(options.layers)
    if options.print:
        print(text)
        return
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "layers.mlir"
        program.write_text(text)
        begin = time.monotonic()
        subprocess.run(
            [options.tool, program, f"--mesh={options.mesh}", "--auto-layout"]
            + [f"--machine={options.machine}", f"--memory-per-device={options.memory}"]
            + ["--dump-after=import"],
            check=True,
            stdout=subprocess.DEVNULL,
        )
    print(f"{options.layers} layers on {options.mesh}: {time.monotonic() - begin:.1f} s")


if __name__ == "__main__":
    main()
