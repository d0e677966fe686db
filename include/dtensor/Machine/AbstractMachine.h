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

/// The abstract machine in the limit of large tensors, on which the search for
/// less communication prices plans if the user names none. A program in a test
/// and the same program with a thousand times larger tensors then have the same
/// plan: bytes decide, then work, and a step of communication costs less than
/// any byte.
Machine getLimitMachine(int64_t numDevices);

} // namespace dtensor

#endif // DTENSOR_MACHINE_ABSTRACTMACHINE_H
