"""Sequences of tensors and optional values, which are lists and `None` while a model is read."""

import numpy as np

from .. import hlo
from ..element_types import BOOL
from ..registry import reads


@reads("SequenceEmpty")
def sequence_empty(*, dtype=1):
    return []


@reads("SequenceConstruct")
def sequence_construct(*values):
    return list(values)


def _position(sequence: list, position, default: int) -> int:
    if position is None:
        return default
    [index] = hlo.known_ints(position, "input 'position'")
    return index + len(sequence) if index < 0 else index


@reads("SequenceInsert")
def sequence_insert(sequence, value, position=None):
    index = _position(sequence, position, len(sequence))
    return [*sequence[:index], value, *sequence[index:]]


@reads("SequenceErase")
def sequence_erase(sequence, position=None):
    index = _position(sequence, position, len(sequence) - 1)
    return [*sequence[:index], *sequence[index + 1 :]]


@reads("SequenceAt")
def sequence_at(sequence, position):
    return sequence[_position(sequence, position, 0)]


@reads("SequenceLength")
def sequence_length(sequence):
    return hlo.constant(np.array(len(sequence), np.int64))


@reads("ConcatFromSequence")
def concat_from_sequence(sequence, *, axis, new_axis=0):
    if new_axis:
        sequence = [hlo.expand_dims(value, axis) for value in sequence]
    return hlo.concatenate(sequence, axis)


@reads("SplitToSequence")
def split_to_sequence(x, sizes=None, *, axis=0, keepdims=1):
    axis %= x.rank
    extent = x.shape[axis]
    if sizes is None:
        limits = range(1, extent + 1)
    elif sizes.rank == 0:
        [size] = hlo.known_ints(sizes, "input 'split'")
        limits = [min(start + size, extent) for start in range(0, extent, size)]
    else:
        limits = np.cumsum(hlo.known_ints(sizes, "input 'split'")).tolist()
    parts = [hlo.slice_axis(x, axis, start, limit) for start, limit in zip([0, *limits], limits)]
    if sizes is None and not keepdims:
        parts = [hlo.squeeze(part, axis) for part in parts]
    return parts


@reads("Optional")
def optional(value=None, *, type=None):
    return value


@reads("OptionalHasElement")
def optional_has_element(value=None):
    return hlo.constant(np.array(value is not None, BOOL))


@reads("OptionalGetElement")
def optional_get_element(value):
    return value


@reads("SequenceMap")
def sequence_map(sequence, *others, body, node):
    results = [
        node.run(body, [value, *(o[i] if isinstance(o, list) else o for o in others)])
        for i, value in enumerate(sequence)
    ]
    return tuple([parts[i] for parts in results] for i in range(node.num_outputs))
