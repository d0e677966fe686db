"""Profiles show the ops and collectives of what runs in a block."""

import json
import re

import numpy as np
import pytest

import dtensor as dt

MESH = dt.Mesh("x=2")


def make(shape=(64, 64), layout="x,unsharded"):
    return dt.distribute_tensor(np.ones(shape, np.float32), MESH, layout)


def titles(profile, rows=100):
    return re.findall(r"^profile of (.*) on \d+ devices?: ", profile.table(rows), re.MULTILINE)


def events(profile, kind):
    return [
        each for each in json.loads(profile.json())["traceEvents"] if each.get("cat") == kind
    ]


@dt.jit
def step(x):
    return dt.sum(dt.exp(x @ x), axis=0)


def test_a_function(tmp_path):
    x = make()
    expected = step(x).full_tensor().numpy()
    path = tmp_path / "step.json"
    with dt.profile(path) as profile:
        for _ in range(3):
            result = step(x)
    np.testing.assert_array_equal(result.full_tensor().numpy(), expected)
    assert titles(profile) == ["3 runs"]
    assert json.loads(path.read_text()) == json.loads(profile.json())
    [kernel] = {each["name"] for each in events(profile, "kernel")}
    assert "dot_general" in kernel or "matmul" in kernel
    collectives = events(profile, "collective")
    # On each of two devices, in each of three runs.
    count = step.compile(x).report().total()
    assert len(collectives) == 6 * count > 0
    assert all("reason" in each["args"] for each in collectives)
    assert str(profile) == profile.table() and "\n% " in str(profile)
    # Afterwards nothing is recorded.
    step(x)
    assert titles(profile) == ["3 runs"]


def test_each_program_has_a_table():
    x = make()
    compiled = dt.jit(lambda x: dt.tanh(x), name="first").lower(MESH, x).compile()
    program = dt.compile(
        "func.func @second(%a: tensor<4xf32>) -> tensor<4xf32> {"
        "  %b = arith.addf %a, %a : tensor<4xf32> return %b : tensor<4xf32> }",
        mesh="x=4", in_layouts=["x"],
    )
    loss = dt.grad(lambda x: dt.sum(x * x))
    with dt.profile() as profile:
        compiled(x)
        program(np.zeros(4, np.float32))
        program.run_async(np.zeros(4, np.float32))
        x.redistribute("unsharded,x")
        x + 1
        loss(x)
    found = titles(profile)
    # A program that was lowered has the name of its function of MLIR.
    assert "'main', 1 run" in found and "'second', 2 runs" in found
    assert "'relayout', 1 run" in found
    assert len(found) == 5, found
    assert "profile of 'second', 2 runs on 4 devices" in profile.table()
    [name] = {each["name"] for each in events(profile, "collective")}
    assert name == "all_to_all"
    assert titles(profile, 2) == found[:2]


def test_updates_and_donations_stay_in_place():
    v = dt.Variable(make(), "v")
    update = dt.jit(lambda x: v.assign(v + x))
    take = dt.jit(lambda x: x + 1, donate_argnums=0)
    x = make()
    with dt.profile() as profile:
        update(x)
        y = take(x)
    assert (v.value.full_tensor().numpy() == 2).all() and (y.full_tensor().numpy() == 2).all()
    with pytest.raises(dt.Error, match="donated"):
        x + 1
    assert len(titles(profile)) == 2


def test_an_error_ends_a_profile(tmp_path):
    path = tmp_path / "error.json"
    with pytest.raises(ZeroDivisionError):
        with dt.profile(path) as profile:
            step(make())
            1 / 0
    assert titles(profile) == ["1 run"] and path.exists()
    with dt.profile() as profile:
        pass
    assert str(profile) == "profile of no runs\n"


def test_a_program_that_was_saved(tmp_path):
    x = make()
    for has_events in (False, True):
        path = tmp_path / f"{has_events}.bin"
        dt.jit(lambda x: dt.exp(x) @ x, events=has_events).lower(MESH, x).compile().save(path)
        loaded = dt.Executable.load(path)
        with dt.profile() as profile:
            loaded(x)
        assert len(titles(profile)) == 1
        assert bool(events(profile, "kernel")) == has_events


def test_contexts_have_profiles_of_their_own():
    program = step.compile(make())
    context = dt.Context()
    with dt.profile(context=context) as profile:
        program(make())
        program(make(), context=context)
        with dt.profile() as other:
            program(make())
    assert titles(profile) == titles(other) == ["1 run"]


def test_misuse(tmp_path):
    with pytest.raises(dt.Error, match="Profile: .*nowhere.*: No such file or directory"):
        with dt.profile(tmp_path / "nowhere" / "p.json"):
            pass
    with pytest.raises(dt.Error, match="Is a directory"):
        with dt.profile(tmp_path):
            pass
    new = dt.profile()
    with pytest.raises(dt.Error, match="required a profile that has begun"):
        new.table()
    with dt.profile() as outer:
        with pytest.raises(dt.Error, match="required a profile that has ended"):
            str(outer)
        with pytest.raises(dt.Error, match="required a context without a profile"):
            with dt.profile():
                pass
        step(make())
    assert titles(outer) == ["1 run"]
    with pytest.raises(dt.Error, match="required at least 0 rows, found -1"):
        outer.table(-1)
