"""Ensembles of decision trees (`ai.onnx.ml`), as products of matrices.

Every node of every tree is decided for every row. Two matrices count, for each leaf, how many of
the decisions on its path are as they must be. A row is at a leaf if all of them are.
"""

import numpy as np

from .. import hlo
from ..builder import Tensor
from ..errors import UnsupportedOp
from ..registry import reads

_COMPARISONS = {0: "LE", 1: "LT", 2: "GE", 3: "GT", 4: "EQ", 5: "NE"}
_MEMBER = 6
_AVERAGE, _SUM = 0, 1


@reads("TreeEnsemble", domain="ai.onnx.ml")
def tree_ensemble(
    x,
    *,
    nodes_featureids,
    nodes_modes,
    nodes_splits,
    nodes_truenodeids,
    nodes_trueleafs,
    nodes_falsenodeids,
    nodes_falseleafs,
    leaf_targetids,
    leaf_weights,
    tree_roots,
    n_targets,
    aggregate_function=_SUM,
    post_transform=0,
    membership_values=None,
    nodes_missing_value_tracks_true=None,
    nodes_hitrates=None,
):
    if aggregate_function not in (_AVERAGE, _SUM) or post_transform:
        raise UnsupportedOp("only sums and averages without post_transform are supported")
    features = hlo.take(x, hlo.constant(np.array(nodes_featureids, np.int64)), 1)
    decided = _decide(features, nodes_modes, nodes_splits, _sets(membership_values))
    if nodes_missing_value_tracks_true is not None:
        missing = np.array(nodes_missing_value_tracks_true, bool)
        decided = decided | ((features != features) & hlo.constant(missing))
    shape = (len(nodes_modes), len(leaf_weights))
    if_true, if_false = np.zeros(shape, x.dtype), np.zeros(shape, x.dtype)
    branches = (
        (if_true, nodes_truenodeids, nodes_trueleafs),
        (if_false, nodes_falsenodeids, nodes_falseleafs),
    )

    def mark(node: int, path: list[tuple[np.ndarray, int]]) -> None:
        """Enters the paths to the leaves behind a node into the matrices."""
        for matrix, children, are_leaves in branches:
            here = [*path, (matrix, node)]
            if not are_leaves[node]:
                mark(children[node], here)
                continue
            for each, on_path in here:
                each[on_path, children[node]] = 1

    for root in tree_roots:
        mark(root, [])
    truths = hlo.convert(decided, x.dtype)
    found = hlo.matmul(truths, hlo.constant(if_true))
    found = found + hlo.matmul(1 - truths, hlo.constant(if_false))
    at_leaf = hlo.convert(found == hlo.constant(np.maximum(if_true, if_false).sum(0)), x.dtype)
    values = np.zeros((len(leaf_weights), n_targets), x.dtype)
    values[np.arange(len(leaf_weights)), leaf_targetids] = leaf_weights
    if aggregate_function == _AVERAGE:
        values /= len(tree_roots)
    return hlo.matmul(at_leaf, hlo.constant(values))


def _sets(values: np.ndarray | None) -> list[np.ndarray]:
    """The sets of nodes that ask for members; each ends with a NaN."""
    if values is None:
        return []
    ends = np.flatnonzero(np.isnan(values))
    return [part[~np.isnan(part)] for part in np.split(values, ends)[:-1]]


def _decide(features: Tensor, modes, splits, sets: list[np.ndarray]) -> Tensor:
    """The decision of each node for each row."""
    decided = hlo.full(features.shape, False, np.dtype(np.bool_))
    for mode, direction in _COMPARISONS.items():
        if (modes == mode).any():
            holds = hlo.compare(direction, features, hlo.constant(splits, features.dtype))
            decided = decided | (holds & hlo.constant(modes == mode))
    for node, members in zip(np.flatnonzero(modes == _MEMBER), sets):
        is_node = hlo.constant(np.arange(len(modes)) == node)
        for member in members:
            decided = decided | ((features == member.item()) & is_node)
    return decided
