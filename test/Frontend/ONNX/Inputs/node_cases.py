"""Reads ONNX's node tests, and writes each as a folder that dtensor-conform and dtensor-sweep run.

    node_cases.py OUT [--filter TEXT] [--each N] [--errors FILE.json]

A folder has program.mlir, in0.npy ..., out0.npy ... and tolerance.json. Inputs that decide shapes
are constants of the program, with the values of the test. The last line is `N read, N not read`.
"""

import argparse
import collections
import json
import pathlib
import warnings

import ml_dtypes
import numpy as np
import onnx

import dtensor.onnx


def collect() -> list:
    """ONNX's node tests, each with its model and data."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import contextlib
        import io

        with contextlib.redirect_stdout(io.StringIO()), np.errstate(all="ignore"):
            from onnx.backend.test.case.node import collect_testcases

            return sorted(collect_testcases(None), key=lambda case: case.name)


def as_stored(array: np.ndarray) -> np.ndarray:
    """The array as a .npy file holds it: types that NumPy lacks as integers of as many bytes."""
    name = array.dtype.name
    if name == "bfloat16":
        return array.view(np.uint16)
    if name.startswith("float4"):
        return array.astype(ml_dtypes.float8_e4m3fn).view(np.uint8)
    if name.startswith("float8"):
        return array.view(np.uint8)
    if name in ("int2", "int4"):
        return array.astype(np.int8)
    if name in ("uint2", "uint4"):
        return array.astype(np.uint8)
    return array


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


def read(case) -> tuple[dtensor.onnx.Program, dict]:
    """The program of a test, and the inputs that became its constants."""
    values, _ = values_of(case)
    constants: dict = {}
    while True:
        try:
            return dtensor.onnx.read(case.model, constants=constants), constants
        except dtensor.onnx.NeedsConstant as error:
            missing = error.inputs - constants.keys()
            if not missing:
                raise
            constants |= {name: values[name] for name in missing}


def tolerance(case, results: list) -> dict:
    """The tolerance of ONNX's own runner."""
    is_bfloat = any(r.dtype == ml_dtypes.bfloat16 for r in results)
    return {"rtol": max(case.rtol, 2**-6) if is_bfloat else case.rtol, "atol": case.atol}


def flattened(outputs: list) -> list[np.ndarray]:
    parts = (output if isinstance(output, list) else [output] for output in outputs)
    return [np.asarray(value) for part in parts for value in part]


def write(case, program: dtensor.onnx.Program, folder: pathlib.Path) -> None:
    """Writes the program with its inputs and expected outputs."""
    by_name, outputs = values_of(case)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "program.mlir").write_text(program.text)
    for i, argument in enumerate(program.arguments):
        value = by_name[argument.name] if argument.value is None else argument.value
        np.save(folder / f"in{i}.npy", as_stored(np.asarray(value)))
    expected = flattened(outputs)
    if len(expected) != len(program.results):
        raise dtensor.onnx.ReadError(
            f"required {len(expected)} results, found {len(program.results)}")
    for i, (result, value) in enumerate(zip(program.results, expected)):
        if result.shape != value.shape or result.dtype != value.dtype:
            raise dtensor.onnx.ReadError(
                f"result '{result.name}': required {value.dtype.name}{list(value.shape)}, found "
                f"{result.dtype.name}{list(result.shape)}")
        np.save(folder / f"out{i}.npy", as_stored(value))
    (folder / "tolerance.json").write_text(json.dumps(tolerance(case, program.results)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--filter", default="", help="only tests with this text in their names")
    parser.add_argument("--each", type=int, default=1, help="only every N-th test")
    parser.add_argument("--errors", type=pathlib.Path, help="where to write the errors by name")
    options = parser.parse_args()
    errors: dict[str, str] = {}
    fixed: dict[str, list[str]] = {}
    cases = [case for case in collect() if options.filter in case.name][:: options.each]
    for case in cases:
        try:
            program, constants = read(case)
            write(case, program, options.out / case.name.removeprefix("test_"))
            if constants:
                fixed[case.name] = sorted(constants)
        except dtensor.onnx.ReadError as error:
            errors[case.name] = str(error)
        except Exception as error:
            import traceback
            errors[case.name] = "CRASH " + traceback.format_exc()[-600:]
    if options.errors:
        options.errors.write_text(json.dumps({"errors": errors, "constants": fixed}, indent=1))
    for name, message in errors.items():
        print(f"{name}: {message}")
    print(f"{len(cases) - len(errors)} read, {len(errors)} not read")


if __name__ == "__main__":
    main()
