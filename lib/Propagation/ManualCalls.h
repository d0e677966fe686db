//===- ManualCalls.h - Functions called in local_maps -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PROPAGATION_MANUALCALLS_H
#define DTENSOR_LIB_PROPAGATION_MANUALCALLS_H

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dtensor {

/// The mesh dimensions along which each function of a module computes on
/// components, because calls in a `dtensor.local_map` lead to it. Its layouts
/// must not name them.
class ManualCalls {
public:
  ManualCalls(mlir::ModuleOp module, const Mesh &mesh);

  llvm::ArrayRef<unsigned> getDims(mlir::func::FuncOp function) const;

private:
  llvm::DenseMap<mlir::Operation *, DimList> dimsOf;
};

} // namespace dtensor

#endif // DTENSOR_LIB_PROPAGATION_MANUALCALLS_H
