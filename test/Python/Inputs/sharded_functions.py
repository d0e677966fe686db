"""Functions and methods whose arrays are all divided among several devices.

Each function and each method of an
array checks that arrays of two or more elements that it is given are divided, and divides what it
returns. DTENSOR_TEST_DEVICES is the number of devices.
"""

import functools
import inspect
import math
import os
import types

import dtensor
from dtensor import _core

_MESH = dtensor.Mesh({"x": int(os.environ.get("DTENSOR_TEST_DEVICES", "2"))})

# Arrays that are made of nothing are made on all devices, while the process runs.
_scope = _core.LayoutScope(_MESH)
_scope.__enter__()


def _shard(array):
    """The array divided along one of its axes, which depends on its shape."""
    if array.size < 2:
        return array
    axes = [axis for axis, extent in enumerate(array.shape) if extent > 1]
    axis = axes[sum(array.shape) % len(axes)]
    specs = ["unsharded"] * array.ndim
    specs[axis] = "x"
    return array.redistribute(dtensor.Layout(specs, _MESH))


def _check(array, name):
    """Fails if the array is not really divided."""
    if array.size < 2:
        return
    assert array.mesh == _MESH, f"{name}: required mesh {_MESH}, found {array.mesh}"
    largest = max(math.prod(shard.data.shape) for shard in array.shards)
    assert largest < array.size, (
        f"{name}: required an array that is divided, found layout {array.layout} of shape "
        f"{array.shape}"
    )


def _map(function, value):
    """Calls a function on all arrays in a value."""
    if isinstance(value, dtensor.DTensor):
        return function(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(_map(function, each) for each in value))
    if isinstance(value, (list, tuple)):
        return type(value)(_map(function, each) for each in value)
    return value


def _sharded(function):
    """The function, of divided arrays."""

    @functools.wraps(function)
    def wrapper(*arguments, **keywords):
        _map(lambda array: _check(array, function.__name__), list(arguments))
        _map(lambda array: _check(array, function.__name__), list(keywords.values()))
        results = function(*arguments, **keywords)
        # One that is given back as it is stays the same object.
        return _map(lambda it: it if _is_one_of(it, arguments) else _shard(it), results)

    wrapper.__signature__ = inspect.signature(function)
    return wrapper


def _is_one_of(array, arguments):
    return any(array is argument for argument in arguments)


def wrap_module(module, namespace):
    """Gives a namespace the functions of a module, for divided arrays."""
    for name in dir(module):
        it = getattr(module, name)
        is_module = isinstance(it, types.ModuleType)
        if isinstance(it, types.FunctionType) and name not in _PRIVATE:
            namespace[name] = _sharded(it)
        elif not (name.startswith("__") and name != "__array_api_version__") and not is_module:
            namespace[name] = it


# These are about meshes and layouts, and no functions of the standard.
_PRIVATE = ("distribute_tensor", "redistribute", "relayout", "pack", "unpack", "from_local")

_UNARY = "abs invert neg pos".split()
_COMPARISONS = "eq ge gt le lt ne".split()
_BINARY = "add and floordiv lshift matmul mod mul or pow rshift sub truediv xor".split()
_METHODS = [f"__{name}__" for name in _UNARY + _COMPARISONS + ["getitem"]]
_METHODS += [f"__{form}{name}__" for name in _BINARY for form in ("", "r")] + ["to_device"]
_IN_PLACE = [f"__i{name}__" for name in _BINARY] + ["__setitem__"]


def _sharded_in_place(method):
    """A method that changes its array, of divided arrays."""

    @functools.wraps(method)
    def wrapper(self, *arguments):
        _map(lambda array: _check(array, method.__name__), [self, *arguments])
        result = method(self, *arguments)
        self._assign(_shard(self))
        return result

    wrapper.__signature__ = inspect.signature(method)
    return wrapper


_array = dtensor.DTensor
for _name in _METHODS:
    setattr(_array, _name, _sharded(getattr(_array, _name)))
for _name in _IN_PLACE:
    setattr(_array, _name, _sharded_in_place(getattr(_array, _name)))
for _name in ("mT", "T"):
    setattr(_array, _name, property(_sharded(getattr(_array, _name).fget)))
