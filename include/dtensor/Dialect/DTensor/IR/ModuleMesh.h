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

/// The module's mesh, or null if it has none and the program is for one device.
/// Several meshes are an error, since a program is partitioned for one.
mlir::FailureOr<MeshOp> getModuleMesh(mlir::ModuleOp module);

} // namespace dtensor

#endif // DTENSOR_DIALECT_DTENSOR_IR_MODULEMESH_H
