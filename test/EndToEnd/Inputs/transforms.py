"""Prints a program of Fourier transforms in f64: `transforms.py FIRST LAST STEP ROWS`, of each STEP-th extent from FIRST to LAST."""

import sys

first, last, step, rows = map(int, sys.argv[1:])
extents = range(first, last + 1, step)
types = {n: f"tensor<{rows}x{n}xcomplex<f64>>" for n in extents}
print(f"func.func @main({', '.join(f'%x{n}: {types[n]}' for n in extents)})")
print(f"    -> ({', '.join(types.values())}) {{")
for n in extents:
    print(f"  %e{n} = tensor.empty() : {types[n]}")
    print(f"  %y{n} = linalg_ext.fft ins(%x{n} : {types[n]}) outs(%e{n} : {types[n]}) axis = 1 -> {types[n]}")
print(f"  return {', '.join(f'%y{n}' for n in extents)} : {', '.join(types.values())}\n}}")
