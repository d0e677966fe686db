"""The namespace of the package `dtensor`, with every array divided among several devices.

The suite of the array API standard imports it. See sharded_functions.py.
"""

import types as _types

import dtensor as _dtensor
import sharded_functions as _sharded_functions

_sharded_functions.wrap_module(_dtensor, globals())
linalg, fft = _types.ModuleType("linalg"), _types.ModuleType("fft")
_sharded_functions.wrap_module(_dtensor.linalg, vars(linalg))
_sharded_functions.wrap_module(_dtensor.fft, vars(fft))
__array_namespace_info__ = _dtensor.__array_namespace_info__
