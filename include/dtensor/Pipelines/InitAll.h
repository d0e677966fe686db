//===- InitAll.h - All that the project has to register ---------*- C++ -*-===//
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

/// The dialects that programs are partitioned in (`dtensor`, `comm` and
/// `linalg_ext`), and the rules of their ops and of upstream's. No other
/// dialect that a context may hold has one of these names.
void registerCoreDialects(mlir::DialectRegistry &registry);

/// This project's readings of frontends' dialects: `stablehlo`, `chlo`, `sdy`,
/// `torch`, `tm_tensor`, and others of StableHLO's files. The original dialects
/// have the same names, so one context holds either these or those.
void registerFrontends(mlir::DialectRegistry &registry);

/// Both.
void registerAllDialects(mlir::DialectRegistry &registry);

/// The project's passes and pipelines, by the names that `dtensor-opt` has.
void registerAllPasses();

} // namespace dtensor

#endif // DTENSOR_PIPELINES_INITALL_H
