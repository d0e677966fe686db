"""Programs that are compiled ahead of time."""

import os
import subprocess
import sys

import numpy as np
import pytest

import dtensor as dt


def mlp(x, params):
    h = dt.call("tanh", dt.call("matmul", x, params["up"]["weight"]))
    return {"y": dt.call("matmul", h, params["down"]["weight"])}


PARAMS = {
    "up": {"weight": dt.TensorType((16, 32))},
    "down": {"weight": dt.TensorType((32, 16))},
}


def lower(**keywords):
    return dt.jit(mlp).lower("x=2", dt.TensorType((8, 16)), PARAMS, **keywords)


def test_layouts_by_patterns():
    lowered = lower(in_layouts={"*.up.weight": "unsharded,x"})
    compiled = lowered.compile()
    assert [str(each.layout) for each in compiled.arguments] == [
        "unsharded,unsharded",
        "x,unsharded",
        "unsharded,x",
    ]
    assert [each.name for each in compiled.arguments] == [
        "x",
        "params.down.weight",
        "params.up.weight",
    ]
    report = compiled.report()
    assert report.total("all_reduce") == report.total() == 1
    assert report.bytes_received == 512
    assert "%params.up.weight" in str(report) and "<table>" in report._repr_html_()
    assert "the annotation of %params.up.weight asks for it" in compiled.explain(
        "%params.down.weight"
    )
    assert "comm.all_reduce" in compiled.as_text("optimize")
    assert "stablehlo.dot_general" in lowered.as_text()
    with pytest.raises(ValueError, match="required a stage"):
        compiled.as_text("nothing")
    memory = compiled.memory_analysis()
    assert memory.argument_bytes == 4 * (8 * 16 + 16 * 16 + 16 * 16)
    assert memory.result_bytes == 4 * 8 * 16 and memory.peak_bytes >= memory.argument_bytes


def test_names_that_are_taken():
    from dtensor._lower import name_arguments

    text = """func.func @main(%arg0: a, %arg1: b, %arg2: c, %arg3: d) {
  %c = "op"(%arg0) {name = "of %arg0, \\" and %c"}
  %a_b_1 = "op"(%arg1, %arg2) loc("%arg1")
  return %c, %a_b_1, %arg3, %arg10
}"""
    assert name_arguments(text, ["c", "a/b", "a_b", "0.w"]) == (
        """func.func @main(%c: a, %a_b: b, %a_b_1: c, %_0.w: d) {
  %c_1 = "op"(%c) {name = "of %arg0, \\" and %c"}
  %a_b_1_1 = "op"(%a_b, %a_b_1) loc("%arg1")
  return %c_1, %a_b_1_1, %_0.w, %arg10
}"""
    )
    assert name_arguments("(%arg0, %arg1, %arg2)", ["arg1", "arg0"]) == "(%arg1, %arg0, %arg2)"

    def f(cst, tree):
        return dt.sum(cst * 2.0 + 1.0) + tree["a/b"] - tree["a_b"]

    types = {name: dt.TensorType(()) for name in ("a/b", "a_b")}
    compiled = dt.jit(f).lower("x=2", dt.TensorType((4,)), types, in_layouts={"cst": "x"}).compile()
    tree = {"a_b": np.float32(3), "a/b": np.float32(5)}
    assert compiled(np.ones(4, np.float32), tree).numpy() == 14


def test_one_device():
    mesh = dt.Mesh()
    lowered = dt.jit(mlp).lower(mesh, dt.TensorType((8, 16)), PARAMS, in_layouts={"*": None})
    run(lowered.compile())
    text = lowered.as_text()
    program = dt.compile(text, mesh=mesh, in_layouts=["unsharded,unsharded", None, None])
    assert program.mesh == mesh
    with pytest.raises(ValueError, match="x"):
        dt.compile(text, mesh=mesh, in_layouts=["x,unsharded", None, None])


def test_results_get_layouts():
    requests = {"in_layouts": {"*.up.*": "unsharded,x"}, "out_layouts": {"y": "x,unsharded"}}
    compiled = lower(**requests).compile()
    assert str(compiled.results[0].layout) == "x,unsharded"
    assert compiled.report().total("reduce_scatter") == 1
    with pytest.raises(ValueError, match="'z' matches no name; near are"):
        lower(in_layouts={"z": "x,unsharded"})


def check(tensor, expected):
    np.testing.assert_allclose(tensor.full_tensor().numpy(), expected, rtol=1e-4, atol=1e-4)


