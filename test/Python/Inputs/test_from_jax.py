"""Functions of JAX run on several devices."""

import os

# JAX names two devices in shardings, but runs nothing on them.
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=2"

import functools
import inspect
import re
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import NamedSharding, PartitionSpec

import dtensor as dt


def mlp(params, x):
    hidden = jnp.tanh(x @ params["up"]["kernel"] + params["up"]["bias"])
    return {"y": hidden @ params["down"], "sum": hidden.sum()}


def arguments():
    random = np.random.default_rng(0)
    params = {
        "up": {
            "kernel": random.standard_normal((8, 16), np.float32),
            "bias": random.standard_normal(16, np.float32),
        },
        "down": random.standard_normal((16, 8), np.float32),
    }
    return params, random.standard_normal((4, 8), np.float32)


def check(results, expected):
    flat, structure = jax.tree_util.tree_flatten(results)
    expected, expected_structure = jax.tree_util.tree_flatten(expected)
    assert structure == expected_structure
    for result, value in zip(flat, expected):
        np.testing.assert_allclose(result.full_tensor().numpy(), value, rtol=2e-5, atol=2e-5)


def test_names_and_nesting():
    f = dt.from_jax(mlp, *arguments())
    assert f.argument_names == ["params.down", "params.up.bias", "params.up.kernel", "x"]
    assert f.result_names == ["sum", "y"]
    check(f(*arguments()), mlp(*arguments()))


def test_layouts_by_name():
    params, x = arguments()
    f = dt.from_jax(mlp, params, x)
    layouts = {"params.*.kernel": "unsharded,y", "x": "x,unsharded"}
    program = f.lower("x=2,y=2", in_layouts=layouts).compile()
    results = program(params, x)
    check(results, mlp(params, x))
    assert str(results["y"].layout) == "x,unsharded"
    line = inspect.getsourcelines(mlp)[1] + 2
    assert f"test_from_jax.py:{line}" in str(program.report())


def test_layouts_of_tensors_that_are_given():
    params, x = arguments()
    f = dt.from_jax(mlp, params, x)
    mesh = dt.Mesh("x=4")
    results = f(params, dt.distribute_tensor(x, mesh, "x,unsharded"))
    check(results, mlp(params, x))
    assert str(results["y"].layout) == "x,unsharded"


def test_another_nesting_is_an_error():
    params, x = arguments()
    f = dt.from_jax(mlp, params, x)
    with pytest.raises(TypeError, match="'mlp': required arguments"):
        f(params["up"], x)
    with pytest.raises(dt.Error, match="x"):
        f(params, x[:2])


def test_random_numbers_and_keys():
    def draw(key, x):
        key, other = jax.random.split(key)
        return x + jax.random.normal(other, x.shape), jax.random.key_data(key)

    x = np.ones((8, 6), np.float32)
    f = dt.from_jax(draw, jax.random.key(3), x)
    result, data = f.lower("x=3", in_layouts={"x": "x,unsharded"}).compile()(jax.random.key(3), x)
    expected, expected_data = draw(jax.random.key(3), x)
    np.testing.assert_allclose(result.full_tensor().numpy(), expected, rtol=1e-6, atol=1e-6)
    np.testing.assert_array_equal(data.full_tensor().numpy(), expected_data)


def test_control_flow_and_numbers():
    def power(x, times):
        return jax.lax.fori_loop(0, times, lambda i, y: jnp.where(y > 50, y, y * x), x)

    x = np.arange(1, 9, dtype=np.float32)
    f = dt.from_jax(power, x, 3)
    assert f.argument_names == ["x", "times"]
    for times in (0, 2, 5):
        result = f.lower("x=3", in_layouts={"x": "x"}).compile()(x, times)
        np.testing.assert_allclose(result.full_tensor().numpy(), power(x, times))


def test_unused_arguments():
    @jax.jit
    def f(unused, x, other):
        return x * 2

    g = dt.from_jax(f, 1.0, np.ones(4, np.float32), np.ones(3))
    assert g.argument_names == ["x"]
    np.testing.assert_array_equal(g(1.0, np.ones(4, np.float32), np.ones(3)).numpy(), np.full(4, 2))


def test_shardings_of_jit():
    mesh = jax.make_mesh((2,), ("rows",), axis_types=(jax.sharding.AxisType.Auto,))
    by_rows = NamedSharding(mesh, PartitionSpec("rows"))
    f = dt.from_jax(
        jax.jit(lambda x: jnp.sin(x) * 2, in_shardings=by_rows, donate_argnums=0),
        jax.ShapeDtypeStruct((4, 3), np.float32),
    )
    x = np.ones((4, 3), np.float32)
    result = f(x)
    assert str(result.layout) == "rows,unsharded"
    np.testing.assert_allclose(result.full_tensor().numpy(), np.sin(x) * 2, rtol=1e-6)
    # The call takes a tensor that is given for the donated argument.
    again = f(result)
    np.testing.assert_allclose(again.full_tensor().numpy(), np.sin(np.sin(x) * 2) * 2, rtol=1e-6)
    with pytest.raises(dt.Error, match="was donated to"):
        f(result)


