//===- PipelineLoop.h - Pipelined loops over stacks -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_REWRITES_PIPELINELOOP_H
#define DTENSOR_LIB_PLANNING_REWRITES_PIPELINELOOP_H

#include "StackedLoops.h"

namespace dtensor {

/// Replaces a loop over stacks by a loop over stages. The new loop stands in a
/// `local_map` along the dimensions that shard the stacks. In each stage, the
/// devices that have the next positions of the stacks execute the iterations of
/// these positions. Then they pass the carried values on.
///
///     rows = the carried values, a row for each stage; the first row is known
///     local_map:
///       for stage:
///         if this device has the positions of the stage:
///           for iteration of the stage: body
///         the next device fetches the row
///     result = the row of the last stage
///
/// `text` describes the rewrite in the user's terms.
void pipelineLoop(StackedLoop &found, const Mesh &mesh,
                  mlir::FlatSymbolRefAttr meshName, llvm::StringRef text);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_REWRITES_PIPELINELOOP_H
