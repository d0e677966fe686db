"""Functions that are recorded, loops, and derivatives."""

import numpy as np
import pytest

import dtensor as dt

MESH = dt.Mesh("x=2")


def divide(array, layout=None):
    return dt.distribute_tensor(np.asarray(array, np.float32), MESH, layout)


def check(tensor, expected):
    np.testing.assert_allclose(tensor.full_tensor().numpy(), expected, rtol=1e-4, atol=1e-6)


def test_nested_arguments_and_results():
    @dt.jit
    def f(params, pair, *, scale):
        w, (b,) = params["w"], params["b"]
        y = dt.call("add", dt.call("matmul", pair[0], w), b)
        return {"y": dt.call("multiply", y, scale), "pair": pair, "scale": scale, "none": None}

    x = divide(np.arange(6).reshape(2, 3), "x,unsharded")
    params = {"w": divide(np.ones((3, 4))), "b": [divide(np.ones(4))]}
    result = f(params, (x, x), scale=2)
    expected = (np.arange(6).reshape(2, 3) @ np.ones((3, 4)) + 1) * 2
    np.testing.assert_array_equal(result["y"].full_tensor().numpy(), expected)
    assert result["pair"][1].shape == (2, 3)
    assert result["scale"] == 2 and result["none"] is None
    # Another number is another program; the same one is not compiled again.
    before = dt.compile_counts()["compiled"]
    assert f(params, (x, x), scale=3)["y"].full_tensor().numpy()[0, 0] == expected[0, 0] * 1.5
    after = dt.compile_counts()["compiled"]
    f(params, (x, x), scale=2), f(params, (x, x), scale=3)
    assert after == before + 1 and dt.compile_counts()["compiled"] == after


def test_arrays_are_arguments():
    f = dt.jit(lambda x, rate: dt.call("multiply", x, rate))
    x = divide([1, 2, 3], "x")
    before = dt.compile_counts()["compiled"]
    for rate in (1, 2, 3):
        result = f(x, np.float32(rate)).full_tensor().numpy()
        np.testing.assert_array_equal(result, np.arange(1, 4) * rate)
    assert dt.compile_counts()["compiled"] == before + 1


def test_a_function_without_tensors_has_a_program_for_each_mesh():
    f = dt.jit(lambda: dt.ones(6))
    for text in ("x=2", "x=3", "x=2"):
        with dt.run_on(text):
            assert f().mesh == dt.Mesh(text)
    assert f().mesh == dt.Mesh()
    # The layout of a scope has a rank, which is not that of the function's values.
    with dt.run_on(dt.Layout("x,unsharded", MESH)):
        assert f().mesh == MESH
        assert dt.jit(lambda x: x + 1)(np.ones(3)).mesh == MESH


def test_numbers_that_are_equal_but_differ():
    f = dt.jit(lambda x, number: dt.copysign(x, number))
    x = divide([1.0])
    for number, expected in ((0.0, 1), (-0.0, -1), (0.0, 1)):
        assert f(x, number).numpy() == expected
    assert f(x, True).numpy() == 1 and f(x, 1).numpy() == 1
    recorded = []

    @dt.jit
    def g(x, number):
        recorded.append(number)
        return x * number

    for number in (float("nan"), float("nan"), complex("nan"), complex("nan")):
        assert np.isnan(g(x, number).numpy()).all()
    assert len(recorded) == 2
    h = dt.jit(lambda x, number: number)
    for number in (-0.0, complex(1, -0.0), complex(-0.0, 1), 0.1, float("-inf")):
        assert repr(h(x, number)) == repr(number)


