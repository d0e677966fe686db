//===- BlockAxes.h - Axes of equal blocks -----------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_REWRITES_BLOCKAXES_H
#define DTENSOR_LIB_PLANNING_REWRITES_BLOCKAXES_H

#include "../Plan.h"

namespace dtensor {

/// Splits axes that consist of blocks. Examples are the gates of an LSTM, the
/// queries, keys and values of attention, and the two halves of a gated unit.
/// One product makes the blocks side by side on an axis, and slices take them
/// apart. If this axis is sharded, a device has columns of only one or two
/// blocks, so that every slice moves data. The rewrite makes two axes of it,
/// the blocks and their positions, and shards the positions. Then a device has
/// columns of all blocks, and only the weight moves, once. Other values that
/// slices cut into blocks, such as arguments, are moved themselves.
///
/// The rewrite changes the module if this moves clearly fewer bytes in all.
/// `graph` must have propagated layouts. It is no longer the graph of the
/// module after a change.
bool splitBlockAxes(Plan &plan);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_REWRITES_BLOCKAXES_H
