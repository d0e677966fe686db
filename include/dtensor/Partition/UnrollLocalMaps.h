//===- UnrollLocalMaps.h - What devices do, on one --------------*- C++ -*-===//
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

/// Devices that `unrollLocalMaps` is good for.
inline constexpr int64_t kMaxUnrolledDevices = 64;

/// Puts in the place of each `dtensor.local_map` what all devices along its
/// manual dimensions compute, one after the other, as a program of one device:
/// components are values of their own, collectives are slices of tensors that
/// are made of them, and control flow around collectives is entered by all
/// together, as it has to be uniform. What is left does not depend on the
/// sizes of these dimensions. Emits errors: more devices than
/// `kMaxUnrolledDevices`, extents that are dynamic, ops that are known to no
/// importer.
mlir::LogicalResult unrollLocalMaps(mlir::ModuleOp module);

} // namespace dtensor

#endif // DTENSOR_PARTITION_UNROLLLOCALMAPS_H
