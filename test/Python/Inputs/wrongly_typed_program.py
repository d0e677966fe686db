"""A program in which a type checker finds five errors."""

import dtensor as dt
from dtensor import DTensor


@dt.jit
def scaled(x: DTensor, factor: float) -> DTensor:
    return x * factor


def use(x: DTensor) -> None:
    dt.Mesh(3.5)
    dt.Mesh("x=2").size + "x"
    scaled(x, 1.0, 2.0)
    scaled(x, factor="x")
    y: str = scaled(x, 1.0)
    print(y)
