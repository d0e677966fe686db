"""Meshes, layouts and tensors."""

import pickle
import re

import numpy as np
import pytest

import dtensor as dt

MESH = dt.Mesh("x=3,y=2")


def divide(array, layout):
    return dt.distribute_tensor(array, MESH, layout)


def test_meshes_of_all_notations_are_equal():
    meshes = [dt.Mesh({"x": 3, "y": 2}), dt.Mesh([("x", 3), ("y", 2)])]
    meshes.append(dt.Mesh(MESH.to_string()))
    meshes.append(pickle.loads(pickle.dumps(MESH)))
    assert all(mesh == MESH and hash(mesh) == hash(MESH) for mesh in meshes)
    assert MESH.dims == {"x": 3, "y": 2} and MESH.shape == (3, 2) and MESH.size == 6
    assert MESH.ndim == 2 and dt.Mesh().ndim == 0
    assert MESH.coordinates(5) == (2, 1)
    assert MESH != dt.Mesh("x=2,y=3") and MESH != "x=3,y=2"


@pytest.mark.parametrize(
    "layout",
    [
        "x,unsharded",
        ["x", dt.UNSHARDED],
        [dt.Shard(0), dt.Replicate()],
        dt.P("x", None),
        dt.P("x"),
        dt.Layout("x,unsharded", MESH),
    ],
)
def test_layouts_of_all_notations_are_equal(layout):
    made = dt.as_layout(layout, MESH, 2)
    assert made == dt.Layout("x,unsharded", MESH)
    assert made.placements == [dt.Shard(0), dt.Replicate()]
    assert pickle.loads(pickle.dumps(made)) == made


def test_texts_are_meshes():
    """Wherever a mesh is required."""
    text, mesh = "x=2,y=3", dt.Mesh("x=2,y=3")
    layout = dt.Layout("x,unsharded", mesh)
    array = np.arange(12.0).reshape(4, 3)
    a = dt.distribute_tensor(array, text, "x,unsharded")
    tensors = [
        a,
        dt.distribute_tensor(array, mesh).redistribute("x,unsharded", text),
        dt.from_local([array[:2]] * 3 + [array[2:]] * 3, text, "x,unsharded"),
        dt.relayout(dt.copy_to_mesh(array, text), "x,unsharded"),
        dt.ones((4, 3), "x,unsharded", mesh=text),
        dt.empty((4, 3), "x,unsharded", device=text),
        dt.rand((4, 3), 1, "x,unsharded", mesh=text),
        dt.full_like(a, 2, device=text),
        dt.local_map(lambda part: part, "x,unsharded", mesh=text)(array[:2]),
        dt.compile(dt.jit(lambda x: x).text(a), mesh=text, in_layouts=["x,unsharded"])(array)[0],
    ]
    assert all(each.layout == layout for each in tensors)
    assert dt.as_layout(dt.P("x"), text, 2) == dt.Layout("x,unsharded", text) == layout
    assert dt.Layout.replicated(text, 2).mesh == mesh
    plan = dt.Plan(text).add("w", dt.Style.row_wise("x"))
    assert plan.layouts({"w": (4, 3)})["w"] == layout
    for each in (
        dt.asarray(array, device=text),
        dt.arange(3, device=text),
        dt.fft.fftfreq(4, device=text),
        dt.astype(dt.asarray(array), dt.float32, device=text),
        dt.asarray(array).to_device(text),
        dt.asarray(dt.asarray(array), device=text),
    ):
        assert each.mesh == mesh
    for wrong in (3, {"x": 2}, layout):
        with pytest.raises(TypeError, match="required a mesh, such as 'x=2,y=4', found"):
            dt.zeros(3, mesh=wrong)


def test_partial_layouts():
    layout = dt.as_layout(dt.P(None, unreduced={"y"}), MESH, 1)
    assert layout.placements == [dt.Replicate(), dt.Partial("sum")]
    tensor = dt.from_local([np.full(2, i, np.int32) for i in range(6)], layout)
    assert tensor.full_tensor().to_local(0).tolist() == [1, 1]
    assert tensor.full_tensor().to_local(5).tolist() == [9, 9]


