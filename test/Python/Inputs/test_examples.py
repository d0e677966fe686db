"""The examples of docstrings and of the guide."""

import doctest
import importlib
import inspect
import pkgutil
import sys
from pathlib import Path

import numpy as np
import pytest

import dtensor as dt

MODULES = [
    name
    for _, name, _ in pkgutil.walk_packages(dt.__path__, "dtensor.")
    # Other packages are needed to import these.
    if not name.startswith("dtensor.onnx")
]


def run(found):
    failed = attempted = 0
    for test in found:
        result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
        failed, attempted = failed + result.failed, attempted + result.attempted
    assert failed == 0
    return attempted


@pytest.mark.parametrize("name", ["dtensor", *MODULES])
def test_docstrings(name):
    module = importlib.import_module(name)
    globals_ = {"dt": dt, "np": np}
    run(doctest.DocTestFinder().find(module, name, extraglobs=globals_))


def test_docstrings_of_the_extension_module():
    finder = doctest.DocTestFinder(recurse=False)
    globals_ = {"dt": dt, "np": np}
    attempted = 0
    for name, value in vars(dt._core).items():
        if inspect.isclass(value) or callable(value):
            attempted += run(finder.find(value, name, globs=dict(globals_)))
    assert attempted > 10


@pytest.mark.parametrize(
    "name, least",
    [("docs/Python", 20), ("docs/FromTensorFlow", 20), ("docs/FromTorch", 20), ("docs/Checkpoints", 8), ("README", 5)],
)
def test_page(name, least):
    page = Path(__file__).resolve().parents[3] / f"{name}.md"
    result = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0 and result.attempted > least
