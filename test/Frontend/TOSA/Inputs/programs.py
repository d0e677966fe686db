"""Writes programs of all ops of TOSA, with inputs and what NumPy makes of them.

usage: programs.py FOLDER

A folder per program, as dtensor-sweep takes them.
"""

import math
import pathlib
import sys

import numpy as np
from program import Program, RANDOM, floats, integers, literal, type_of

# ------------------------------------------------------------------------------
# Element by element
# ------------------------------------------------------------------------------


def elementwise_floats(p):
    x, y = floats(5, 6), floats(5, 1)
    positive = np.abs(floats(5, 6)) + np.float32(0.1)
    a, b, c = map(p.argument, (x, y, positive))
    erf = np.vectorize(math.erf)(x).astype(np.float32)
    p.apply("abs", [a], np.abs(x))
    p.apply("ceil", [a], np.ceil(x))
    p.apply("floor", [a], np.floor(x))
    p.apply("cos", [a], np.cos(x))
    p.apply("sin", [a], np.sin(x))
    p.apply("exp", [a], np.exp(x))
    p.apply("log", [c], np.log(positive))
    p.apply("erf", [a], erf)
    p.apply("sigmoid", [a], 1 / (1 + np.exp(-x)))
    p.apply("tanh", [a], np.tanh(x))
    p.apply("reciprocal", [c], 1 / positive)
    p.apply("rsqrt", [c], 1 / np.sqrt(positive))
    zero = p.const([0], np.float32)
    p.apply("negate", [a, zero, zero], -x)
    p.apply("identity", [a], x)
    p.apply(
        "clamp", [a], np.clip(x, -0.5, 0.75), "min_val = -0.5 : f32, max_val = 0.75 : f32"
    )
    p.apply("add", [a, b], x + y)
    p.apply("sub", [a, b], x - y)
    p.apply("mul", [a, b, p.const([0], np.int8)], x * y)
    p.apply("maximum", [a, b], np.maximum(x, y))
    p.apply("minimum", [a, b], np.minimum(x, y))
    p.apply("pow", [c, b], positive**y)
    p.apply("equal", [a, a], x == x)
    p.apply("greater", [a, b], x > y)
    p.apply("greater_equal", [a, b], x >= y)
    p.apply("cast", [a], np.rint(x).astype(np.int32))
    more = p.op("greater", [a, b], type_of(x > y))
    p.apply("select", [more, a, b], np.where(x > y, x, y))


def elementwise_integers(p):
    x, y = integers(-50, 50, (5, 6)), integers(1, 5, (1, 6))
    flags = x > 0
    a, b, f = map(p.argument, (x, y, flags))
    g = p.argument(np.array([True, False, True, True, False, False])[None])
    other = p.arguments[-1]
    p.apply("add", [a, b], x + y)
    p.apply("sub", [a, b], x - y)
    p.apply("mul", [a, b, p.const([0], np.int8)], x * y)
    p.apply("mul", [a, b, p.const([2], np.int8)], (x.astype(np.int64) * y + 2) >> 2)
    p.results[-1] = (p.results[-1][0], p.results[-1][1].astype(np.int32))
    retyped = p.lines[-1].rsplit("->", 1)[0] + f"-> {type_of(x)}"
    p.lines[-1] = retyped
    p.apply("intdiv", [a, b], np.trunc(x / y).astype(np.int32))
    p.apply("arithmetic_right_shift", [a, b], x >> y, "round = false")
    p.apply(
        "arithmetic_right_shift", [a, b], (x >> y) + ((x >> (y - 1)) & 1), "round = true"
    )
    p.apply("logical_left_shift", [a, b], x << y)
    p.apply(
        "logical_right_shift", [a, b], (x.view(np.uint32) >> y.view(np.uint32)).view(np.int32)
    )
    p.apply("bitwise_and", [a, b], x & y)
    p.apply("bitwise_or", [a, b], x | y)
    p.apply("bitwise_xor", [a, b], x ^ y)
    p.apply("bitwise_not", [a], ~x)
    p.apply(
        "clz", [a], np.vectorize(lambda v: 32 - (int(v) & 0xFFFFFFFF).bit_length())(x).astype(np.int32)
    )
    p.apply("abs", [a], np.abs(x))
    p.apply("maximum", [a, b], np.maximum(x, y))
    p.apply("minimum", [a, b], np.minimum(x, y))
    p.apply("clamp", [a], np.clip(x, -7, 9), "min_val = -7 : i32, max_val = 9 : i32")
    p.apply("equal", [a, b], x == y)
    p.apply("greater", [a, b], x > y)
    p.apply("cast", [a], x.astype(np.float32))
    p.apply("cast", [f], flags.astype(np.int32))
    p.apply("cast", [a], x.astype(np.int8))
    p.apply("logical_and", [f, g], flags & other)
    p.apply("logical_or", [f, g], flags | other)
    p.apply("logical_xor", [f, g], flags ^ other)
    p.apply("logical_not", [f], ~flags)
    p.apply("select", [f, a, b], np.where(flags, x, y))


