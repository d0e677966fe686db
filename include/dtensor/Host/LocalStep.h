//===- LocalStep.h - Changes of layout without communication ----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_HOST_LOCALSTEP_H
#define DTENSOR_HOST_LOCALSTEP_H

#include "dtensor/Host/Components.h"
#include "dtensor/Layout/RedistributionPlanner.h"

namespace dtensor {

/// Whether a step of a relayout moves nothing between devices.
bool isLocal(StepKind kind);

/// The components of a tensor of `shape` after a step that is local. Slices are
/// views where they are contiguous, and devices that share a component share
/// its slice. Devices of other processes have no component, and get none.
/// Errors: out of memory.
llvm::Expected<Components> runLocalStep(const Mesh &mesh,
                                        const RedistributionStep &step,
                                        llvm::ArrayRef<int64_t> shape,
                                        const Components &components);

} // namespace dtensor

#endif // DTENSOR_HOST_LOCALSTEP_H
