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

/// Registers the dialects that programs are partitioned in (`dtensor`, `comm`
/// and `linalg_ext`), and the rules of their ops and of upstream's ops.
void registerCoreDialects(mlir::DialectRegistry &registry);

/// Registers this project's versions of the frontends' dialects: `stablehlo`,
/// `chlo`, `sdy`, `torch`, `tm_tensor`, and others of StableHLO's files. The
/// original dialects have the same names, so a context holds either these or
/// the originals.
void registerFrontends(mlir::DialectRegistry &registry);

/// Registers both.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Registers the project's passes and pipelines by their names in
/// `dtensor-opt`.
void registerAllPasses();

} // namespace dtensor

#endif // DTENSOR_PIPELINES_INITALL_H
