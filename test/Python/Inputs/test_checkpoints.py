"""Checkpoints in Python."""

import itertools
import json

import numpy as np
import pytest

import dtensor as dt

X4 = dt.Mesh("x=4")
GRID = dt.Mesh("x=2,y=3")
LAYOUTS = ["x,y", "y,x", "x+y,unsharded", "unsharded,y", None]



@pytest.mark.parametrize("source, target", list(itertools.product(LAYOUTS, LAYOUTS)))
def test_other_layouts(tmp_path, source, target):
    whole = np.random.default_rng(1).normal(size=(7, 5))
    dt.save(tmp_path / "c", {"w": dt.distribute_tensor(whole, GRID, source)})
    loaded = dt.load(tmp_path / "c", GRID, {"w": target})["w"]
    assert loaded.layout == dt.as_layout(target, GRID, 2)
    np.testing.assert_array_equal(loaded.full_tensor().numpy(), whole)


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("dtype", list(dt.DType), ids=str)
def test_types(tmp_path, dtype, whole):
    arrays = {
        str(shape): np.frombuffer(
            (np.arange(int(np.prod(shape)) * dtype.itemsize) % (2 if dtype == dt.bool else 251))
            .astype(np.uint8)
            .tobytes(),
            dtype.dtype,
        ).reshape(shape)
        for shape in [(), (0, 3), (5, 3)]
    }
    tree = {
        name: dt.distribute_tensor(array, X4, "x,unsharded" if array.ndim else "")
        for name, array in arrays.items()
    }
    dt.save(tmp_path / "c", tree, whole=whole)
    for name, tensor in dt.load(tmp_path / "c", "x=3", {"*)": None}).items():
        assert tensor.dtype == dtype
        assert tensor.numpy().tobytes() == arrays[name].tobytes()


def test_tree(tmp_path):
    tree = {
        "step": 3,
        "rate": 0.5,
        "name": "näme",
        "none": None,
        "done": True,
        "layers": [{"w": dt.ones((4, 2), "x,unsharded", mesh=X4)}, (np.arange(3), [])],
        "v": dt.Variable(dt.zeros(8, "x", mesh=X4), "v"),
    }
    dt.save(tmp_path / "c", tree, metadata={"who": "me"})
    loaded = dt.load(tmp_path / "c")
    assert list(loaded) == list(tree)
    assert [loaded[name] for name in list(tree)[:5]] == [3, 0.5, "näme", None, True]
    assert loaded["layers"][0]["w"].layout == tree["layers"][0]["w"].layout
    np.testing.assert_array_equal(loaded["layers"][1][0].numpy(), np.arange(3))
    assert loaded["layers"][1][1] == [] and isinstance(loaded["layers"][1], tuple)
    assert isinstance(loaded["v"], dt.Variable) and loaded["v"].name == "v"
    reader = dt.CheckpointReader(str(tmp_path / "c"))
    assert reader.metadata["who"] == "me"
    assert reader.names == ["layers.0.w", "layers.1.0", "v"]
    assert reader.saved_layout("v") == "x" and reader.saved_mesh("v") == "x=4"
    assert "v: 8xfloat32, 4 boxes, layout 'x' of mesh 'x=4'" in str(reader)
    np.testing.assert_array_equal(reader.read("layers.1.0", [1], [2]), [1, 2])
    before = reader.bytes_read
    np.testing.assert_array_equal(reader.read("layers.1.0", [1], [2], check=False), [1, 2])
    assert reader.bytes_read == before + 16
    reader.verify()
    dt.save(tmp_path / "one", np.arange(3))
    np.testing.assert_array_equal(dt.load(tmp_path / "one").numpy(), np.arange(3))


def test_bytes_read(tmp_path):
    a = dt.distribute_tensor(np.zeros((64, 64), np.float32), X4, "x,unsharded")
    dt.save(tmp_path / "c", {"a": a, "b": a})
    reader = dt.CheckpointReader(str(tmp_path / "c"))
    reader.load({"a": dt.Layout("unsharded,y", GRID)})
    assert reader.bytes_read == 64 * 64 * 4


def test_plan(tmp_path):
    dt.save(tmp_path / "c", {"up": {"weight": np.ones((4, 8), np.float32)}})
    plan = dt.Plan(dt.Mesh("m=2"))
    plan.add("*.weight", dt.Style.column_wise("m"))
    loaded = dt.load(tmp_path / "c", layouts=plan)
    assert str(loaded["up"]["weight"].layout) == "unsharded,m"


