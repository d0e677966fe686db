"""Models of ONNX run on several devices."""

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

import dtensor as dt


def mlp(num_results=1):
    random = np.random.default_rng(0)
    weights = {
        "up": random.standard_normal((16, 64)).astype(np.float32) / 4,
        "down": random.standard_normal((64, 16)).astype(np.float32) / 8,
    }
    graph = helper.make_graph(
        [
            helper.make_node("MatMul", ["x", "up"], ["h"], name="fc1"),
            helper.make_node("Gelu", ["h"], ["a"]),
            helper.make_node("MatMul", ["a", "down"], ["b"], name="fc2"),
            helper.make_node("Add", ["b", "z"], ["y"]),
        ],
        "mlp",
        [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", 16])
            for name in ("x", "z")
        ],
        [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, None)
            for name in ("y", "b")[:num_results]
        ],
        [numpy_helper.from_array(value, name) for name, value in weights.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)])


def inputs():
    random = np.random.default_rng(1)
    return [random.standard_normal((8, 16)).astype(np.float32) for _ in range(2)]


def expected(model):
    return ReferenceEvaluator(model).run(None, dict(zip(("x", "z"), inputs())))


def test_file_with_layouts(tmp_path):
    onnx.save(mlp(), tmp_path / "mlp.onnx")
    f = dt.from_onnx(tmp_path / "mlp.onnx", dims={"batch": 8})
    assert f.argument_names == ["x", "z", "up", "down"]
    program = f.lower("x=4", in_layouts={"up": "unsharded,x"}).compile()
    result = program(*inputs()).full_tensor().numpy()
    np.testing.assert_allclose(result, expected(mlp())[0], rtol=1e-4, atol=1e-5)
    assert str(program.parameters["down"].layout) == "x,unsharded"
    assert "all_reduce" in str(program.report())


def test_several_results_and_inputs_by_name():
    model = mlp(num_results=2)
    f = dt.from_onnx(model, dims={"batch": 8}, mesh="x=2")
    x, z = inputs()
    results = f(x, z=z)
    assert list(results) == ["y", "b"]
    for result, value in zip(results.values(), expected(model)):
        np.testing.assert_allclose(result.full_tensor().numpy(), value, rtol=1e-4, atol=1e-5)


def test_errors():
    f = dt.from_onnx(mlp(), dims={"batch": 8})
    x, z = inputs()
    with pytest.raises(TypeError, match="required the inputs x, z, found 1 in order"):
        f(x)
    with pytest.raises(TypeError, match="found 1 in order, y"):
        f(x, y=z)
    with pytest.raises(ValueError, match="the pattern 'upp' matches no name; near are up"):
        f.lower("x=2", in_layouts={"upp": "x,unsharded"})
