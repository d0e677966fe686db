//===- AbstractMachine.h - Where no machine is named ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_MACHINE_ABSTRACTMACHINE_H
#define DTENSOR_MACHINE_ABSTRACTMACHINE_H

#include "dtensor/Machine/Machine.h"

namespace dtensor {

/// The machine on which plans are priced if the user names none. Its devices
/// are joined by one level, and its memory is too large to be a limit. Only the
/// ratios of
/// its constants matter; docs/AutoLayouts.md has the table.
Machine getAbstractMachine(int64_t numDevices);

} // namespace dtensor

#endif // DTENSOR_MACHINE_ABSTRACTMACHINE_H
