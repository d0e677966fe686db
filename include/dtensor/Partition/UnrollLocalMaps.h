//===- UnrollLocalMaps.h - Maps as code for one device ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PARTITION_UNROLLLOCALMAPS_H
#define DTENSOR_PARTITION_UNROLLLOCALMAPS_H

#include "mlir/IR/BuiltinOps.h"

namespace dtensor {

/// The largest number of devices that `unrollLocalMaps` supports.
inline constexpr int64_t kMaxUnrolledDevices = 64;

/// Replaces each `dtensor.local_map` by the computations of all devices along
/// its manual dimensions, one after the other, as a program for one device.
/// Each component becomes a value of its own. Collectives become slices of
/// tensors that are joined from components. Control flow around collectives
/// must be uniform, so it is unrolled once for all devices. The result does not
/// depend on the sizes of these dimensions. Emits an error for more devices
/// than `kMaxUnrolledDevices`, for dynamic extents, and for ops that no
/// importer knows.
mlir::LogicalResult unrollLocalMaps(mlir::ModuleOp module);

} // namespace dtensor

#endif // DTENSOR_PARTITION_UNROLLLOCALMAPS_H
