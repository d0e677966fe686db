"""Writes an ONNX model as a program and its weights.

    python -m dtensor.onnx model.onnx OUT [--dim batch=8] [--constant shape=shape.npy]

OUT gets program.mlir, and each weight as in<N>.npy. The arguments and results are printed.
"""

import argparse
import sys

import numpy as np

from . import ReadError, read
from .element_types import tensor_type


def _pair(text: str) -> tuple[str, str]:
    name, separator, value = text.rpartition("=")
    if not separator:
        raise argparse.ArgumentTypeError(f"required NAME=VALUE, found '{text}'")
    return name, value


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m dtensor.onnx",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("model")
    parser.add_argument("out")
    parser.add_argument(
        "--dim",
        type=_pair,
        action="append",
        default=[],
        metavar="NAME=EXTENT",
        help="the extent of a symbolic axis",
    )
    parser.add_argument(
        "--constant",
        type=_pair,
        action="append",
        default=[],
        metavar="INPUT=FILE.npy",
        help="the value of an input",
    )
    options = parser.parse_args()
    try:
        program = read(
            options.model,
            constants={name: np.load(path) for name, path in options.constant},
            dims={name: int(extent) for name, extent in options.dim},
        )
    except ReadError as error:
        print(f"error: {options.model}: {error}", file=sys.stderr)
        return 2
    program.save(options.out)
    for i, argument in enumerate(program.arguments):
        kind = "input" if argument.value is None else "weight"
        print(f"arg{i} {kind} {argument.name} {tensor_type(argument.dtype, argument.shape)}")
    for i, result in enumerate(program.results):
        print(f"result{i} {result.name} {tensor_type(result.dtype, result.shape)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
