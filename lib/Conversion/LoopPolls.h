//===- LoopPolls.h - Loops that an interruption ends ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CONVERSION_LOOPPOLLS_H
#define DTENSOR_LIB_CONVERSION_LOOPPOLLS_H

#include "dtensor/Conversion/RuntimeCalls.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dtensor {

/// Adds calls of `dt_poll` to the loops of the program in which devices do not
/// wait for each other, where they would notice an interruption anyway.
/// `device` is the device's handle.
void addPolls(mlir::func::FuncOp func, mlir::Value device,
              RuntimeCalls &runtime);

} // namespace dtensor

#endif // DTENSOR_LIB_CONVERSION_LOOPPOLLS_H
