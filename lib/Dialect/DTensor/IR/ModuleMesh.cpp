//===- ModuleMesh.cpp - The mesh that a module runs on --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/ModuleMesh.h"

using namespace mlir;

FailureOr<dtensor::MeshOp> dtensor::getModuleMesh(ModuleOp module) {
  MeshOp mesh;
  for (auto other : module.getOps<MeshOp>()) {
    if (mesh) {
      InFlightDiagnostic error =
          other.emitError("required: one mesh in the module; found: @")
          << mesh.getSymName() << " and @" << other.getSymName();
      error.attachNote(mesh.getLoc()) << "the first one is here";
      return failure();
    }
    mesh = other;
  }
  return mesh;
}
