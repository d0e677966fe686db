"""Functions of NumPy as ops with sharding rules."""

import numpy as np
import pytest

import dtensor as dt

MESH = dt.Mesh("x=2,y=2")


def multiply(a, b):
    return a @ b


PRODUCT = dt.register_sharding(
    "test.product", "([i,k],[k,j])->([i,j]) {k reduction(sum)}", multiply
)


@pytest.mark.parametrize("left", ["x,unsharded", "unsharded,x", "y,x", "unsharded,unsharded"])
@pytest.mark.parametrize("is_recorded", [False, True])
def test_every_layout_gives_the_same(left, is_recorded):
    a, b = np.arange(15.0).reshape(5, 3), np.arange(12.0).reshape(3, 4)
    function = dt.jit(lambda a, b: dt.negative(PRODUCT(a, b))) if is_recorded else PRODUCT
    result = function(dt.distribute_tensor(a, MESH, left), dt.distribute_tensor(b, MESH))
    expected = -(a @ b) if is_recorded else a @ b
    np.testing.assert_array_equal(result.full_tensor().numpy(), expected)


def test_several_results_of_other_types():
    def halves(a):
        return a[:, 0] > 1, a.sum(1)

    op = dt.register_sharding(
        "test.halves", "([i,j])->([i],[i]) {j whole}", halves, ["bool", "float64"]
    )
    large, sums = op(dt.distribute_tensor(np.arange(8.0).reshape(4, 2), MESH, "x,y"))
    assert large.full_tensor().numpy().tolist() == [False, True, True, True]
    assert sums.full_tensor().numpy().tolist() == [1, 5, 9, 13]
    assert not sums.layout.is_fully_replicated


def test_errors():
    def fail(a):
        raise KeyError("from Python")

    op = dt.register_sharding("test.fail", "([i])->([i])", fail)
    with pytest.raises(dt.ProgramError, match="from Python"):
        op(dt.ones(4, "x", mesh=MESH))
    with pytest.raises(dt.Error, match="test.product"):
        dt.register_sharding("test.product", "([i])->([i])", fail)
    with pytest.raises(dt.Error):
        dt.register_sharding("test.other", "nonsense", fail)