def reductions(p):
    x, flags = floats(5, 6, 3), floats(5, 6) > 0
    numbers = integers(-9, 9, (5, 6))
    a, f, i = map(p.argument, (x, flags, numbers))
    for axis in range(3):
        text = f"axis = {axis} : i32"
        p.apply("reduce_sum", [a], x.sum(axis, keepdims=True), text)
        p.apply("reduce_max", [a], x.max(axis, keepdims=True), text)
        p.apply("argmax", [a], x.argmax(axis).astype(np.int32), text)
    p.apply("reduce_min", [a], x.min(1, keepdims=True), "axis = 1 : i32")
    p.apply("reduce_product", [a], x.prod(0, keepdims=True), "axis = 0 : i32")
    p.apply("reduce_sum", [i], numbers.sum(0, keepdims=True, dtype=np.int32), "axis = 0 : i32")
    p.apply("argmax", [i], numbers.argmax(1).astype(np.int32), "axis = 1 : i32")
    p.apply("reduce_all", [f], flags.all(1, keepdims=True), "axis = 1 : i32")
    p.apply("reduce_any", [f], flags.any(0, keepdims=True), "axis = 0 : i32")


# ------------------------------------------------------------------------------
# Shapes
# ------------------------------------------------------------------------------


def shapes(p):
    x, y = floats(4, 6), floats(4, 3)
    a, b = map(p.argument, (x, y))
    p.apply("concat", [a, b, a], np.concatenate([x, y, x], 1), "axis = 1 : i32")
    padded = np.pad(x, ((1, 2), (0, 3)), constant_values=np.float32(0.5))
    p.apply("pad", [a, p.shape([1, 2, 0, 3]), p.const([0.5], np.float32)], padded)
    p.apply("reshape", [a, p.shape([2, 2, 6])], x.reshape(2, 2, 6))
    p.apply("reshape", [a, p.shape([3, 8])], x.reshape(3, 8))
    p.apply("reverse", [a], x[:, ::-1], "axis = 1 : i32")
    p.apply("slice", [a, p.shape([1, 2]), p.shape([3, 3])], x[1:4, 2:5])
    p.apply("tile", [a, p.shape([2, 3])], np.tile(x, (2, 3)))
    p.apply("transpose", [a], x.T, "perms = array<i32: 1, 0>")


def indexing(p):
    x, at = floats(3, 7, 4), integers(0, 7, (3, 5))
    rows = np.stack([RANDOM.permutation(7)[:5] for _ in range(3)]).astype(np.int32)
    new = floats(3, 5, 4)
    a, i, j, b = map(p.argument, (x, at, rows, new))
    p.apply("gather", [a, i], np.take_along_axis(x, at[:, :, None], 1))
    scattered = x.copy()
    np.put_along_axis(scattered, rows[:, :, None].repeat(4, 2), new, 1)
    p.apply("scatter", [a, j, b], scattered)


