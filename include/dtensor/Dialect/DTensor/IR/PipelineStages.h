//===- PipelineStages.h - Loops in stages -----------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_DTENSOR_IR_PIPELINESTAGES_H
#define DTENSOR_DIALECT_DTENSOR_IR_PIPELINESTAGES_H

#include "dtensor/Dialect/DTensor/IR/DTensor.h"

namespace dtensor {

/// On a `local_map` that propagation has made of a loop over a sharded stack: a
/// description for the user.
inline constexpr llvm::StringLiteral kStagesAttr = "dtensor.stages";

/// Whether all values of the region are components whose layouts are not the
/// compiler's business. If mesh dimensions are left to the compiler, or the
/// region comes from a loop of the program, the region is part of the function
/// around it.
bool isOpaque(LocalMapOp map, const Mesh &mesh);

} // namespace dtensor

#endif // DTENSOR_DIALECT_DTENSOR_IR_PIPELINESTAGES_H
