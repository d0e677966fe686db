//===- ExpandBroadcasts.h - Operands of several shapes ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_EXPANDBROADCASTS_H
#define DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_EXPANDBROADCASTS_H

#include "mlir/IR/BuiltinOps.h"

namespace dtensor::stablehlo {

/// Replaces the broadcasting ops of chlo by `broadcast_in_dim` and the op on
/// operands of one shape, `chlo.constant_like` by a constant, and an op to
/// which a shape is given by the one that takes it from its type. Errors:
/// dynamic extents.
mlir::LogicalResult expandBroadcasts(mlir::ModuleOp module);

} // namespace dtensor::stablehlo

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_EXPANDBROADCASTS_H
