//===- DistributedSort.h - What sorted parts hand over ----------*- C++ -*-===//
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

/// This device's part of each operand of `op`, sorted across devices, in runs
/// in the order of the devices that they are from: each is sorted. `sorted` are
/// the components, sorted by themselves, `parts` those of the sorted axis,
/// which is sharded on `dims`. Where the parts are cut is found in `rounds`.
llvm::SmallVector<mlir::Value>
takeSortedRuns(Expander &expander, linalg_ext::SortOp op,
               mlir::ValueRange sorted, const ShardParts &parts,
               llvm::ArrayRef<unsigned> dims, int64_t rounds);

} // namespace dtensor

#endif // DTENSOR_LIB_PARTITION_EXPANSION_DISTRIBUTEDSORT_H
