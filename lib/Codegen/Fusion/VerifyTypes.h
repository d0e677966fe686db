//===- VerifyTypes.h - The types of all values ------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_FUSION_VERIFYTYPES_H
#define DTENSOR_LIB_CODEGEN_FUSION_VERIFYTYPES_H

#include "mlir/IR/Operation.h"

namespace dtensor {

/// Calls `verify` for the types of all operands and results of all ops in
/// `root`, up to its first error.
inline mlir::LogicalResult verifyTypes(
    mlir::Operation *root,
    llvm::function_ref<mlir::LogicalResult(mlir::Operation *, mlir::Type)>
        verify) {
  mlir::WalkResult walked = root->walk([&](mlir::Operation *op) {
    for (mlir::TypeRange types : {mlir::TypeRange(op->getOperandTypes()),
                                  mlir::TypeRange(op->getResultTypes())})
      for (mlir::Type type : types)
        if (mlir::failed(verify(op, type)))
          return mlir::WalkResult::interrupt();
    return mlir::WalkResult::advance();
  });
  return mlir::failure(walked.wasInterrupted());
}

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_FUSION_VERIFYTYPES_H
