//===- ModuleMesh.h - The mesh that a module runs on ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_DTENSOR_IR_MODULEMESH_H
#define DTENSOR_DIALECT_DTENSOR_IR_MODULEMESH_H

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "mlir/IR/BuiltinOps.h"

namespace dtensor {

/// The module's mesh; null if it has none: the program is for one device. An
/// error if there are several: a program is partitioned for one mesh.
mlir::FailureOr<MeshOp> getModuleMesh(mlir::ModuleOp module);

} // namespace dtensor

#endif // DTENSOR_DIALECT_DTENSOR_IR_MODULEMESH_H
