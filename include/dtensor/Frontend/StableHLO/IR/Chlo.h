//===- Chlo.h - Functions that JAX leaves whole -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_STABLEHLO_IR_CHLO_H
#define DTENSOR_FRONTEND_STABLEHLO_IR_CHLO_H

#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"

#include "dtensor/Frontend/StableHLO/IR/ChloDialect.h.inc"

#include "dtensor/Frontend/StableHLO/IR/ChloEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dtensor/Frontend/StableHLO/IR/ChloAttrs.h.inc"

#define GET_OP_CLASSES
#include "dtensor/Frontend/StableHLO/IR/ChloOps.h.inc"

namespace dtensor::chlo {

/// The axes of the result of a broadcasting op that belong to an operand of
/// `rank`, in order. They are those in `broadcast_dimensions` if the operand
/// has fewer axes, otherwise the last ones. The op must be verified.
llvm::SmallVector<int64_t> getBroadcastAxes(mlir::Operation *op, int64_t rank);

} // namespace dtensor::chlo

#endif // DTENSOR_FRONTEND_STABLEHLO_IR_CHLO_H