def tables(p):
    x, table = integers(-128, 128, (4, 9), np.int8), integers(-128, 128, 256, np.int8)
    wide = integers(-32768, 32768, (4, 9), np.int16)
    steps = integers(-32768, 32768, 513, np.int16)
    a, t, b, s = map(p.argument, (x, table, wide, steps))
    p.apply("table", [a, t], table[x.astype(np.int32) + 128])
    index = (wide.astype(np.int32) + 32768) >> 7
    fraction = wide.astype(np.int32) & 0x7F
    base, following = steps[index].astype(np.int32), steps[index + 1].astype(np.int32)
    p.apply("table", [b, s], (base << 7) + (following - base) * fraction)


# ------------------------------------------------------------------------------
# Windows
# ------------------------------------------------------------------------------


def convolve(x, w, bias, stride, pad, dilation, dtype):
    """x is [n, d..., c], w is [o, d..., c]; pads come as low, high per axis."""
    spatial = len(stride)
    x = np.pad(x, [(0, 0), *zip(pad[::2], pad[1::2]), (0, 0)]).astype(dtype)
    extents = [
        (x.shape[1 + i] - (w.shape[1 + i] - 1) * dilation[i] - 1) // stride[i] + 1
        for i in range(spatial)
    ]
    out = np.zeros((x.shape[0], *extents, w.shape[0]), dtype) + bias
    for taps in np.ndindex(*w.shape[1:-1]):
        part = x[
            (slice(None),)
            + tuple(
                slice(
                    taps[i] * dilation[i],
                    taps[i] * dilation[i] + stride[i] * (extents[i] - 1) + 1,
                    stride[i],
                )
                for i in range(spatial)
            )
        ]
        out += np.einsum("n...c,oc->n...o", part, w[(slice(None), *taps)].astype(dtype))
    return out


def text_of(kind, stride, dilation, pad):
    def array(values):
        return f"array<i64: {', '.join(map(str, values))}>"

    return (
        f"acc_type = {kind}, stride = {array(stride)}, dilation = {array(dilation)}, "
        f"pad = {array(pad)}"
    )


def convolutions(p):
    x, w, bias = floats(2, 7, 8, 3), floats(4, 3, 3, 3), floats(4)
    a, b, c = map(p.argument, (x, w, bias))
    zero = p.const([0], np.float32)
    for stride, dilation, pad in [
        ((1, 1), (1, 1), (1, 1, 1, 1)),
        ((2, 1), (1, 2), (0, 0, 2, 1)),
    ]:
        p.apply(
            "conv2d",
            [a, b, c, zero, zero],
            convolve(x, w, bias, stride, pad, dilation, np.float32),
            text_of("f32", stride, dilation, pad),
        )
    d, deep, of_deep = floats(1, 4, 5, 6, 2), floats(3, 2, 3, 2, 2), floats(3)
    operands = [*map(p.argument, (d, deep, of_deep)), zero, zero]
    p.apply(
        "conv3d",
        operands,
        convolve(d, deep, of_deep, (1, 2, 1), (0, 0, 1, 1, 0, 1), (1, 1, 1), np.float32),
        text_of("f32", (1, 2, 1), (1, 1, 1), (0, 0, 1, 1, 0, 1)),
    )


def depthwise_convolutions(p):
    x, w, bias = floats(2, 6, 7, 3), floats(3, 3, 3, 2), floats(6)
    operands = [*map(p.argument, (x, w, bias))]
    zero = p.const([0], np.float32)
    each = [
        convolve(
            x[..., i : i + 1],
            w[:, :, i, :].transpose(2, 0, 1)[..., None],
            bias[2 * i : 2 * i + 2],
            (1, 2),
            (1, 1, 0, 0),
            (1, 1),
            np.float32,
        )
        for i in range(3)
    ]
    p.apply(
        "depthwise_conv2d",
        [*operands, zero, zero],
        np.concatenate(each, -1),
        text_of("f32", (1, 2), (1, 1), (1, 1, 0, 0)),
    )


