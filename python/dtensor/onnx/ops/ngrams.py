"""Counts of n-grams (TfIdfVectorizer) of integers."""

import numpy as np

from .. import hlo
from ..builder import Tensor
from ..element_types import FLOAT32
from ..errors import UnsupportedOp
from ..registry import reads


@reads("TfIdfVectorizer")
def tfidf_vectorizer(
    x,
    *,
    min_gram_length,
    max_gram_length,
    max_skip_count,
    mode,
    ngram_counts,
    ngram_indexes,
    pool_int64s=None,
    pool_strings=None,
    weights=None,
):
    if pool_strings is not None:
        raise UnsupportedOp("strings are not supported; number the words before the model")
    rows = x if x.rank == 2 else hlo.reshape(x, (1, x.size))
    starts = [*ngram_counts, len(pool_int64s)]
    counts, targets, first = [], [], 0
    for size, (start, end) in enumerate(zip(starts, starts[1:]), 1):
        grams = np.array(pool_int64s[start:end], np.int64).reshape(-1, size)
        if min_gram_length <= size <= max_gram_length and len(grams):
            counts.append(_count(rows, grams, max_skip_count))
            targets += ngram_indexes[first : first + len(grams)]
        first += len(grams)
    width = max(ngram_indexes) + 1
    placed = np.zeros((len(targets), width), np.float32)
    placed[np.arange(len(targets)), targets] = 1
    result = hlo.matmul(hlo.concatenate(counts, 1), hlo.constant(placed))
    if mode == "IDF":
        result = hlo.convert(result > 0, FLOAT32)
    if mode != "TF" and weights is not None:
        result = result * hlo.constant(np.array(weights, np.float32))
    return result if x.rank == 2 else hlo.reshape(result, (width,))


def _count(rows: Tensor, grams: np.ndarray, most_skipped: int) -> Tensor:
    """How often each of the grams is in each row, with up to as many elements between neighbors."""
    batch, length = rows.shape
    number, size = grams.shape
    total = hlo.full((batch, number), 0, FLOAT32)
    # There is nothing to skip in a single element.
    for step in range(1, 2 if size == 1 else most_skipped + 2):
        positions = length - step * (size - 1)
        if positions <= 0:
            break
        matches = None
        for i in range(size):
            elements = hlo.slice_axis(rows, 1, i * step, i * step + positions)
            same = hlo.expand_dims(elements, 2) == hlo.constant(grams[:, i], rows.dtype)
            matches = same if matches is None else matches & same
        total = total + hlo.reduce_sum(hlo.convert(matches, FLOAT32), [1])
    return total
