//===- Work.h - The work of each device -------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_WORK_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_WORK_H

#include "mlir/IR/BuiltinOps.h"

namespace dtensor {

/// The number of positions that ops execute: the iterations of a structured op,
/// and all elements of operands and results of another op. The body of a loop
/// counts once.
struct Work {
  /// The work of the program on one device.
  double whole = 0;
  /// The work of the device that has most at each op.
  double ofDevice = 0;
};

/// Counts the work of the devices for a program of the global view in which
/// every value has its layout. Sharding rules are not used, since a wrong rule
/// would be counted as it divides.
Work countWork(mlir::ModuleOp module);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_WORK_H
