//===- InitAll.h - Registers dialects and passes ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PIPELINES_INITALL_H
#define DTENSOR_PIPELINES_INITALL_H

#include "mlir/IR/DialectRegistry.h"

namespace dtensor {

/// Registers the project's dialects, and the rules of upstream's ops.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Registers the project's passes and pipelines by their names in
/// `dtensor-opt`.
void registerAllPasses();

} // namespace dtensor

#endif // DTENSOR_PIPELINES_INITALL_H
