//===- RunCollective.h - A step of a relayout on all devices ----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAUNCH_RUNCOLLECTIVE_H
#define DTENSOR_LAUNCH_RUNCOLLECTIVE_H

#include "dtensor/Host/Components.h"
#include "dtensor/Launch/DeviceContext.h"
#include "dtensor/Layout/RedistributionPlanner.h"

namespace dtensor {

/// The components of a tensor of `shape` after a step that moves or combines
/// something. `devices` are those of `mesh`. Members of a group that get the
/// same component share it. Errors: out of memory, those of the runtime.
llvm::Expected<Components> runCollective(DeviceContext &devices,
                                         const Mesh &mesh,
                                         const RedistributionStep &step,
                                         llvm::ArrayRef<int64_t> shape,
                                         const Components &components);

} // namespace dtensor

#endif // DTENSOR_LAUNCH_RUNCOLLECTIVE_H
