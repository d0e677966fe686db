"""Arguments that a call takes."""

import numpy as np
import pytest

import dtensor as dt

MESH = dt.Mesh("x=2")


def divide(array):
    return dt.zeros(array.shape, "x,unsharded", mesh=MESH) + dt.distribute_tensor(
        array.astype(np.float32), MESH, "x,unsharded"
    )


def address(tensor):
    return tensor.to_local(0).__array_interface__["data"][0]


X = np.arange(512.0).reshape(16, 32)


def test_a_result_takes_the_memory():
    step = dt.jit(lambda x: x + 1, name="step", donate_argnums=0)
    x = divide(X)
    place = address(x)
    y = step(x)
    assert address(y) == place and y.full_tensor().numpy()[0, 0] == 1
    assert x.is_deleted and not y.is_deleted
    assert repr(x) == "DTensor(shape=(16, 32), dtype=float32, deleted)" in x._repr_html_()
    for use in (
        lambda: x + 1,
        lambda: x.numpy(),
        lambda: x.layout,
        lambda: x.redistribute(None),
        lambda: step(x),
        lambda: dt.jit(lambda x: x)(x),
        lambda: x[0],
        lambda: np.asarray(x),
        lambda: dt.Variable(x),
    ):
        with pytest.raises(dt.Error, match="was donated to 'step', and has no elements any more"):
            use()


def test_memory_that_others_see_is_copied():
    step = dt.jit(lambda x: x + 1, donate_argnums=0)
    x = divide(X)
    part = x.to_local(0)
    alias = x._alias()
    y = step(x)
    assert address(y) != part.__array_interface__["data"][0]
    assert part[0, 0] == 0 and alias.full_tensor().numpy()[0, 0] == 0
    # An array of NumPy is not ours to overwrite.
    array = np.zeros((4, 4), np.float32)
    step(dt.distribute_tensor(array, MESH, "x,unsharded"))
    step(array)
    assert array.sum() == 0


def test_one_tensor_as_two_arguments():
    add = dt.jit(lambda a, b: (a + b, a - b), donate_argnums=(0, 1))
    x = divide(X)
    total, difference = add(x, x)
    np.testing.assert_array_equal(total.full_tensor().numpy(), 2 * X)
    assert dt.sum(dt.abs(difference)).numpy() == 0 and x.is_deleted


def test_nested_arguments_by_name():
    @dt.jit(donate_argnames=("params", "more"))
    def update(rate, params, **more):
        return {key: value - rate for key, value in params.items()}, more

    params = {"a": divide(X), "b": [divide(X)][0]}
    rate, more = np.float32(1), divide(X)
    result, _ = update(rate, params=params, more=more)
    assert params["a"].is_deleted and params["b"].is_deleted
    # `more` is among the other keywords, whose own name counts.
    assert more.is_deleted
    np.testing.assert_array_equal(result["b"].full_tensor().numpy(), X - 1)
    again = {"a": divide(X), "b": divide(X)}
    update(rate, again, more=divide(X))
    assert again["a"].is_deleted


def test_wrong_donations():
    with pytest.raises(TypeError, match="donate_argnames: required one of x, found 'y'"):
        dt.jit(lambda x: x, donate_argnames="y")
    with pytest.raises(TypeError, match="donate_argnums: required positions"):
        dt.jit(lambda x: x, donate_argnums=-1)
    with pytest.raises(TypeError, match="donate_argnums: required positions of 1 arg.* found 5"):
        dt.jit(lambda x: x, donate_argnums=(0, 5))


def test_after_an_error_the_argument_is_there():
    step = dt.jit(lambda x: x + 1, donate_argnums=0)
    x = divide(X)

    def fail(x):
        raise KeyError("here")

    with pytest.raises(KeyError):
        dt.jit(fail, donate_argnums=0)(x)
    assert not x.is_deleted
    np.testing.assert_array_equal(step(x).full_tensor().numpy(), X + 1)


def test_ahead_of_time():
    step = dt.jit(lambda x, y: x * 2 + y, name="ahead", donate_argnums=0)
    type_ = dt.TensorType((16, 32))
    compiled = step.lower(MESH, type_, type_, in_layouts="x,unsharded").compile()
    assert [each.donated for each in compiled.arguments] == [True, False]
    assert compiled.memory_analysis().alias_bytes == 4 * 8 * 32
    x, y = divide(X), divide(X)
    place = address(x)
    assert address(compiled(x, y)) == place
    with pytest.raises(dt.Error, match="donated to 'ahead'"):
        compiled(x, y)
    assert not y.is_deleted


def test_calls_need_no_further_memory():
    step = dt.jit(lambda x: x + 1, donate_argnums=0)
    x = divide(X)
    places = set()
    for _ in range(100):
        x = step(x)
        places.add(address(x))
    assert len(places) == 1 and x.full_tensor().numpy()[0, 0] == 100
