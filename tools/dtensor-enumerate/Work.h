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

/// Positions that ops go through: a structured op its iterations, another op
/// all elements of its operands and results. The body of a loop counts once.
struct Work {
  /// Of the program on one device.
  double whole = 0;
  /// Of the device that has most to do at each op.
  double ofDevice = 0;
};

/// Counts what a program of the global view has its devices do, in which every
/// value has its layout. Sharding rules are not asked: a wrong one would count
/// as it divides.
Work countWork(mlir::ModuleOp module);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_WORK_H
