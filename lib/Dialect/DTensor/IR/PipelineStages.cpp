//===- PipelineStages.cpp - Loops that devices do one after the other -----===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/PipelineStages.h"

using namespace dtensor;

bool dtensor::isOpaque(LocalMapOp map, const Mesh &mesh) {
  return map.getFreeDims(mesh).empty() && !map->hasAttr(kStagesAttr);
}
