//===- LinalgExtOps.td - All ops of linalg_ext -*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTOPS_TD
#define DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTOPS_TD

// One file per family.
include "dtensor/Dialect/LinalgExt/IR/LinalgExtFactoryOps.td"
include "dtensor/Dialect/LinalgExt/IR/LinalgExtIndexingOps.td"
include "dtensor/Dialect/LinalgExt/IR/LinalgExtFoldOps.td"
include "dtensor/Dialect/LinalgExt/IR/LinalgExtMatrixOps.td"
include "dtensor/Dialect/LinalgExt/IR/LinalgExtMovementOps.td"
include "dtensor/Dialect/LinalgExt/IR/LinalgExtWindowOps.td"
include "dtensor/Dialect/LinalgExt/IR/LinalgExtCallOps.td"

def LinalgExt_YieldOp : Op<LinalgExt_Dialect, "yield",
                           [Pure, ReturnLike, Terminator]> {
  let summary = "the values that the region of an op computes";
  let description = [{
    ```mlir
    linalg_ext.yield %sum : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let builders = [OpBuilder<(ins), [{ /* an empty region's */ }]>];
}

#endif // DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTOPS_TD