@pytest.mark.parametrize(
    "layout, message",
    [
        ("z,unsharded", "z"),
        ("x,x", "x"),
        ("x", "rank 2"),
        (dt.P("x", "y", None), "at most 2 axes"),
        ([dt.Shard(0)], "placement"),
        (dt.Layout("x,unsharded", dt.Mesh("x=2")), "mesh 'x=3,y=2'"),
    ],
)
def test_wrong_layouts_are_errors(layout, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        divide(np.ones((3, 2)), layout)


def test_a_sharded_tensor_is_no_array():
    tensor = divide(np.ones((3, 2)), "x,y")
    for read in (np.asarray, lambda a: a.numpy(), np.from_dlpack):
        with pytest.raises((ValueError, BufferError), match=r"call full_tensor\(\) to gather it"):
            read(tensor)
    assert np.asarray(tensor.full_tensor()).sum() == 6


@pytest.mark.parametrize("layout", ["x,y", "y,x", "x+y,unsharded", "unsharded,unsharded"])
@pytest.mark.parametrize("shape", [(7, 5), (0, 3), (1, 1), (13, 2)])
def test_division_and_relayout(layout, shape):
    array = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    tensor = divide(array, layout)
    assert tensor.shape == shape and str(tensor.layout) == layout
    for shard in tensor.shards:
        np.testing.assert_array_equal(shard.data, array[shard.index])
    np.testing.assert_array_equal(tensor.full_tensor().numpy(), array)
    moved = tensor.redistribute("unsharded,x")
    np.testing.assert_array_equal(moved.full_tensor().numpy(), array)
    packed = dt.pack(dt.unpack(tensor), tensor.layout, check=True)
    np.testing.assert_array_equal(packed.full_tensor().numpy(), array)


def test_pack_checks_components():
    layout = dt.Layout("x", dt.Mesh("x=2"))
    with pytest.raises(dt.Error, match="2 components"):
        dt.pack([np.ones(2)], layout)
    with pytest.raises(dt.Error, match="float64"):
        dt.pack([np.ones(2), np.ones(2, np.int8)], layout)


def test_repr_gathers_nothing():
    tensor = divide(np.arange(600.0).reshape(60, 10), "x,unsharded")
    with dt.count_collectives() as counter:
        text = repr(tensor)
    assert counter.total() == 0
    assert "shape=(60, 10), dtype=float64, layout='x,unsharded'" in text
    assert text.startswith("DTensor(device 0: [[") and len(text.splitlines()) < 8
    assert "<table>" in tensor._repr_html_() and "x=2, y=1" in tensor._repr_html_()
    assert "0:2" in dt.draw(dt.Layout("x", dt.Mesh("x=2")), (4,))


def test_factories_do_not_depend_on_layouts():
    alone = dt.randn((5, 4), 7, mesh=dt.Mesh())
    for layout in ("x,y", "y,x", "unsharded,unsharded"):
        tensor = dt.randn((5, 4), 7, layout, mesh=MESH)
        np.testing.assert_array_equal(tensor.full_tensor().numpy(), alone.numpy())
    with dt.run_on(MESH):
        assert dt.ones((2, 2)).mesh == MESH
        with dt.run_on(dt.Layout("x", MESH)):
            assert str(dt.zeros(3).layout) == "x"
            with pytest.raises(dt.Error, match="rank"):
                dt.zeros((3, 3))


def test_calls_with_layouts():
    layout = dt.Layout("x,unsharded", MESH)
    for function in dt.ones, dt.jit(dt.ones), lambda shape: np.ones(shape):
        assert dt.call_with_layout(function, layout, (6, 2)).layout == layout
    assert isinstance(dt.call_with_layout(lambda shape: np.ones(shape), None, (6, 2)), np.ndarray)


def test_variables_print_as_tensors():
    for shape in ((), (12,), (3, 4)):
        v = dt.Variable(dt.zeros(shape, mesh="x=2"), "v")
        assert repr(v).startswith(f"Variable('v', shape={shape}, dtype=float32, layout='")


def test_variables():
    variable = dt.Variable(dt.zeros((4, 2), "x,unsharded", mesh=MESH), "w")
    variable.assign(dt.ones((4, 2), "x,unsharded", mesh=MESH))
    assert variable.value.full_tensor().numpy().sum() == 8
    with pytest.raises(dt.Error, match="'w': required"):
        variable.assign(dt.ones((4, 2), "y,unsharded", mesh=MESH))
    assert repr(variable) == (
        "Variable('w', shape=(4, 2), dtype=float32, layout='x,unsharded')"
    )


def test_plans():
    plan = dt.Plan(dt.Mesh("x=2"))
    plan.add("*.up", dt.Style.column_wise("x")).add("*", dt.Style.replicated())
    tensors = plan.distribute({"0.up": np.ones((2, 4)), "norm": np.ones(3)})
    assert str(tensors["0.up"].layout) == "unsharded,x"
    assert str(tensors["norm"].layout) == "unsharded"
    plan.add("*.down", dt.Style.row_wise("x"))
    with pytest.raises(dt.Error, match="down"):
        plan.layouts({"0.up": (2, 4), "norm": (3,)})


def test_local_map():
    a = divide(np.arange(6.0), "x+y")
    twice = dt.local_map(lambda part: part * 2, "x+y", ["x+y"])
    np.testing.assert_array_equal(twice(a).full_tensor().numpy(), np.arange(6.0) * 2)
    device = dt.local_map(lambda part, device: (part, np.full(1, device)), ("x+y", "x+y"),
                          with_device=True)
    assert device(a)[1].full_tensor().numpy().tolist() == [0, 1, 2, 3, 4, 5]
    with pytest.raises(ValueError, match="required layout 'x\\+y', found 'unsharded'"):
        twice(divide(np.arange(6.0), None))
    moved = dt.local_map(lambda part: part, "x+y", ["x+y"], redistribute_inputs=True)
    assert str(moved(divide(np.arange(6.0), None)).layout) == "x+y"

    def fail(part):
        raise KeyError("here")

    with pytest.raises(KeyError, match="here"):
        dt.local_map(fail, "x+y")(a)


def test_local_map_in_functions_that_are_recorded():
    calls = []

    def scale(part, other, device):
        calls.append(device)
        return part * other, np.full(1, device, np.int64)

    def types(part, other):
        return part, dt.TensorType((6,), "int64")

    mapped = dt.local_map(
        scale, ("x+y,unsharded", "x+y"), ["x+y,unsharded", None], with_device=True, out_types=types
    )

    @dt.jit
    def f(x, w):
        y, devices = mapped(x - 1, w)
        return dt.sum(y, axis=0), devices

    x = np.arange(14.0).reshape(7, 2)
    for _ in range(2):
        total, devices = f(divide(x, "y,x"), np.array([2.0, 3.0]))
        np.testing.assert_allclose(
            total.full_tensor().numpy(), ((x - 1) * [2, 3]).sum(0), rtol=1e-6
        )
        assert devices.full_tensor().numpy().tolist() == [0, 1, 2, 3, 4, 5]
    assert sorted(calls) == sorted([0, 1, 2, 3, 4, 5] * 2)
    # Another shape is another program of the same function.
    f(divide(np.ones((3, 2)), None), np.ones(2))
    # The same map runs without a recording.
    assert mapped(divide(x, "x+y,unsharded"), divide(np.ones(2), None))[1].shape == (6,)


def test_local_map_ahead_of_time():
    mapped = dt.local_map(np.sin, "x+y", ["x+y"], out_types=lambda type: type)
    compiled = dt.jit(lambda x: mapped(x + 1)).lower(MESH, dt.TensorType((9,))).compile()
    result = compiled(np.arange(9, dtype=np.float32))
    assert str(result.layout) == "x+y"
    np.testing.assert_allclose(
        result.full_tensor().numpy(), np.sin(np.arange(1, 10, dtype=np.float32)), rtol=1e-6
    )
    with pytest.raises(dt.Error, match="save: required a program without functions of local_map"):
        compiled.save("never")


def test_local_map_in_functions_that_are_recorded_says_what_it_lacks():
    a = divide(np.arange(6.0), "x+y")

    def run(**keywords):
        dt.jit(lambda x: dt.local_map(lambda part: part, "x+y", **keywords)(x + 1))(a)

    type_ = dt.TensorType((6,), "float64")
    with pytest.raises(dt.Error, match="is recorded: required in_layouts, found none"):
        run(out_types=type_)
    with pytest.raises(dt.Error, match="is recorded: required out_types, found none"):
        run(in_layouts=["x+y"])
    with pytest.raises(TypeError, match="required 2 arguments, found 1"):
        run(in_layouts=["x+y", "x+y"], out_types=type_)
    with pytest.raises(dt.ProgramError, match="required .*float32, found .*float64"):
        run(in_layouts=["x+y"], out_types=dt.TensorType((6,)))

    def fail(part):
        raise KeyError("here")

    with pytest.raises(dt.ProgramError, match="here"):
        dt.jit(dt.local_map(fail, "x+y", ["x+y"], out_types=type_))(a)
    with pytest.raises(dt.Error, match="local_map|derivative"):
        dt.grad(
            lambda x: dt.sum(dt.local_map(np.sin, "x+y", ["x+y"], out_types=type_)(x))
        )(a)


def test_tables_for_notebooks():
    variable = dt.Variable(dt.zeros(6, "x", mesh=MESH), "w")
    assert "<table>" in variable._repr_html_() and "0:2" in variable._repr_html_()
    with dt.count_collectives() as counter:
        variable.value.full_tensor()
    assert "<td style" in counter._repr_html_() and "all_gather" in counter._repr_html_()