def transposed(x, w, bias, stride, pad):
    height = (x.shape[1] - 1) * stride[0] + pad[0] + pad[1] + w.shape[1]
    width = (x.shape[2] - 1) * stride[1] + pad[2] + pad[3] + w.shape[2]
    # What is cut off is behind the others.
    out = np.zeros((x.shape[0], height + 9, width + 9, w.shape[0]), bias.dtype) + bias
    for i, j, k, m in np.ndindex(*x.shape[1:3], *w.shape[1:3]):
        out[:, i * stride[0] + k + pad[0], j * stride[1] + m + pad[2]] += np.einsum(
            "nc,oc->no", x[:, i, j], w[:, k, m]
        )
    return out[:, :height, :width]


def transposed_convolutions(p):
    def apply(operands, out, acc, stride, pad):
        p.apply(
            "transpose_conv2d",
            operands,
            out,
            f"acc_type = {acc}, out_pad = array<i64: {pad[0]}, {pad[1]}, {pad[2]}, {pad[3]}>, "
            f"stride = array<i64: {stride[0]}, {stride[1]}>",
        )

    x, w, bias = floats(2, 4, 5, 3), floats(4, 3, 2, 3), floats(4)
    operands = [*map(p.argument, (x, w, bias))]
    zero = p.const([0], np.float32)
    for stride, pad in [
        ((1, 1), (0, 0, 0, 0)),
        ((2, 3), (0, 1, 0, 2)),
        ((2, 1), (-1, -1, -1, 3)),
        ((1, 4), (2, -2, 1, 0)),
    ]:
        out = transposed(x, w, bias, stride, pad)
        apply([*operands, zero, zero], out, "f32", stride, pad)
    x, w = integers(-128, 128, (2, 3, 4, 3), np.int8), integers(-128, 128, (4, 5, 4, 3), np.int8)
    bias = integers(-50, 50, 1)
    operands = [*map(p.argument, (x, w, bias)), p.const([3], np.int8), p.const([5], np.int8)]
    wide = x.astype(np.int32) - 3, w.astype(np.int32) - 5
    for stride, pad in [((2, 3), (0, 1, -2, 0)), ((1, 2), (-1, -1, 0, -1))]:
        out = transposed(*wide, bias, stride, pad)
        apply(operands, out, "i32", stride, pad)


def windows_of(x, kernel, stride, pad, value):
    x = np.pad(x, ((0, 0), pad[:2], pad[2:], (0, 0)), constant_values=value)
    height = (x.shape[1] - kernel[0]) // stride[0] + 1
    width = (x.shape[2] - kernel[1]) // stride[1] + 1
    return np.stack(
        [
            x[:, i : i + stride[0] * height : stride[0], j : j + stride[1] * width : stride[1]][
                :, :height, :width
            ]
            for i in range(kernel[0])
            for j in range(kernel[1])
        ]
    )


def poolings(p):
    x = floats(2, 7, 8, 3)
    a = p.argument(x)
    zero = p.const([0], np.float32)
    for kernel, stride, pad in [((2, 2), (2, 2), (0, 1, 0, 0)), ((3, 2), (2, 1), (1, 1, 0, 1))]:
        text = (
            f"kernel = array<i64: {kernel[0]}, {kernel[1]}>, "
            f"stride = array<i64: {stride[0]}, {stride[1]}>, "
            f"pad = array<i64: {pad[0]}, {pad[1]}, {pad[2]}, {pad[3]}>"
        )
        windows = windows_of(x, kernel, stride, pad, -np.inf)
        p.apply("max_pool2d", [a], windows.max(0), text)
        # Padding takes no part.
        windows = windows_of(x, kernel, stride, pad, np.nan)
        p.apply("avg_pool2d", [a, zero, zero], np.nanmean(windows, 0), "acc_type = f32, " + text)


