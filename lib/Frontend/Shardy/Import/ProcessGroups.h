//===- ProcessGroups.h - Groups of processes, of devices --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_PROCESSGROUPS_H
#define DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_PROCESSGROUPS_H

#include "dtensor/Layout/DeviceGroups.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace dtensor {

/// The grid of processes. They are numbered replica by replica, and are devices
/// in that order.
struct ProcessGrid {
  int64_t replicas = 1, partitions = 1;

  int64_t getCount() const { return replicas * partitions; }
};

/// The rows of `groups`, which has rank 2, without the padding of shorter ones.
DeviceGroups readGroups(mlir::ElementsAttr groups);

/// If `op` is a collective, rewrites its groups as groups of devices, as in a
/// manual computation. They may be StableHLO's `cross_replica`,
/// `cross_partition`, `cross_replica_and_partition` and `flattened_ids`
/// (https://openxla.org/stablehlo/spec#execution). Errors: a process that the
/// grid does not have.
mlir::LogicalResult countDevicesThrough(mlir::Operation *op,
                                        const ProcessGrid &grid);

} // namespace dtensor

#endif // DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_PROCESSGROUPS_H
