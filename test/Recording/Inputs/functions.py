"""Compares the functions of the table with NumPy, unsharded and sharded, and
their derivatives with finite differences or with JAX.

usage: functions.py BIN FOLDER GROUP... [--mesh N] [--each N] [--vjp | --jax]

The calls of a group (cases.py) become one program, which dtensor-run compiles
and runs on a mesh x=N. Of each argument, an axis is cut: the first one of the
first argument, the second one of the next, and so on.
"""
import argparse
import json
import pathlib
import subprocess
import sys

import numpy as np

from cases import GROUPS, BFloat16

TOLERANCE = {"float16": 4e-3, "float32": 2e-5, "complex64": 2e-5, "float64": 1e-10, "complex128": 1e-10}


def encode(value):
    """An argument of a call as JSON."""
    if isinstance(value, BFloat16):
        return {"array": "bfloat16", "shape": list(value.shape)}
    if isinstance(value, np.ndarray):
        return {"array": value.dtype.name, "shape": list(value.shape)}
    if isinstance(value, (list, tuple)):
        return [encode(element) for element in value]
    if value is Ellipsis:
        return {"ellipsis": True}
    if isinstance(value, slice):
        return {"slice": [value.start, value.stop, value.step]}
    if isinstance(value, complex):
        return {"complex": [value.real, value.imag]}
    if isinstance(value, (float, np.floating)):
        return {"float": repr(float(value))}
    return value


def arrays_of(value):
    if isinstance(value, np.ndarray):
        return [value]
    if isinstance(value, (list, tuple)):
        return [array for element in value for array in arrays_of(element)]
    return []


def inputs_of(case):
    return arrays_of(case.args) + [a for value in sorted_kwargs(case).values() for a in arrays_of(value)]


def sorted_kwargs(case):
    # Objects of JSON are read in the order of their keys.
    return dict(sorted(case.kwargs.items()))


def to_call(case, vjp):
    call = {"args": encode(case.args), "kwargs": {k: encode(v) for k, v in sorted_kwargs(case).items()}}
    if case.function.startswith("example."):
        call["example"] = case.function.removeprefix("example.")
    else:
        call["function"] = case.function
    if vjp:
        call["vjp"] = True
    return call


def replace(value, arrays):
    """`value` with its arrays from an iterator."""
    if isinstance(value, np.ndarray):
        return next(arrays)
    if isinstance(value, (list, tuple)):
        return type(value)(replace(element, arrays) for element in value)
    return value


def evaluate(case, arrays):
    """What NumPy computes of other arrays."""
    arrays = iter([array.widened() if isinstance(array, BFloat16) else array for array in arrays])
    args = replace(case.args, arrays)
    kwargs = {name: replace(value, arrays) for name, value in sorted_kwargs(case).items()}
    with np.errstate(all="ignore"):
        result = case.reference()(*args, **kwargs)
    if callable(result):
        return result
    return [np.asarray(r) for r in result] if isinstance(result, (list, tuple)) else [np.asarray(result)]


def differences(case, inputs, cotangents):
    """Derivatives by finite differences of fourth order, in the widest type.
    Of a complex number, d with real(d * change)."""
    step = 1e-3
    gradients = []

    def loss(k, index, change):
        moved = [np.array(x, dtype=np.result_type(x, np.float64)) if x.dtype.kind in "fc" else x for x in inputs]
        if case.vjp == "symmetric":
            transposed = index[:-2] + (index[-1], index[-2])
            moved[k][index] += change / 2
            moved[k][transposed] += np.conj(change) / 2
        else:
            moved[k][index] += change
        total, given = 0.0, iter(cotangents)
        for result in evaluate(case, moved):
            if result.dtype.kind in "fc":
                total += np.sum(next(given) * result).real
        return total

    def slope(k, index, unit):
        f = [loss(k, index, unit * step * n) for n in (-2, -1, 1, 2)]
        return (f[0] - 8 * f[1] + 8 * f[2] - f[3]) / (12 * step)

    for k, x in enumerate(inputs):
        if x.dtype.kind not in "fc":
            continue
        gradient = np.zeros(x.shape, x.dtype)
        for index in np.ndindex(x.shape):
            value = slope(k, index, 1)
            if x.dtype.kind == "c":
                value = value - 1j * slope(k, index, 1j)
            gradient[index] = value
        gradients.append(gradient)
    return gradients


def derivatives_of_jax(case, inputs, cotangents):
    """The same by JAX, of which NumPy's names are taken; None if there is no
    such function."""
    import jax

    jax.config.update("jax_enable_x64", True)
    found = jax.numpy
    for part in case.function.split("."):
        found = getattr(found, part, None)
    # JAX has zero for complex signs, and repeats by no list.
    is_other = case.function == "sign" and inputs[0].dtype.kind == "c"
    is_other |= case.function == "repeat" and isinstance(case.args[1], list)
    if case.expected or found is None or is_other:
        return None
    chosen = [k for k, x in enumerate(inputs) if x.dtype.kind in "fc"]

    def function(*changed):
        arrays = list(inputs)
        for k, x in zip(chosen, changed):
            arrays[k] = x
        arrays = iter(arrays)
        args = replace(case.args, arrays)
        results = found(*args, **{name: replace(value, arrays) for name, value in sorted_kwargs(case).items()})
        results = results if isinstance(results, (list, tuple)) else [results]
        return [result for result in results if result.dtype.kind in "fc"]

    results, pull = jax.vjp(function, *[inputs[k] for k in chosen])
    return [np.asarray(x) for x in pull([jax.numpy.asarray(ct) for ct in cotangents])]