def run(compiled):
    generator = np.random.default_rng(1)
    x, up, down = (
        generator.normal(size=size).astype(np.float32) for size in ((8, 16), (16, 32), (32, 16))
    )
    y = compiled(x, {"up": {"weight": up}, "down": {"weight": down}})["y"]
    check(y, np.tanh(x @ up) @ down)
    return x, up, down


def test_a_compiled_function_runs():
    compiled = lower(in_layouts={"*.up.weight": "unsharded,x"}).compile()
    run(compiled)
    with pytest.raises(TypeError, match="required arguments"):
        compiled(np.ones((8, 16), np.float32))


def test_save_and_load(tmp_path):
    compiled = lower(in_layouts={"*.up.weight": "unsharded,x"}).compile()
    path = tmp_path / "mlp.dtensor"
    compiled.save(path)
    x, up, down = run(compiled)
    program = dt.Executable.load(path)
    (y,) = program(x, down, up)
    check(y, np.tanh(x @ up) @ down)
    with pytest.raises(dt.Error, match="found one that was loaded"):
        program.explain("%x")
    # In another process as well.
    text = (
        "import dtensor as dt, numpy as np, sys\n"
        "p = dt.Executable.load(sys.argv[1])\n"
        "print(p(*[np.zeros(a.shape, 'float32') for a in p.arguments])[0].shape)\n"
    )
    out = subprocess.run(
        [sys.executable, "-c", text, path], capture_output=True, text=True, check=True
    )
    assert out.stdout == "(8, 16)\n"
    damaged = bytearray(path.read_bytes())
    damaged[100] ^= 1
    path.write_bytes(damaged)
    with pytest.raises(dt.Error, match="this build of the library has saved"):
        dt.Executable.load(path)
    with pytest.raises(dt.Error, match="nothing.dtensor"):
        dt.Executable.load(tmp_path / "nothing.dtensor")


def test_tensors_from_outside():
    w = dt.distribute_tensor(np.full(4, 3.0), dt.Mesh("x=2"), "x")
    v = dt.Variable(dt.zeros(4, "x", mesh=dt.Mesh("x=2"), dtype="float64"))
    f = dt.jit(lambda x: dt.call("add", dt.call("multiply", x, w), v.value))
    compiled = f.lower("x=2", dt.TensorType((4,), "float64")).compile()
    assert compiled(np.ones(4)).full_tensor().numpy().tolist() == [3, 3, 3, 3]
    v.assign(w)
    assert compiled(np.ones(4)).full_tensor().numpy().tolist() == [6, 6, 6, 6]
    g = dt.jit(lambda x: v.assign(x))
    with pytest.raises(dt.Error, match="assigns no variables"):
        g.lower("x=2", dt.TensorType((4,), "float64"))


def test_programs_of_mlir(tmp_path):
    source = """
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %b = math.exp %a : tensor<4xf32>
  return %b : tensor<4xf32>
}
"""
    path = tmp_path / "exp.mlir"
    path.write_text(source)
    for each in (source, source.encode(), path, str(path)):
        program = dt.compile(each, mesh="x=2", in_layouts={0: "x"})
        np.testing.assert_allclose(program(np.zeros(4, np.float32))[0].full_tensor().numpy(), 1)
    futures = [program.run_async(np.full(4, i, np.float32)) for i in range(4)]
    for i, future in enumerate(futures):
        np.testing.assert_allclose(future.result()[0].full_tensor().numpy(), np.exp(i), rtol=1e-6)
        assert future.done()
    with pytest.raises(dt.Error, match=r"exp.mlir:3:\d+: "):
        path.write_text(source.replace("math.exp", "math.nothing"))
        dt.compile(path, mesh="x=2")
    with pytest.raises(TypeError, match="there is no option 'stict'; there are"):
        dt.compile(source, stict=True)
    with pytest.raises(dt.Error, match="required tensor<4xf32>|4xfloat32|float32"):
        program(np.zeros(5, np.float32))
    # The exponential of -100 is subnormal.
    fast = dt.compile(source, mesh="x=2", fast_math=True)
    x = np.array([-100, 0, np.inf, np.nan], np.float32)
    np.testing.assert_array_equal(fast(x)[0].full_tensor().numpy(), [0, 1, np.inf, np.nan])
    assert program(x)[0].full_tensor().numpy()[0] > 0
    warnings = []
    dt.compile(source, mesh="x=2", warn=warnings.append, entry="main", file_name="warned")
    assert any("nothing is sharded" in each for each in warnings)
