"""Writes programs of tm_tensor, with inputs and what NumPy makes of them.

usage: programs.py FOLDER

What torch-mlir exports today is in `models`; this is the rest of the dialect.
"""

import json
import pathlib
import sys

import numpy as np

NAMES = {"float32": "f32", "int32": "i32", "int64": "i64", "bool": "i1"}
RANDOM = np.random.default_rng(7)


def type_of(array):
    return f"tensor<{''.join(f'{n}x' for n in array.shape)}{NAMES[str(array.dtype)]}>"


def floats(*shape):
    return RANDOM.standard_normal(shape).astype(np.float32)


def write(folder, name, arguments, body, results):
    folder = pathlib.Path(folder) / name
    folder.mkdir(parents=True)
    given = ", ".join(f"%a{i}: {type_of(a)}" for i, a in enumerate(arguments))
    types = ", ".join(map(type_of, results))
    (folder / "program.mlir").write_text(f"func.func @main({given}) -> ({types}) {{\n{body}}}\n")
    for prefix, arrays in (("in", arguments), ("out", results)):
        for i, array in enumerate(arrays):
            np.save(folder / f"{prefix}{i}.npy", array)
    (folder / "tolerance.json").write_text(json.dumps({"rtol": 1e-5, "atol": 1e-5}))


def attention(folder, name, mask=None, scale=None):
    q, k, v = floats(3, 4, 8), floats(3, 6, 8), floats(3, 6, 5)
    scores = np.einsum("bmk,bnk->bmn", q, k) * (scale or 8**-0.5)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf) if mask.dtype == bool else scores + mask
    greatest = scores.max(-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isinf(greatest), 0, greatest))
    sums = weights.sum(-1, keepdims=True)
    weights = weights / np.where(sums == 0, 1, sums)
    result = np.einsum("bmn,bnv->bmv", weights, v).astype(np.float32)
    arguments = [q, k, v] + ([] if mask is None else [mask])
    names = ", ".join(f"%a{i}" for i in range(len(arguments)))
    types = ", ".join(map(type_of, arguments))
    attribute = f"{{scale = {scale:e} : f64}} " if scale else ""
    kind = type_of(result)
    body = (
        f"  %e = tensor.empty() : {kind}\n"
        f"  %r = tm_tensor.attention {attribute}ins({names} : {types}) outs(%e : {kind}) -> {kind}\n"
        f"  return %r : {kind}\n"
    )
    write(folder, name, arguments, body, [result])


def topk(folder, name, given):
    """The input's values compete with those that the outputs held."""
    x = RANDOM.integers(-4, 4, (3, 9)).astype(np.float32)
    held, at = np.full((3, 4), -2, np.float32), np.full((3, 4), 100, np.int32)
    positions = RANDOM.permutation(27).reshape(3, 9).astype(np.int32)
    counted = positions if given else np.arange(9, dtype=np.int32)[None].repeat(3, 0)
    values, indices = np.concatenate([held, x], 1), np.concatenate([at, counted], 1)
    order = np.lexsort((indices, -values), axis=1)[:, :4]
    results = [np.take_along_axis(values, order, 1), np.take_along_axis(indices, order, 1)]
    arguments = [x, held, at] + ([positions] if given else [])
    inputs = ["%a0", "%a3"] if given else ["%a0"]
    types = ", ".join([type_of(x)] + ([type_of(positions)] if given else []))
    kinds = ", ".join(map(type_of, results))
    body = (
        f"  %r:2 = tm_tensor.topk dimension(1) ins({', '.join(inputs)} : {types})"
        f" outs(%a1, %a2 : {kinds}) {{\n"
        "  ^bb0(%x: f32, %y: f32):\n"
        "    %p = arith.cmpf ogt, %x, %y : f32\n"
        "    tm_tensor.yield %p : i1\n"
        f"  }} -> {kinds}\n"
        f"  return %r#0, %r#1 : {kinds}\n"
    )
    write(folder, name, arguments, body, results)


def scan(folder, name, inclusive, axis, op, function):
    x = floats(4, 6)
    start = floats(*np.delete(x.shape, axis))
    rows, held = np.moveaxis(x, axis, 0), start
    out = np.zeros_like(rows)
    for i, row in enumerate(rows):
        if inclusive:
            held = row if i == 0 else function(held, row)
        out[i] = held
        if not inclusive:
            held = function(held, row)
    results = [np.moveaxis(out, 0, axis).copy(), out[-1].copy()]
    kinds = ", ".join(map(type_of, results))
    body = (
        f"  %r:2 = tm_tensor.scan dimension({axis}) inclusive({str(inclusive).lower()})"
        f" ins(%a0 : {type_of(x)}) outs(%a0, %a1 : {kinds}) {{\n"
        "  ^bb0(%x: f32, %y: f32):\n"
        f"    %z = {op} : f32\n"
        "    tm_tensor.yield %z : f32\n"
        f"  }} -> {kinds}\n"
        f"  return %r#0, %r#1 : {kinds}\n"
    )
    write(folder, name, [x, start], body, results)


def special_order(folder):
    """NaN is the greatest, equal ones keep their order, whatever the layout."""
    x = np.array([[3, np.nan, 1, 3, -0.0, 0.0, np.inf, 1], [2, 2, 2, np.nan, 1, -np.inf, 2, 0]])
    x = x.astype(np.float32)
    at = np.arange(8, dtype=np.int64)[None].repeat(2, 0)
    order = np.argsort(x, axis=1, kind="stable")
    results = [np.take_along_axis(x, order, 1), np.take_along_axis(at, order, 1)]
    kinds = ", ".join(map(type_of, results))
    body = (
        f"  %r:2 = tm_tensor.sort dimension(1) outs(%a0, %a1 : {kinds}) {{\n"
        "  ^bb0(%x: f32, %y: f32, %m: i64, %n: i64):\n"
        "    %p = arith.cmpf ole, %x, %y : f32\n"
        "    tm_tensor.yield %p : i1\n"
        f"  }} -> {kinds}\n"
        f"  return %r#0, %r#1 : {kinds}\n"
    )
    write(folder, "special_order", [x, at], body, results)


def main(folder):
    flags = RANDOM.random((3, 4, 6)) > 0.4
    flags[1, 2] = False  # No key counts.
    attention(folder, "attention")
    attention(folder, "attention_scaled", scale=0.25)
    attention(folder, "attention_added_mask", floats(3, 4, 6))
    attention(folder, "attention_flags", flags)
    topk(folder, "topk_counted", False)
    topk(folder, "topk_given", True)
    scan(folder, "scan_inclusive", True, 1, "arith.addf %x, %y", np.add)
    scan(folder, "scan_exclusive", False, 0, "arith.mulf %x, %y", np.multiply)
    # Associative; that there is an identity is not seen.
    scan(folder, "scan_unknown", True, 1, "arith.maxnumf %y, %x fastmath<nnan>", np.maximum)
    special_order(folder)


if __name__ == "__main__":
    main(sys.argv[1])
