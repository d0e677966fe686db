//===- LinalgExtMovementOps.td - Ops that move elements as they are -*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTMOVEMENTOPS_TD
#define DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTMOVEMENTOPS_TD

include "dtensor/Dialect/LinalgExt/IR/LinalgExtBase.td"
include "mlir/Dialect/Linalg/IR/LinalgInterfaces.td"

def LinalgExt_ReverseOp : LinalgExt_Op<"reverse",
    [DeclareOpInterfaceMethods<LinalgExtOpInterface>]> {
  let summary = "reverse axes";
  let description = [{
    Position `i` of each of `axes`, of extent `n`, gets the element at
    `n - 1 - i`.

    ```mlir
    %1 = linalg_ext.reverse ins(%0 : tensor<3x2xf32>) outs(%e : tensor<3x2xf32>)
        axes = [0] -> tensor<3x2xf32>
    // [[1, 2], [3, 4], [5, 6]] becomes [[5, 6], [3, 4], [1, 2]]
    ```
  }];
  let arguments = (ins AnyShaped:$source, AnyShaped:$dest,
                       DenseI64ArrayAttr:$axes);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `ins` `(` $source `:` type($source) `)` `outs` `(` $dest `:` type($dest) `)`
    `axes` `=` $axes attr-dict (`->` type($result)^)?
  }];
  let hasFolder = 1;
}

def LinalgExt_RollOp : LinalgExt_Op<"roll",
    [DeclareOpInterfaceMethods<LinalgExtOpInterface>,
     AggregatedOpInterface], [{
  ::llvm::FailureOr<::llvm::SmallVector<::mlir::Value>>
  decomposeOperation(::mlir::OpBuilder &builder);
}]> {
  let summary = "move elements along axes, from one end to the other";
  let description = [{
    The element at position `i` of `axes[k]`, of extent `n`, goes to position
    `(i + shifts[k]) mod n`. Extents along the axes are static. An axis that is
    named more than once is rolled by the sum of its shifts.

    ```mlir
    %1 = linalg_ext.roll ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>)
        shifts = [1] axes = [0] -> tensor<4xf32>
    // [1, 2, 3, 4] becomes [4, 1, 2, 3]
    ```

    The op is taken apart into two slices and their concatenation for each axis.
  }];
  let arguments = (ins AnyShaped:$source, AnyShaped:$dest,
                       DenseI64ArrayAttr:$shifts, DenseI64ArrayAttr:$axes);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `ins` `(` $source `:` type($source) `)` `outs` `(` $dest `:` type($dest) `)`
    `shifts` `=` $shifts `axes` `=` $axes attr-dict (`->` type($result)^)?
  }];
}

#endif // DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTMOVEMENTOPS_TD
