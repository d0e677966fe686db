"""The functions of the Python array API standard, for DTensors."""

from __future__ import annotations

import math

from . import creation, data_types, elementwise, fft, further, linalg, manipulation
from . import operators, products, sets, sorting, statistical  # noqa: F401
from .creation import *  # noqa: F401,F403
from .data_types import *  # noqa: F401,F403
from .elementwise import *  # noqa: F401,F403
from .further import *  # noqa: F401,F403
from .info import __array_namespace_info__  # noqa: F401
from .manipulation import *  # noqa: F401,F403
from .products import *  # noqa: F401,F403
from .sets import *  # noqa: F401,F403
from .sorting import *  # noqa: F401,F403
from .statistical import *  # noqa: F401,F403

__array_api_version__ = "2024.12"

e = math.e
inf = math.inf
nan = math.nan
newaxis = None
pi = math.pi

__all__ = [
    "__array_api_version__",
    "__array_namespace_info__",
    "e",
    "fft",
    "inf",
    "linalg",
    "nan",
    "newaxis",
    "pi",
]
for _module in (
    creation,
    data_types,
    elementwise,
    further,
    manipulation,
    products,
    sets,
    sorting,
    statistical,
):
    __all__ += _module.__all__
