"""Checkpoints and the packages safetensors and torch, each of which reads what others write."""

import numpy as np
import pytest
import torch
import torch.distributed.checkpoint as dcp
from safetensors import safe_open
from safetensors.numpy import save_file
from safetensors.torch import load_file
from torch.distributed.checkpoint import HuggingFaceStorageReader, HuggingFaceStorageWriter

import dtensor as dt

GRID = dt.Mesh("x=2,y=3")
TYPES = {
    "bool": torch.bool,
    "int8": torch.int8,
    "uint8": torch.uint8,
    "int16": torch.int16,
    "int32": torch.int32,
    "int64": torch.int64,
    "uint16": torch.uint16,
    "uint32": torch.uint32,
    "uint64": torch.uint64,
    "float16": torch.float16,
    "bfloat16": torch.bfloat16,
    "float32": torch.float32,
    "float64": torch.float64,
    "complex64": torch.complex64,
    "float8_e5m2": torch.float8_e5m2,
    "float8_e4m3fn": torch.float8_e4m3fn,
    "float8_e5m2fnuz": torch.float8_e5m2fnuz,
    "float8_e4m3fnuz": torch.float8_e4m3fnuz,
}


def tree(layouts):
    """A tensor of each type, with uneven and empty parts."""
    rng = np.random.default_rng(1)
    return {
        name: dt.distribute_tensor(
            rng.integers(0, 2, (7, 5)).astype(dt.DType.__members__.get(name, dt.bool).dtype),
            GRID,
            layouts[i % len(layouts)],
        )
        for i, name in enumerate(TYPES)
    }


def bits(tensor):
    if isinstance(tensor, torch.Tensor):
        return tensor.contiguous().reshape(-1).view(torch.uint8).numpy().tobytes()
    return tensor.full_tensor().numpy().tobytes()


@pytest.mark.parametrize("whole", [False, True])
def test_dcp_reads_ours(tmp_path, whole):
    ours = tree(["x,y", "y,unsharded", "y+x,unsharded", None])
    ours["scalar"] = dt.distribute_tensor(np.float32(3), GRID, "")
    dt.save(tmp_path / "c", ours, whole=whole)
    theirs = {
        name: torch.zeros(tuple(tensor.shape), dtype=TYPES.get(name, torch.float32))
        for name, tensor in ours.items()
    }
    dcp.load(theirs, storage_reader=HuggingFaceStorageReader(str(tmp_path / "c")))
    for name, tensor in ours.items():
        assert bits(theirs[name]) == bits(tensor), name


def test_safetensors_reads_ours(tmp_path):
    ours = tree(["x,y", None])
    dt.save(tmp_path / "whole", ours, whole=True)
    (file,) = (tmp_path / "whole").glob("*.safetensors")
    theirs = load_file(file)
    for name, tensor in ours.items():
        assert theirs[name].dtype == TYPES[name] and bits(theirs[name]) == bits(tensor), name
    dt.save(tmp_path / "parts", ours)
    for file in (tmp_path / "parts").glob("*.safetensors"):
        with safe_open(file, "pt") as opened:
            for name in opened.keys():
                opened.get_tensor(name)


def test_dcp_is_read(tmp_path):
    theirs = {"w": torch.randn(6, 4), "b": torch.arange(5, dtype=torch.bfloat16)}
    dcp.save(
        theirs,
        storage_writer=HuggingFaceStorageWriter(str(tmp_path / "c"), save_distributed=True),
    )
    loaded = dt.load(tmp_path / "c", GRID, {"w": "y,x", "b": "y"})
    for name, tensor in theirs.items():
        assert bits(loaded[name]) == bits(tensor), name


def test_safetensors_is_read(tmp_path):
    arrays = {"w": np.random.default_rng(1).normal(size=(6, 4)), "flags": np.array([True, False])}
    save_file(arrays, tmp_path / "model.safetensors")
    for path in (tmp_path, tmp_path / "model.safetensors"):
        loaded = dt.load(path)
        for name, array in arrays.items():
            np.testing.assert_array_equal(loaded[name].numpy(), array)
