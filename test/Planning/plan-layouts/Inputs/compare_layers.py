"""Compares the plans of one layer that stands 2, 12 and 96 times in a program,
and those of two kinds of layers that both stand there often.

usage: compare_layers.py DTENSOR_OPT
"""

import re
import subprocess
import sys

ROWS = "#dtensor.layout<@mesh, [unsharded, x]>"
NUM_PRODUCTS = 3


def make_program(layers, others):
    """Each layer contracts annotated activations with whole weights. The last
    `others` layers have another function."""
    weights = ", ".join(
        f"%w{layer}_{product}: tensor<16x16xf32>"
        for layer in range(layers)
        for product in range(NUM_PRODUCTS)
    )
    lines = [
        "dtensor.mesh @mesh <x=4>",
        f"func.func @main(%x: tensor<32x16xf32>, {weights}) -> tensor<32x16xf32> {{",
        "  %zero = arith.constant dense<0.0> : tensor<32x16xf32>",
    ]
    value = "%x"
    for layer in range(layers):
        function = "tanh" if layer < layers - others else "sin"
        lines.append(f"  %c{layer} = dtensor.constrain {value} : tensor<32x16xf32> to {ROWS}")
        products = []
        for product in range(NUM_PRODUCTS):
            name = f"%p{layer}_{product}"
            lines.append(
                f"  {name} = linalg.matmul "
                f"ins(%c{layer}, %w{layer}_{product} : tensor<32x16xf32>, tensor<16x16xf32>) "
                "outs(%zero : tensor<32x16xf32>) -> tensor<32x16xf32>"
            )
            lines.append(f"  %t{layer}_{product} = math.{function} {name} : tensor<32x16xf32>")
            products.append(f"%t{layer}_{product}")
        lines.append(f"  %a{layer} = arith.mulf {products[0]}, {products[1]} : tensor<32x16xf32>")
        lines.append(f"  %b{layer} = arith.addf %a{layer}, {products[2]} : tensor<32x16xf32>")
        value = f"%b{layer}"
    lines += [f"  return {value} : tensor<32x16xf32>", "}"]
    return "\n".join(lines)


def plan(tool, layers, others=0):
    """What the search adds in each layer: layouts that values are brought to."""
    flags = ["-dtensor-copy-factories", "-dtensor-plan-layouts"]
    program = make_program(layers, others)
    done = subprocess.run(
        [tool, *flags], input=program, capture_output=True, text=True, check=True
    )
    added = [[]]
    for line in done.stdout.splitlines():
        if "linalg.matmul" in line:
            added.append([])
        elif "dtensor.constrain" in line and "dtensor.origins" in line:
            added[-1].append(re.search(r"layout<.*?\]>", line).group(0))
    count = len(added) // layers
    return [added[layer * count : (layer + 1) * count] for layer in range(layers)]


def main(tool):
    plans = {str(layers): plan(tool, layers) for layers in (2, 12, 96)}
    # A short form with few layers of one kind has a short form itself.
    plans["100 and 92"] = plan(tool, 192, others=92)
    usual = plans["2"][0]
    if not any(usual):
        sys.exit("error: required a layer in which the search adds something")
    for layers, found in plans.items():
        # The last one has no layer behind it.
        for number, layer in enumerate(found[:-1]):
            if layer != usual:
                sys.exit(f"error: layer {number} of {layers}: required {usual}, found {layer}")


main(sys.argv[1])