def test_layouts_on_the_mesh_of_jit():
    mesh = jax.make_mesh((2,), ("rows",), axis_types=(jax.sharding.AxisType.Auto,))
    by_rows = NamedSharding(mesh, PartitionSpec("rows"))
    x = np.ones((4, 6), np.float32)
    f = dt.from_jax(jax.jit(lambda x, y: x + y.T, in_shardings=(by_rows, None)), x, x.T)
    program = f.lower(in_layouts={"y": "rows,unsharded"}).compile()
    assert [str(each.layout) for each in program.arguments] == ["rows,unsharded"] * 2
    np.testing.assert_array_equal(program(x, x.T).full_tensor().numpy(), x + 1)


def test_layouts_without_a_mesh_are_those_of_one_device():
    x = np.ones((4, 6), np.float32)
    f = dt.from_jax(lambda x: x + 1, x)
    program = f.lower(in_layouts={"x": "unsharded,unsharded"}).compile()
    np.testing.assert_array_equal(program(x).numpy(), x + 1)
    with pytest.raises(ValueError, match="rows"):
        f.lower(in_layouts={"x": "rows,unsharded"})


def test_names_that_jax_has_given_to_values():
    def f(x, c):
        return x * c + jax.lax.fori_loop(0, 3, lambda i, y: y + i, jnp.int32(0))

    x = np.ones(4, np.float32)
    g = dt.from_jax(f, x, np.float32(2))
    assert "%c = stablehlo.constant" not in g.text and "%c: tensor<f32>" in g.text
    program = g.lower("x=2", in_layouts={"x": "x"}).compile()
    np.testing.assert_array_equal(program(x, np.float32(2)).full_tensor().numpy(), x * 5)


def test_the_example_of_the_readme(capsys):
    page = Path(__file__).resolve().parents[3] / "README.md"
    (example,) = re.findall(r"```python\n(.*?from_jax.*?)```", page.read_text(), re.DOTALL)
    names = {}
    exec(example, names)
    check(names["y"], names["mlp"](*names["arguments"]))
    assert names["program"].report().total("all_reduce") == 1
    assert "annotation of %up" in capsys.readouterr().out


def test_static_arguments_are_bound_first():
    def scaled(x, times):
        return x * times

    x = np.ones(3, np.float32)
    with pytest.raises(TypeError, match="functools.partial"):
        dt.from_jax(jax.jit(scaled, static_argnums=1), x, 3)
    f = dt.from_jax(functools.partial(scaled, times=3), x)
    np.testing.assert_array_equal(f(x).numpy(), x * 3)


def test_gradient_step_of_a_transformer_of_flax():
    from flax import linen as nn

    class Block(nn.Module):
        @nn.compact
        def __call__(self, x):
            y = nn.LayerNorm()(x)
            x = x + nn.MultiHeadDotProductAttention(num_heads=4, name="attention")(y)
            y = nn.Dense(64, name="up")(nn.LayerNorm()(x))
            return x + nn.Dense(16, name="down")(nn.gelu(y))

    class Model(nn.Module):
        @nn.compact
        def __call__(self, tokens):
            x = nn.Embed(32, 16)(tokens)
            for _ in range(2):
                x = Block()(x)
            return nn.Dense(32)(x)

    model = Model()
    tokens = np.random.default_rng(0).integers(0, 32, (4, 8))
    params = model.init(jax.random.key(0), tokens)

    def step(params, tokens):
        def loss(params):
            logits = jax.nn.log_softmax(model.apply(params, tokens[:, :-1]))
            return -jnp.take_along_axis(logits, tokens[:, 1:, None], -1).mean()

        value, grads = jax.value_and_grad(loss)(params)
        return value, jax.tree_util.tree_map(lambda p, g: p - 0.1 * g, params, grads)

    f = dt.from_jax(step, params, tokens)
    assert any("attention.query.kernel" in name for name in f.argument_names)
    layouts = {
        "tokens": "batch,unsharded",
        "*.query.kernel": "unsharded,model,unsharded",
        "*.key.kernel": "unsharded,model,unsharded",
        "*.value.kernel": "unsharded,model,unsharded",
        "*.up.kernel": "unsharded,model",
    }
    program = f.lower("batch=2,model=2", in_layouts=layouts).compile()
    check(program(params, tokens), jax.jit(step)(params, tokens))
