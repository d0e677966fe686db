"""ONNX models that are compiled and called from Python."""

import unittest

import numpy as np
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from dtensor.onnx import from_onnx


def make_mlp():
    """Two products of matrices with a Gelu between them; the batch is open."""
    random = np.random.default_rng(0)
    weights = {
        "layers.up.weight": random.standard_normal((16, 64)).astype(np.float32) / 4,
        "layers.down.weight": random.standard_normal((64, 16)).astype(np.float32) / 8,
    }
    up, down = weights
    graph = helper.make_graph(
        [
            helper.make_node("MatMul", ["x", up], ["h"], name="fc1"),
            helper.make_node("Gelu", ["h"], ["a"]),
            helper.make_node("MatMul", ["a", down], ["y"], name="fc2"),
        ],
        "mlp",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["batch", 16])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["batch", 16])],
        [numpy_helper.from_array(value, name) for name, value in weights.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)])


class FromOnnx(unittest.TestCase):
    def setUp(self):
        self.model = make_mlp()
        self.x = np.random.default_rng(1).standard_normal((8, 16)).astype(np.float32)
        self.expected = ReferenceEvaluator(self.model).run(None, {"x": self.x})[0]
        self.compiled = from_onnx(
            self.model, mesh="x=4", dims={"batch": 8}, in_layouts={"*.up.weight": "unsharded,x"}
        )

    def check(self, result):
        np.testing.assert_allclose(
            result.full_tensor().numpy(), self.expected, rtol=1e-4, atol=1e-5
        )

    def test_call(self):
        self.check(self.compiled(self.x))
        self.check(self.compiled(x=self.x))

    def test_weights_are_divided(self):
        layouts = {name: str(value.layout) for name, value in self.compiled.weights.items()}
        self.assertEqual(
            layouts, {"layers.up.weight": "unsharded,x", "layers.down.weight": "x,unsharded"}
        )

    def test_report_names_nodes(self):
        self.assertIn("MatMul 'fc2'", str(self.compiled.report()))

    def test_wrong_inputs(self):
        with self.assertRaisesRegex(TypeError, "required the inputs x; found 2 by position"):
            self.compiled(self.x, self.x)

    def test_wrong_pattern(self):
        with self.assertRaisesRegex(ValueError, "matches no name"):
            from_onnx(self.model, mesh="x=2", dims={"batch": 8}, in_layouts={"*.q": "x"})


if __name__ == "__main__":
    unittest.main()
