"""Programs on integers of 2 and 4 bits, with all pairs of values, and results
that Python's integers have.

usage: narrow_integers.py FOLDER
"""
import os
import sys

import numpy as np

OPS = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "maximum": max,
    "minimum": min,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}


def wrap(name, value):
    bits = int(name[-1])
    value %= 1 << bits
    return value if name.startswith("u") or value < 1 << (bits - 1) else value - (1 << bits)


def write(folder, name):
    os.makedirs(folder, exist_ok=True)
    bits = int(name[-1])
    values = [wrap(name, code) for code in range(1 << bits)]
    n = len(values)
    vector, square = f"tensor<{n}x{name}>", f"tensor<{n}x{n}x{name}>"
    lines = [f"  %{op} = stablehlo.{op} %a, %b : {square}" for op in OPS]
    results = ", ".join(f"%{op}" for op in OPS)
    types = ", ".join([square] * len(OPS) + [f"tensor<{n}x{n}xi32>"])
    with open(f"{folder}/program.mlir", "w") as file:
        file.write(f"""func.func @main(%x: {vector}) -> ({types}) {{
  %a = stablehlo.broadcast_in_dim %x, dims = [0] : ({vector}) -> {square}
  %b = stablehlo.broadcast_in_dim %x, dims = [1] : ({vector}) -> {square}
""" + "\n".join(lines) + f"""
  %0 = stablehlo.multiply %add, %subtract : {square}
  %1 = stablehlo.add %0, %a : {square}
  %wide = stablehlo.convert %1 : ({square}) -> tensor<{n}x{n}xi32>
  return {results}, %wide : {types}
}}
""")

    def save(number, dtype, function):
        table = [[wrap(name, function(a, b)) for b in values] for a in values]
        np.save(f"{folder}/out{number}.npy", np.array(table, dtype))

    np.save(f"{folder}/in0.npy", np.array(values, np.int8))
    for i, function in enumerate(OPS.values()):
        save(i, np.int8, function)
    save(len(OPS), np.int32, lambda a, b: (a + b) * (a - b) + a)


for each in ["i2", "i4", "ui2", "ui4"]:
    write(f"{sys.argv[1]}/{each}", each)
