"""Programs on floats of 4 to 8 bits, with all values of the type and all pairs
of them, and results that share nothing with the compiler: exact numbers rounded
to the nearest of the type's values, which are listed by its definition.

usage: narrow_floats.py FOLDER
"""
import os
import sys

import numpy as np

# Bits of the exponent, bits after the point, what is subtracted from the
# exponent, and what is beyond the largest number: infinity, NaN or that number.
TYPES = {
    "f8E3M4": (3, 4, 3, "inf"),
    "f8E4M3": (4, 3, 7, "inf"),
    "f8E4M3FN": (4, 3, 7, "nan"),
    "f8E4M3FNUZ": (4, 3, 8, "nan"),
    "f8E4M3B11FNUZ": (4, 3, 11, "nan"),
    "f8E5M2": (5, 2, 15, "inf"),
    "f8E5M2FNUZ": (5, 2, 16, "nan"),
    "f6E2M3FN": (2, 3, 1, "most"),
    "f6E3M2FN": (3, 2, 3, "most"),
    "f4E2M1FN": (2, 1, 1, "most"),
}


def magnitudes(name):
    """All finite magnitudes in order: that of code 0 first, and so on."""
    exponent_bits, fraction_bits, bias, _ = TYPES[name]
    values = []
    for code in range(1 << (exponent_bits + fraction_bits)):
        exponent, fraction = code >> fraction_bits, code & (1 << fraction_bits) - 1
        lead = 1.0 if exponent else 0.0
        value = (lead + fraction / (1 << fraction_bits)) * 2.0 ** (max(exponent, 1) - bias)
        values.append(value)
    if TYPES[name][3] == "inf":  # the largest exponent is infinity and NaN
        del values[-(1 << fraction_bits):]
    elif TYPES[name][3] == "nan" and not name.endswith("UZ"):
        del values[-1]
    return np.array(values)


def round_to(name, x):
    """Nearest, ties to the even code."""
    table = magnitudes(name)
    beyond = 2 * table[-1] - table[-2]  # if exponents went on
    steps = np.append(table, beyond)
    x = np.asarray(x, np.float64)
    size = np.minimum(np.abs(x), beyond)
    size = np.where(np.isnan(size), 0, size)
    above = np.clip(np.searchsorted(steps, size), 1, len(steps) - 1)
    low, high = steps[above - 1], steps[above]
    below_half = size - low < high - size
    tie = size - low == high - size
    code = np.where(below_half | (tie & ((above - 1) % 2 == 0)), above - 1, above)
    limit = {"inf": np.inf, "nan": np.nan, "most": table[-1]}[TYPES[name][3]]
    result = np.append(table, limit)[code]
    result = np.copysign(result, x)
    if name.endswith("UZ"):  # one zero
        result = np.where(result == 0, 0.0, result)
    nan = np.nan if TYPES[name][3] != "most" else 0.0
    return np.where(np.isnan(x), nan, result)


def encode(name, x):
    """The bytes that hold values of the type. Those of 4 and 6 bits are held in
    f8E4M3FN."""
    if not name.startswith("f8"):
        name = "f8E4M3FN"
    table = magnitudes(name)
    infinity = len(table)
    nan = 0x80 if name.endswith("UZ") else infinity + (TYPES[name][3] == "inf")
    size = np.abs(x)
    code = np.searchsorted(table, np.where(np.isfinite(size), size, 0))
    assert np.array_equal(table[code], np.where(np.isfinite(size), size, 0))
    code = np.where(np.isinf(size), infinity, code)
    has_sign = (code > 0) | (not name.endswith("UZ"))
    code = np.where(np.signbit(x) & has_sign, code | 0x80, code)
    return np.where(np.isnan(x), nan, code).astype(np.uint8)


def all_values(name):
    table = magnitudes(name)
    values = np.concatenate([table, -table])
    kind = TYPES[name][3]
    if kind == "inf":
        values = np.append(values, [np.inf, -np.inf])
    if kind != "most":
        values = np.append(values, np.nan)
    return values


def write(folder, name):
    os.makedirs(folder, exist_ok=True)
    x = all_values(name)
    n = len(x)
    table = magnitudes(name)
    # What is halfway between two values, and beside that; and what is far off.
    halves = (table[1:] + table[:-1]) / 2
    wide = np.concatenate([halves, np.nextafter(halves.astype(np.float32), np.float32(0)),
                           np.nextafter(halves.astype(np.float32), np.float32(np.inf)), table,
                           [table[-1] * f for f in (1.01, 1.03, 1.05, 1.1, 1.13, 1.3, 3, 1e9)],
                           [table[1] * f for f in (0.49, 0.5, 0.51, 0.1, 1e-9)]]).astype(np.float32)
    wide = np.concatenate([wide, -wide])
    m = len(wide)
    vector, square = f"tensor<{n}x{name}>", f"tensor<{n}x{n}x{name}>"
    results = [
        ("%sum", square), ("%difference", square), ("%product", square), ("%quotient", square),
        ("%chain", square), ("%root", vector), ("%exponential", vector), ("%tangent", vector),
        ("%wide", f"tensor<{n}xf32>"), ("%narrow", f"tensor<{m}x{name}>")]
    names, types = (", ".join(part) for part in zip(*results))
    with open(f"{folder}/program.mlir", "w") as file:
        file.write(f"""func.func @main(%x: {vector}, %w: tensor<{m}xf32>) -> ({types}) {{
  %a = stablehlo.broadcast_in_dim %x, dims = [0] : ({vector}) -> {square}
  %b = stablehlo.broadcast_in_dim %x, dims = [1] : ({vector}) -> {square}
  %sum = stablehlo.add %a, %b : {square}
  %difference = stablehlo.subtract %a, %b : {square}
  %product = stablehlo.multiply %a, %b : {square}
  %quotient = stablehlo.divide %a, %b : {square}
  %0 = stablehlo.add %product, %a : {square}
  %1 = stablehlo.multiply %0, %b : {square}
  %chain = stablehlo.subtract %1, %a : {square}
  %magnitude = stablehlo.abs %x : {vector}
  %root = stablehlo.sqrt %magnitude : {vector}
  %exponential = stablehlo.exponential %x : {vector}
  %tangent = stablehlo.tanh %x : {vector}
  %wide = stablehlo.convert %x : ({vector}) -> tensor<{n}xf32>
  %narrow = stablehlo.convert %w : (tensor<{m}xf32>) -> tensor<{m}x{name}>
  return {names} : {types}
}}
""")
    a, b = np.meshgrid(x, x, indexing="ij")

    def rounded(value):
        return round_to(name, value)

    product = rounded(a * b)
    chain = rounded(rounded(rounded(product + a) * b) - a)
    expected = [
        rounded(a + b), rounded(a - b), product, rounded(a / b), chain, rounded(np.sqrt(np.abs(x))),
        rounded(np.exp(x)), rounded(np.tanh(x)), x.astype(np.float32), rounded(wide)]
    np.save(f"{folder}/in0.npy", encode(name, x))
    np.save(f"{folder}/in1.npy", wide)
    for i, value in enumerate(expected):
        np.save(f"{folder}/out{i}.npy", value.astype(np.float32) if i == 8 else encode(name, value))


np.seterr(all="ignore")
for each in TYPES:
    write(f"{sys.argv[1]}/{each}", each)