def test_the_order_of_dicts_does_not_count():
    x, y = divide([1.0, 2.0]), divide([3.0, 4.0])
    f = dt.jit(lambda d: {"z": d["b"] - d["a"], "c": d["a"]})
    before = dt.compile_counts()["compiled"]
    for d in ({"a": x, "b": y}, {"b": y, "a": x}):
        check(f(d)["z"], [2, 2])
        check(f(d)["c"], [1, 2])
    assert dt.compile_counts()["compiled"] == before + 1
    compiled = f.lower("x=2", {"b": y, "a": x}).compile()
    check(compiled({"a": x, "b": y})["z"], [2, 2])
    check(dt.tree_map(lambda p, q: p - q, {"a": x, "b": y}, {"b": x, "a": y})["b"], [2, 2])
    keys = {1: x, "1": y, None: x}
    check(dt.jit(lambda d: d["1"] - d[None])(keys), [2, 2])


def test_results_by_types():
    """The structure of results may depend on types."""

    @dt.jit
    def f(x):
        return (x, x) if x.ndim == 1 else [x]

    assert isinstance(f(divide([1.0])), tuple)
    assert isinstance(f(divide([[1.0]])), list)
    assert isinstance(f(divide([1.0])), tuple)


def test_layouts_of_arguments_and_results():
    @dt.jit(in_layouts={"x": "x,unsharded"}, out_layouts="unsharded,x")
    def f(x):
        return dt.call("exp", x)

    assert str(f(divide(np.zeros((2, 2)))).layout) == "unsharded,x"
    with pytest.raises(ValueError, match="'y' matches no name; near are x"):
        dt.jit(lambda x: x, in_layouts={"y": "x"})(divide([1.0]))


def test_tensors_and_variables_from_outside():
    w = divide(np.ones(4), "x")
    v = dt.Variable(divide(np.zeros(4), "x"), "v")

    @dt.jit
    def f(x):
        y = dt.call("add", dt.call("multiply", x, w), v.value)
        v.assign(y)
        return y

    x = divide(np.arange(4), "x")
    first, second = f(x), f(x)
    np.testing.assert_array_equal(second.full_tensor().numpy(), 2 * np.arange(4))
    np.testing.assert_array_equal(v.value.full_tensor().numpy(), 2 * np.arange(4))
    np.testing.assert_array_equal(first.full_tensor().numpy(), np.arange(4))


def test_a_variable_is_updated_in_its_memory_but_not_in_that_of_others():
    array = np.zeros((64, 64), np.float32)
    v = dt.Variable(dt.distribute_tensor(array, MESH, "x,unsharded"))
    step = dt.jit(lambda: v.assign(dt.call("add", v.value, 1)))
    step()
    before = v.value.to_local().__array_interface__["data"][0]
    step()
    assert v.value.to_local().__array_interface__["data"][0] == before
    assert v.value.to_local()[0, 0] == 2 and array.sum() == 0


def test_derivatives():
    def loss(params, x, t):
        y = dt.call("matmul", x, params["w"])
        e = dt.call("subtract", dt.call("add", y, params["b"]), t)
        return dt.call("mean", dt.call("multiply", e, e))

    generator = np.random.default_rng(0)
    x, t = generator.normal(size=(6, 3)), generator.normal(size=(6, 2))
    w, b = generator.normal(size=(3, 2)), generator.normal(size=2)
    params = {"w": divide(w), "b": divide(b)}
    arguments = divide(x, "x,unsharded"), divide(t, "x,unsharded")
    value, grads = dt.value_and_grad(loss)(params, *arguments)
    error = x @ w + b - t
    check(value, (error**2).mean())
    check(grads["w"], x.T @ error / 6)
    check(grads["b"], error.mean(0))
    by_x, by_t = dt.grad(loss, argnums=(1, 2))(params, divide(x), divide(t))
    check(by_t, -error / 6)
    assert by_x.shape == (6, 3)
    with pytest.raises(TypeError, match="argument below 3, found 4"):
        dt.grad(loss, argnums=4)(params, divide(x), divide(t))
    with pytest.raises(dt.Error, match="scalar|axes"):
        dt.grad(lambda x: x)(divide(x))