def test_errors(tmp_path):
    path = tmp_path / "c"
    dt.save(path, {"w": dt.ones((4, 2), "x,unsharded", mesh=X4)})
    with pytest.raises(dt.Error, match="there is no checkpoint"):
        dt.load(tmp_path / "none")
    with pytest.raises(dt.Error, match="saved with layout 'x,unsharded' of mesh 'x=4', which mesh"):
        dt.load(path, "a=2")
    with pytest.raises(dt.Error, match="'v' matches no tensor; there are w"):
        dt.load(path, layouts={"v": None})
    with pytest.raises(dt.Error, match="pattern '\\*', tensor 'w': required a layout of rank 2"):
        dt.load(path, X4, {"*": "x"})
    with pytest.raises(dt.Error, match="without partial values"):
        dt.load(path, X4, {"w": "unsharded,unsharded;partial(sum):x"})
    with pytest.raises(dt.Error, match="tensor 'g': required a layout without partial values"):
        dt.save(path, {"g": dt.zeros(2, "unsharded;partial(sum):x", mesh=X4)})
    with pytest.raises(dt.Error, match="two tensors have the name 'a.b'"):
        dt.save(path, {"a.b": np.ones(1), "a": {"b": np.ones(1)}})
    with pytest.raises(TypeError, match="required keys that are texts, found 1"):
        dt.save(path, {1: np.ones(1)})
    with pytest.raises(TypeError, match="found object at 'x'"):
        dt.save(path, {"x": object()})
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("notes")
    with pytest.raises(dt.Error, match="found 'notes.txt', which is no part of one"):
        dt.save(tmp_path / "mine", {"x": np.ones(1)})
    # The old one is still there.
    np.testing.assert_array_equal(dt.load(path)["w"].full_tensor().numpy(), np.ones((4, 2)))
    file = next(path.glob("shard-00002-*"))
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)
    with pytest.raises(dt.Error, match="shard-00002.*is damaged: the elements of tensor 'w'"):
        dt.load(path)
    reader = dt.CheckpointReader(str(path))
    with pytest.raises(dt.Error, match="shard-00002.*is damaged: the elements of tensor 'w'"):
        reader.read("w", [1, 0], [1, 1])
    np.testing.assert_array_equal(reader.read("w", [1, 0], [1, 1], check=False), [[1]])


def test_asynchronous(tmp_path):
    state = dt.Variable(dt.zeros((256, 256), "x,unsharded", mesh=X4), "state")

    @dt.jit
    def add():
        state.assign(state.value + 1)

    checkpoints = dt.Checkpointer(str(tmp_path / "run"), keep=3)
    assert checkpoints.latest is None and checkpoints.steps == []
    for step in range(8):
        checkpoints.save(step, {"state": state}, wait=False)
        # The variable is updated while it is written.
        add()
    checkpoints.wait()
    assert checkpoints.steps == [5, 6, 7]
    for step in checkpoints.steps:
        loaded = dt.load(checkpoints.path(step), "x=2")["state"].value
        np.testing.assert_array_equal(loaded.full_tensor().numpy(), np.full((256, 256), step))
    # So are arrays, whose memory others write.
    array = np.zeros((2048, 2048), np.float32)
    for step in range(8, 12):
        array[:] = step
        checkpoints.save(step, {"array": array}, wait=False)
        array[:] = -1
        checkpoints.wait()
        assert (dt.load(checkpoints.latest)["array"].numpy() == step).all()
    # An error reaches the next call, and no later one.
    (tmp_path / "run" / "step-00000012.part").write_text("in the way")
    with pytest.raises(dt.Error, match="step-00000012.part"):
        checkpoints.save(12, {"state": state}, wait=False)
        checkpoints.wait()
    checkpoints.wait()
    checkpoints.save(13, {"state": state})
    assert checkpoints.steps == [10, 11, 13]


def test_whole_files(tmp_path):
    a = dt.distribute_tensor(np.arange(12.0).reshape(6, 2), GRID, "x,y")
    dt.save(tmp_path / "c", {"a": a, "b": {"c": a}}, whole=True, file_bytes=96)
    index = json.loads((tmp_path / "c" / "model.safetensors.index.json").read_text())
    assert index["metadata"] == {"total_size": 192}
    assert index["weight_map"] == {
        "a": "model-00001-of-00002.safetensors",
        "b.c": "model-00002-of-00002.safetensors",
    }
    # Other programs copy these files only.
    (tmp_path / "c" / "dtensor.index.json").unlink()
    loaded = dt.load(tmp_path / "c", X4, {"*": "x,unsharded"})
    np.testing.assert_array_equal(loaded["b.c"].full_tensor().numpy(), a.full_tensor().numpy())
    with pytest.raises(dt.Error, match="'a' was saved without a layout by another program"):
        dt.load(tmp_path / "c", X4)