def resizings(p):
    x = floats(1, 4, 5, 3)
    a = p.argument(x)
    extents = p.shape([2, 1, 2, 1])
    offset, border = p.shape([0, 0]), p.shape([0, 0])
    rows, columns = np.arange(7) / 2, np.arange(9) / 2
    nearest = x[:, np.floor(rows + 0.5).astype(int)][:, :, np.floor(columns + 0.5).astype(int)]
    p.apply("resize", [a, extents, offset, border], nearest, 'mode = NEAREST_NEIGHBOR')

    def interpolate(values, positions, axis):
        low = np.floor(positions).astype(int)
        high = np.minimum(low + 1, values.shape[axis] - 1)
        weight = (positions - low).astype(np.float32)
        weight = weight.reshape([-1 if i == axis else 1 for i in range(4)])
        return values.take(low, axis) * (1 - weight) + values.take(high, axis) * weight

    p.apply(
        "resize",
        [a, extents, offset, border],
        interpolate(interpolate(x, rows, 1), columns, 2),
        'mode = BILINEAR',
    )


# ------------------------------------------------------------------------------
# Products and transforms
# ------------------------------------------------------------------------------


def products(p):
    x, y = floats(3, 4, 5), floats(3, 5, 6)
    zero = p.const([0], np.float32)
    p.apply("matmul", [*map(p.argument, (x, y)), zero, zero], x @ y)


def transforms(p):
    re, im = floats(3, 4, 8), floats(3, 4, 8)
    a, b = map(p.argument, (re, im))
    kind = type_of(re)
    for inverse in (False, True):
        # TOSA's inverse is not divided by the number of elements.
        full = np.fft.fft2(re + 1j * im) if not inverse else np.fft.ifft2(re + 1j * im) * 32
        text = "true" if inverse else "false"
        name = p.define(
            f"tosa.fft2d {a}, {b} {{inverse = {text}}} : ({kind}, {kind}) -> ({kind}, {kind})", kind
        )
        p.lines[-1] = p.lines[-1].replace(f"{name} =", f"{name}:2 =", 1)
        p.give(f"{name}#0", full.real.astype(np.float32))
        p.give(f"{name}#1", full.imag.astype(np.float32))
    half = np.fft.rfft2(re)
    kind = f"tensor<{'x'.join(map(str, half.shape))}xf32>"
    name = p.define(f"tosa.rfft2d {a} : ({type_of(re)}) -> ({kind}, {kind})", kind)
    p.lines[-1] = p.lines[-1].replace(f"{name} =", f"{name}:2 =", 1)
    p.give(f"{name}#0", half.real.astype(np.float32))
    p.give(f"{name}#1", half.imag.astype(np.float32))


# ------------------------------------------------------------------------------
# Quantized
# ------------------------------------------------------------------------------


def rescale(value, multiplier, shift, zero, low, high):
    scaled = value.astype(object) * multiplier + (1 << (shift - 1))
    return np.clip((scaled >> shift).astype(np.int64) + zero, low, high)


def quantized(p):
    x, w = integers(-128, 128, (2, 6, 7, 3), np.int8), integers(-128, 128, (4, 3, 3, 3), np.int8)
    bias = integers(-1000, 1000, 4)
    a, b, c = map(p.argument, (x, w, bias))
    three, five = p.const([3], np.int8), p.const([5], np.int8)
    sums = convolve(
        x.astype(np.int32) - 3, w.astype(np.int32) - 5, bias, (1, 1), (1, 1, 1, 1), (1, 1), np.int32
    )
    name = p.op(
        "conv2d",
        [a, b, c, three, five],
        type_of(sums),
        text_of("i32", (1, 1), (1, 1), (1, 1, 1, 1)),
    )
    p.give(name, sums)
    zero32, seven = p.const([0], np.int32), p.const([7], np.int8)

    def rescaling(multipliers, shifts, per_channel, value):
        p.apply(
            "rescale",
            [name, p.const(multipliers, np.int32), p.const(shifts, np.int8), zero32, seven],
            value.astype(np.int8),
            f"scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = {per_channel}, "
            "input_unsigned = false, output_unsigned = false",
        )

    multiplier, shift = 1073741824, 38
    rescaling([multiplier], [shift], "false", rescale(sums, multiplier, shift, 7, -128, 127))
    each = [1073741824, 1200000000, 1300000000, 1500000000]
    by_channel = [rescale(sums[..., i], each[i], 37 + i % 2, 7, -128, 127) for i in range(4)]
    rescaling(each, [37, 38, 37, 38], "true", np.stack(by_channel, -1))

    y, z = integers(-128, 128, (2, 4, 5), np.int8), integers(-128, 128, (2, 5, 3), np.int8)
    p.apply(
        "matmul",
        [*map(p.argument, (y, z)), three, five],
        (y.astype(np.int32) - 3) @ (z.astype(np.int32) - 5),
    )
    p.apply(
        "max_pool2d",
        [a],
        windows_of(x, (2, 2), (2, 2), (0, 0, 0, 1), -128).max(0),
        "kernel = array<i64: 2, 2>, stride = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 1>",
    )


