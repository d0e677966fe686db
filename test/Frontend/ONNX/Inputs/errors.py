"""Models that are not read: what the errors say. Also models that are read after all."""

import unittest

import numpy as np
from onnx import TensorProto, helper, numpy_helper

import dtensor.onnx
from dtensor.onnx import NeedsConstant, ReadError, UnsupportedOp


def model(nodes, inputs, outputs=("y",), initializers=(), opset=21, functions=()):
    """A model of these nodes. Inputs are (name, shape) or (name, shape, element type)."""
    values = [
        helper.make_tensor_value_info(name, *(rest[1:] or [TensorProto.FLOAT]), rest[0])
        for name, *rest in inputs
    ]
    results = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in outputs]
    graph = helper.make_graph(nodes, "graph", values, results, list(initializers))
    versions = [helper.make_opsetid("", opset)]
    versions += [helper.make_opsetid(f.domain, 1) for f in functions]
    return helper.make_model(graph, opset_imports=versions, functions=list(functions))


class Errors(unittest.TestCase):
    def check(self, kind, text, made, **options):
        with self.assertRaises(kind) as raised:
            dtensor.onnx.read(made, **options)
        self.assertEqual(str(raised.exception), text)

    def test_unsupported_op(self):
        node = helper.make_node("NonZero", ["x"], ["y"], name="positions")
        self.check(
            UnsupportedOp,
            "NonZero 'positions': how many elements the result has depends on data; use the "
            "condition as a mask (Where) instead",
            model([node], [("x", [3])]),
        )

    def test_unknown_op(self):
        node = helper.make_node("Frobnicate", ["x"], ["y"], domain="my.ops")
        self.check(
            UnsupportedOp,
            "my.ops.Frobnicate 'y': this op is not supported; replace it by other ops in the "
            "model, or give the values that it depends on as constants",
            model([node], [("x", [3])]),
        )

    def test_unknown_attribute(self):
        node = helper.make_node("Relu", ["x"], ["y"], slope=2)
        self.check(
            UnsupportedOp,
            "Relu 'y': attribute 'slope' is not supported",
            model([node], [("x", [3])]),
        )

    def test_shape_that_is_data(self):
        nodes = [
            helper.make_node("Abs", ["s"], ["t"]),
            helper.make_node("Reshape", ["x", "t"], ["y"]),
        ]
        made = model(nodes, [("x", [6]), ("s", [2], TensorProto.INT64)])
        self.check(
            NeedsConstant,
            "Reshape 'y': input 'shape' must be a constant, since shapes must be known before the "
            "program runs; it depends on inputs, which may be given: constants={'s': ...}",
            made,
        )
        program = dtensor.onnx.read(made, constants={"s": np.array([2, -3])})
        self.assertEqual(program.results[0].shape, (2, 3))
        self.assertEqual([a.name for a in program.arguments], ["x"])

    def test_open_axis(self):
        made = model([helper.make_node("Relu", ["x"], ["y"])], [("x", ["batch", None])])
        self.check(
            ReadError, "input 'x': axis 0 has no extent; give it with dims={'batch': ...}", made
        )
        self.check(
            ReadError,
            "input 'x': axis 1 has no extent; give it with shapes={'x': ...}",
            made,
            dims={"batch": 2},
        )
        program = dtensor.onnx.read(made, shapes={"x": (2, 5)})
        self.assertEqual(program.inputs[0].shape, (2, 5))

    def test_strings(self):
        node = helper.make_node("Identity", ["x"], ["y"])
        self.check(
            UnsupportedOp,
            "input 'x': element type STRING is not supported; convert strings before the model",
            model([node], [("x", [3], TensorProto.STRING)]),
        )

    def test_unknown_names(self):
        made = model([helper.make_node("Relu", ["x"], ["y"])], [("x", ["batch"])])
        for parameter, kind, value in (
            ("constants", "input", np.zeros(1)),
            ("dims", "axis", 3),
            ("shapes", "input", (3,)),
            ("lengths", "input", 3),
        ):
            text = f"{parameter}: the model has no {kind} 'z'"
            self.check(ReadError, text, made, **{parameter: {"z": value}})


class Models(unittest.TestCase):
    def test_weights_are_arguments(self):
        weight = numpy_helper.from_array(np.ones((4, 8), np.float32), "w")
        bias = numpy_helper.from_array(np.ones((1,), np.float32), "b")
        nodes = [
            helper.make_node("MatMul", ["x", "w"], ["h"]),
            helper.make_node("Add", ["h", "b"], ["y"]),
        ]
        program = dtensor.onnx.read(model(nodes, [("x", [2, 4])], initializers=[weight, bias]))
        self.assertEqual(list(program.weights), ["w"])
        self.assertEqual([a.name for a in program.inputs], ["x"])
        self.assertIn("%w: tensor<4x8xf32>", program.text)

    def test_functions_of_the_model(self):
        body = [helper.make_node("Mul", ["a", "a"], ["b"])]
        square = helper.make_function(
            "my.ops", "Square", ["a"], ["b"], body, [helper.make_opsetid("", 21)]
        )
        node = helper.make_node("Square", ["x"], ["y"], domain="my.ops")
        program = dtensor.onnx.read(model([node], [("x", [3])], functions=[square]))
        self.assertIn("stablehlo.multiply", program.text)

    def test_old_opset(self):
        node = helper.make_node("Softmax", ["x"], ["y"], axis=1)
        program = dtensor.onnx.read(model([node], [("x", [2, 3, 4])], opset=9))
        self.assertEqual(program.results[0].shape, (2, 3, 4))

    def test_names_are_kept_apart(self):
        nodes = [
            helper.make_node("Relu", ["a/b"], ["a:b"]),
            helper.make_node("Relu", ["a:b"], ["y"]),
        ]
        program = dtensor.onnx.read(model(nodes, [("a/b", [3])]))
        self.assertIn("%a_b: tensor<3xf32>", program.text)
        self.assertIn("%a_b_1 = ", program.text)


if __name__ == "__main__":
    unittest.main()
