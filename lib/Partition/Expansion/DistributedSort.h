//===- DistributedSort.h - Sorting across devices ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PARTITION_EXPANSION_DISTRIBUTEDSORT_H
#define DTENSOR_LIB_PARTITION_EXPANSION_DISTRIBUTEDSORT_H

#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Partition/ShardParts.h"

namespace dtensor {

/// Sorts across devices. Returns this device's part of each operand of `op`, as
/// runs that are each sorted. The runs are in the order of the devices that
/// they come from. `sorted` are the components, each sorted by its device.
/// `parts` are the parts of the sorted axis, which is sharded on `dims`. The
/// cuts of the parts are found in `rounds`.
llvm::SmallVector<mlir::Value>
takeSortedRuns(Expander &expander, linalg_ext::SortOp op,
               mlir::ValueRange sorted, const ShardParts &parts,
               llvm::ArrayRef<unsigned> dims, int64_t rounds);

} // namespace dtensor

#endif // DTENSOR_LIB_PARTITION_EXPANSION_DISTRIBUTEDSORT_H
