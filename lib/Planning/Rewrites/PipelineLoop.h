//===- PipelineLoop.h - Turns where their positions lie ---------*- C++ -*-===//
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

/// Replaces a loop over stacks by one over stages, in a `local_map` along the
/// dimensions that shard the stacks: in each stage the devices that have the
/// next positions do the turns of these, and hand on what the loop carries.
///
///     rows = what is carried, a row for each stage; that of the first is known
///     local_map:
///       for stage:
///         if this device has the positions of the stage:
///           for turn of the stage: body
///         the next device fetches the row
///     result = the row of the last stage
///
/// `text` says in the user's terms what is done.
void pipelineLoop(StackedLoop &found, const Mesh &mesh,
                  mlir::FlatSymbolRefAttr meshName, llvm::StringRef text);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_REWRITES_PIPELINELOOP_H
