//===- Passes.td - Passes about rules ---------------------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_SHARDINGRULES_PASSES_TD
#define DTENSOR_SHARDINGRULES_PASSES_TD

include "mlir/Pass/PassBase.td"

def PrintRules : Pass<"dtensor-print-rules"> {
  let summary = "print the sharding rule of each operation on tensors";
  let description = [{
    Each operation with tensors gets a remark with its rule, or a remark that it
    has none. Nothing is changed.

    ```mlir
    %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x6xf32>)
                       outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
    ```
    gets
    ```
    sharding rule '([i,k],[k,j],[i,j])->([i,j]) {i=4,j=6,k=8 reduction(sum)}'
    ```
    The rule ends with `, free` if the operation makes its result out of
    nothing, and with `, captures N` if its body uses N outer tensors.
  }];
}

#endif // DTENSOR_SHARDINGRULES_PASSES_TD