def test_derivative_with_more_results():
    def loss(x):
        return dt.call("sum", x), {"twice": dt.call("multiply", x, 2)}

    grads, more = dt.grad(loss, has_aux=True)(divide([1, 2, 3], "x"))
    assert grads.full_tensor().numpy().tolist() == [1, 1, 1]
    assert more["twice"].full_tensor().numpy().tolist() == [2, 4, 6]


def test_loops_of_nested_values():
    @dt.jit
    def f(x):
        def body(i, values):
            return {"sum": dt.call("add", values["sum"], x), "n": dt.call("add", values["n"], i)}

        return dt.fori_loop(0, 4, body, {"sum": x, "n": 0})

    result = f(divide([1, 2, 3, 4], "x"))
    assert result["sum"].full_tensor().numpy().tolist() == [5, 10, 15, 20]
    assert result["n"].full_tensor().numpy() == 6
    # Without a program as well.
    x = divide([1.0, 2.0], "x")
    twice = dt.fori_loop(0, 2, lambda i, x: dt.call("add", x, x), x)
    assert twice.full_tensor().numpy().tolist() == [4, 8]
    assert dt.while_loop(
        lambda x: dt.call("less", dt.call("sum", x), 20), lambda x: dt.call("add", x, x), x
    ).full_tensor().numpy().tolist() == [8, 16]
    carry, rows = dt.scan(lambda c, x: (dt.call("add", c, x),) * 2, 0.0, divide([1, 2, 3]))
    assert carry.full_tensor().numpy() == 6 and rows.full_tensor().numpy().tolist() == [1, 3, 6]


@pytest.mark.parametrize("layout", ["x", None])
def test_bounds_of_loops_are_tensors(layout):
    @dt.jit
    def f(first, last, x):
        return dt.fori_loop(first, last, lambda i, y: y * 2 + dt.astype(i, dt.float32), x)

    @dt.jit
    def g(last, x):
        return dt.fori_loop(3, last, lambda i, y: {"y": y["y"] + i}, {"y": x})

    def expected(first, last, x):
        for i in range(first, last):
            x = x * 2 + i
        return x

    x = np.arange(4.0)
    for first, last in (0, 5), (-2, 1), (3, 3), (4, 2):
        result = f(np.int64(first), np.int32(last), divide(x, layout))
        np.testing.assert_array_equal(result.full_tensor().numpy(), expected(first, last, x))
    assert g(np.uint8(6), divide([1], layout))["y"].full_tensor().numpy().tolist() == [13]


def test_bodies_of_other_structures_are_errors():
    with pytest.raises(TypeError, match=r"required results \*, found \(\*, \*\)"):
        dt.jit(lambda x: dt.fori_loop(0, 2, lambda i, x: (x, x), x))(divide([1.0]))
    with pytest.raises(TypeError, match=r"cond: required results \*, found \[\*\]"):
        dt.jit(lambda x: dt.cond(dt.call("less", x, 1.0), lambda x: x, lambda x: [x], x))(
            np.float32(1)
        )


def test_errors_leave_functions():
    calls = []

    @dt.jit
    def f(x):
        calls.append(x)
        if len(calls) == 1:
            raise KeyError("from the function")
        return x

    with pytest.raises(KeyError, match="from the function"):
        f(divide([1.0]))
    assert f(divide([1.0])).numpy() == 1
    with pytest.raises(dt.Error, match="recorded in another function|recorded"):
        dt.call("exp", calls[1]).numpy()
    with pytest.raises(TypeError, match="can be hashed"):
        dt.jit(lambda x, y: x)(divide([1.0]), {1, 2})


def test_endless_recordings_are_errors():
    with pytest.raises(dt.Error, match="make them before the loop"):
        dt.jit(
            lambda x: dt.fori_loop(
                0, 2, lambda i, x: dt.call("add", x, divide(np.ones(2))), x
            )
        )(divide([1.0, 2.0]))