# ------------------------------------------------------------------------------
# Control flow and variables
# ------------------------------------------------------------------------------


def control_flow(p):
    x, y = floats(4, 6), floats(4, 6)
    flag, start = np.array(True), np.array(0, np.int32)
    a, b, f, s = map(p.argument, (x, y, flag, start))
    kind = type_of(x)
    chosen = p.define(
        f"tosa.cond_if {f} : tensor<i1> -> {kind} {{\n"
        f"    %t = tosa.add {a}, {b} : ({kind}, {kind}) -> {kind}\n"
        f"    tosa.yield %t : {kind}\n"
        f"  }} else {{\n"
        f"    %e = tosa.sub {a}, {b} : ({kind}, {kind}) -> {kind}\n"
        f"    tosa.yield %e : {kind}\n"
        f"  }}",
        kind,
    )
    p.give(chosen, x + y)
    three, one = p.const(3, np.int32), p.const(1, np.int32)
    loop = p.define(
        f"tosa.while_loop (%i = {s}, %x = {a}) : (tensor<i32>, {kind}) -> (tensor<i32>, {kind}) {{\n"
        f"    %c = tosa.greater {three}, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
        f"    tosa.yield %c : tensor<i1>\n"
        f"  }} do {{\n"
        f"  ^bb0(%i: tensor<i32>, %x: {kind}):\n"
        f"    %n = tosa.add %i, {one} : (tensor<i32>, tensor<i32>) -> tensor<i32>\n"
        f"    %y = tosa.add %x, {b} : ({kind}, {kind}) -> {kind}\n"
        f"    tosa.yield %n, %y : tensor<i32>, {kind}\n"
        f"  }}",
        kind,
    )
    p.lines[-1] = p.lines[-1].replace(f"{loop} =", f"{loop}:2 =", 1)
    p.give(f"{loop}#0", np.array(3, np.int32))
    p.give(f"{loop}#1", x + y + y + y)


def variables(p):
    x, held = floats(4, 6), floats(4, 6)
    a = p.argument(x)
    kind = type_of(x)
    p.globals.append(f"tosa.variable @state = {literal(held)}")
    before = p.define(f"tosa.variable_read @state : {kind}", kind)
    total = p.op("add", [before, a], kind)
    p.lines.append(f"tosa.variable_write @state, {total} : {kind}")
    after = p.define(f"tosa.variable_read @state : {kind}", kind)
    p.apply("mul", [after, a, p.const([0], np.int8)], (held + x) * x)


PROGRAMS = [
    elementwise_floats,
    elementwise_integers,
    reductions,
    shapes,
    indexing,
    tables,
    convolutions,
    depthwise_convolutions,
    transposed_convolutions,
    poolings,
    resizings,
    products,
    transforms,
    quantized,
    control_flow,
    variables,
]


def main(folder):
    for make in PROGRAMS:
        program = Program()
        make(program)
        program.write(pathlib.Path(folder) / make.__name__, 1e-4)


if __name__ == "__main__":
    main(sys.argv[1])
