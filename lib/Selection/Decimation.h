//===- Decimation.h - A selection made hub by hub ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_SELECTION_DECIMATION_H
#define DTENSOR_LIB_SELECTION_DECIMATION_H

#include "DualAscent.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace dtensor {

/// Makes a selection by fixing nodes from those with the most neighbors to
/// those with the fewest. After each batch of them, messages go around again,
/// so that the others hear of the choice. A hub with hundreds of neighbors
/// cannot be changed later unless all of these change with it, so its choice
/// must be a good one ("decimation"; Montanari et al., 2007). Adds to `work`.
/// If `isOver` says so, the rest follows the messages at once.
Selection decimate(const SelectionModel &model, DualAscent dual,
                   llvm::ArrayRef<double> prices, uint64_t &work,
                   llvm::function_ref<bool()> isOver);

} // namespace dtensor

#endif // DTENSOR_LIB_SELECTION_DECIMATION_H
