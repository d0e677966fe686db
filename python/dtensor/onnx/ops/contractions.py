"""Matrix products, and sums of products by Einstein's notation."""

from functools import reduce

from .. import hlo
from ..builder import Tensor
from ..element_types import INT32
from ..errors import UnsupportedOp
from ..registry import reads


@reads("MatMul")
def matmul(a, b):
    return hlo.matmul(a, b)


@reads("Gemm")
def gemm(a, b, c=None, *, alpha=1.0, beta=1.0, transA=0, transB=0):
    contract = ((0 if transA else 1,), (1 if transB else 0,))
    product = hlo.dot_general(a, b, ((), ()), contract)
    if alpha != 1:
        product = product * alpha
    if c is None:
        return product
    return product + (c if beta == 1 else c * beta)


def without_zero_point(x: Tensor, zero_point: Tensor | None, axis: int) -> Tensor:
    """Quantized elements as i32, with their zero point subtracted. A vector of zero points belongs
    to an axis."""
    wide = hlo.convert(x, INT32)
    if zero_point is None:
        return wide
    zero_point = hlo.convert(zero_point, INT32)
    if zero_point.rank == 1 and zero_point.size > 1:
        extents = [1] * x.rank
        extents[axis] = zero_point.size
        zero_point = hlo.reshape(zero_point, extents)
    elif zero_point.rank == 1:
        zero_point = hlo.reshape(zero_point, ())
    return wide - zero_point


@reads("MatMulInteger")
def matmul_integer(a, b, a_zero_point=None, b_zero_point=None):
    return hlo.matmul(
        without_zero_point(a, a_zero_point, a.rank - 2 if a.rank > 1 else 0),
        without_zero_point(b, b_zero_point, b.rank - 1),
    )


# ===------------------------------------------------------------------------===#
# Einsum
# ===------------------------------------------------------------------------===#


class _Term:
    """A tensor and the letters of its axes."""

    def __init__(self, value: Tensor, letters: list[str]):
        self.value = value
        self.letters = letters

    def take_diagonals(self) -> None:
        """Makes each letter appear once."""
        for letter in dict.fromkeys(self.letters):
            while self.letters.count(letter) > 1:
                first = self.letters.index(letter)
                second = self.letters.index(letter, first + 1)
                shape = self.value.shape
                on_diagonal = hlo.iota(shape, first) == hlo.iota(shape, second)
                self.value = hlo.reduce_sum(hlo.select(on_diagonal, self.value, 0), [second])
                del self.letters[second]

    def sum_over(self, letters: set[str]) -> None:
        axes = [axis for axis, letter in enumerate(self.letters) if letter in letters]
        self.value = hlo.reduce_sum(self.value, axes)
        self.letters = [letter for letter in self.letters if letter not in letters]


def _contract(a: _Term, b: _Term, needed: set[str]) -> _Term:
    """The product of two terms, summed over letters that no one else needs."""
    a.sum_over(set(a.letters) - set(b.letters) - needed)
    b.sum_over(set(b.letters) - set(a.letters) - needed)
    shared = [letter for letter in a.letters if letter in b.letters]
    batch = [letter for letter in shared if letter in needed]
    summed = [letter for letter in shared if letter not in needed]
    product = hlo.dot_general(
        a.value,
        b.value,
        ([a.letters.index(x) for x in batch], [b.letters.index(x) for x in batch]),
        ([a.letters.index(x) for x in summed], [b.letters.index(x) for x in summed]),
    )
    rest = [x for x in a.letters + b.letters if x not in shared]
    return _Term(product, batch + rest)


def _letters(text: str, rank: int, ellipsis_rank: int) -> list[str]:
    """The letters of a term. Axes of an ellipsis are `.0` ..., counted from the last one."""
    before, dots, after = text.partition("...")
    count = rank - len(before) - len(after) if dots else 0
    return [*before, *(f".{ellipsis_rank - count + i}" for i in range(count)), *after]


@reads("Einsum")
def einsum(*inputs, equation):
    left, arrow, right = equation.replace(" ", "").partition("->")
    texts = left.split(",")
    if len(texts) != len(inputs):
        raise UnsupportedOp(
            f"equation '{equation}' has {len(texts)} terms for {len(inputs)} inputs"
        )
    hidden = max(
        x.rank - len(text.replace("...", "")) if "..." in text else 0
        for x, text in zip(inputs, texts)
    )
    terms = [_Term(x, _letters(text, x.rank, hidden)) for x, text in zip(inputs, texts)]
    dots = [f".{i}" for i in range(hidden)]
    if arrow:
        result = _letters(right, len(right.replace("...", "")) + hidden, hidden)
    else:
        every = [letter for term in terms for letter in term.letters]
        result = dots + sorted(x for x in set(every) if every.count(x) == 1 and x[0] != ".")
    for term in terms:
        term.take_diagonals()
    while len(terms) > 1:
        a, b, *others = terms
        needed = set(result).union(*(term.letters for term in others))
        terms = [_contract(a, b, needed), *others]
    final = terms[0]
    final.sum_over(set(final.letters) - set(result))
    return hlo.transpose(final.value, [final.letters.index(letter) for letter in result])


# ===------------------------------------------------------------------------===#
# Determinants
# ===------------------------------------------------------------------------===#

_LARGEST_DETERMINANT = 16


@reads("Det")
def determinant(x):
    extent = x.shape[-1]
    if extent > _LARGEST_DETERMINANT:
        raise UnsupportedOp(
            f"determinants of more than {_LARGEST_DETERMINANT} rows are not supported; "
            f"found {extent}"
        )
    factors = []
    for row in range(extent):
        x, pivot = _eliminate(x, extent - row)
        factors.append(pivot)
    return reduce(lambda a, b: a * b, factors, hlo.full(x.shape[:-2], 1, x.dtype))


def _eliminate(x: Tensor, extent: int) -> tuple[Tensor, Tensor]:
    """A step of Gauss' elimination: the matrix without a row and a column, and their factor of the
    determinant. The row with the largest first element is the pivot's."""
    column = hlo.slice_axis(x, -1, 0, 1)
    largest = hlo.arg_reduce(hlo.abs_(column), -2)
    index = hlo.reshape(largest, (*x.shape[:-2], 1, 1))
    rows = hlo.iota(x.shape, -2)
    pivot_row = hlo.reduce_sum(hlo.select(rows == index, x, 0), [x.rank - 2], keep=True)
    # The first row takes the place of the pivot's.
    first = hlo.slice_axis(x, -2, 0, 1)
    x = hlo.select(rows == index, first, x)
    pivot = hlo.slice_axis(pivot_row, -1, 0, 1)
    sign = hlo.select(index == 0, hlo.full(index.shape, 1, x.dtype), -1)
    rest = hlo.slice_axis(x, -2, 1, extent)
    safe = hlo.select(pivot == 0, 1, pivot)
    rest = rest - hlo.slice_axis(rest, -1, 0, 1) / safe * pivot_row
    factor = hlo.reshape(pivot * sign, x.shape[:-2])
    return hlo.slice_axis(rest, -1, 1, extent), factor