def is_close(got, want, tolerance):
    if got.dtype.kind not in "fc":
        return np.array_equal(got, want)
    scale = np.max(np.abs(want[np.isfinite(want)]), initial=1)
    return np.allclose(got, want, rtol=tolerance, atol=tolerance * scale, equal_nan=True)


def complaint(case, results, types, inputs, oracle, cotangents):
    """None, or what is wrong with the results of a case."""
    tolerance = None
    if any(isinstance(x, BFloat16) for x in inputs):
        tolerance = 2e-2
        for k, dtype in enumerate(types):
            if dtype.startswith("float"):
                return f"found {dtype}, required bfloat16"
            if dtype.startswith("bfloat16"):
                results[k] = results[k].view(np.uint16).view(BFloat16).widened()
    if oracle == "vjp":
        wants, tolerance = differences(case, inputs, cotangents), 1e-6
    elif oracle == "jax":
        wants = derivatives_of_jax(case, inputs, cotangents)
        if wants is None:
            return None
    else:
        wants = evaluate(case, inputs)
        if callable(wants):
            pairs = wants(*results)
            results, wants = [got for got, _ in pairs], [want for _, want in pairs]
    if len(results) != len(wants):
        return f"{len(results)} results, not {len(wants)}"
    for got, want in zip(results, wants):
        if got.dtype != want.dtype or got.shape != want.shape:
            return f"found {got.dtype}{list(got.shape)}, required {want.dtype}{list(want.shape)}"
        bound = tolerance or case.tolerance or TOLERANCE.get(got.dtype.name, 0)
        if not is_close(got, want, bound):
            return f"found\n{got}\nrequired\n{want}"
    return None


def layout_of(rank, axis):
    return ",".join("x" if axis == other else "unsharded" for other in range(rank))


def select(group, oracle, each):
    """The cases of a group that this oracle can judge."""
    cases = list(GROUPS[group]())[::each]
    kinds = lambda case: {a.dtype.name for a in inputs_of(case) if a.dtype.kind in "fc"}
    if oracle:
        cases = [case for case in cases if case.vjp and kinds(case)]
    if oracle == "vjp":
        # Differences of narrow types are too far from derivatives.
        cases = [case for case in cases if kinds(case) <= {"float64", "complex128"}]
    if oracle == "jax":
        cases = [case for case in cases if "float16" not in kinds(case)]
    return cases


def run(tools, folder, group, mesh, oracle, each):
    cases = select(group, oracle, each)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "calls.json").write_text(json.dumps([to_call(case, bool(oracle)) for case in cases]))
    with open(folder / "program.mlir", "w") as program:
        subprocess.run([tools / "dtensor-record", folder / "calls.json", f"--answers={folder / 'answers.json'}"],
                       stdout=program, check=True)
    answers = json.loads((folder / "answers.json").read_text())
    rng = np.random.default_rng(7)
    number, layouts, cotangents = 0, [], []
    for case, answer in zip(cases, answers):
        inputs = inputs_of(case)
        for text in answer.get("arguments", [])[len(inputs):]:
            dtype, shape = text.rstrip("]").split("[")
            shape = [int(extent) for extent in shape.split(", ") if extent]
            ct = rng.uniform(-1, 1, shape)
            if dtype.startswith("complex"):
                ct = ct + 1j * rng.uniform(-1, 1, shape)
            inputs.append(np.asarray(ct, dtype))
        cotangents.append(inputs[len(inputs_of(case)):])
        for x in inputs:
            np.save(folder / f"in{number}.npy", x)
            if mesh > 1 and x.ndim and x.size > 1:
                axis = number % x.ndim
                layouts.append(f"--layout=arg{number}={layout_of(x.ndim, axis)}")
            number += 1
    command = [tools / "dtensor-run", folder / "program.mlir", "--input-dir", folder, "--output-dir", folder]
    if mesh > 1:
        command += ["--mesh", f"x={mesh}", *layouts]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr[:4000])
        return 1
    number, failures = 0, 0
    for case, answer, given in zip(cases, answers, cotangents):
        message = answer.get("error")
        if message is None:
            count = len(answer["results"])
            results = [np.load(folder / f"out{number + k}.npy") for k in range(count)]
            number += count
            message = complaint(case, results, answer["results"], inputs_of(case), oracle, given)
        if message:
            failures += 1
            print(f"{case}: {message}")
    print(f"{group}: {len(cases)} calls, {failures} wrong")
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("group", nargs="+")
    parser.add_argument("--mesh", type=int, default=1)
    parser.add_argument("--each", type=int, default=1, help="take each N-th call")
    parser.add_argument("--vjp", dest="oracle", action="store_const", const="vjp")
    parser.add_argument("--jax", dest="oracle", action="store_const", const="jax")
    options = parser.parse_args()
    failures = 0
    for group in list(GROUPS) if options.group == ["all"] else options.group:
        name = f"{group}-{options.mesh}-{options.oracle}"
        failures += run(options.bin, options.folder / name, group, options.mesh, options.oracle, options.each)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
