//===- LinalgExtCallOps.td - Functions of the user ---------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTCALLOPS_TD
#define DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTCALLOPS_TD

include "dtensor/Dialect/LinalgExt/IR/LinalgExtBase.td"

def LinalgExt_CustomCallOp : LinalgExt_Op<"custom_call",
    [AttrSizedOperandSegments, DeclareOpInterfaceMethods<LinalgExtOpInterface>],
    "", "getDestsMutable()"> {
  let summary = "call a function that the user has defined";
  let description = [{
    The process that runs the program defines a function by the name `callee`
    (`dt_define_function` of the runtime). It gets dense, row-major operands,
    and writes all elements of the destinations. It has no other effect, so a
    call whose results are not used is not made.

    `rule` is the sharding rule of the function, in the form of
    [sharding rules](../ShardingRules.md): which axes go together, and which of
    them are reduced or must be whole. Each device calls the function on its
    components. A call without a rule can only be made in a
    `dtensor.local_map`. `unsigned_operands` are the numbers of the operands
    whose integers are unsigned, which the function is told.

    ```mlir
    %1 = linalg_ext.custom_call "scale_rows" rule "([i,j],[i])->([i,j])"
        ins(%a, %s : tensor<4x8xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>)
        -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins StrAttr:$callee, OptionalAttr<StrAttr>:$rule,
                       Variadic<AnyShaped>:$sources, Variadic<AnyShaped>:$dests,
                       DefaultValuedAttr<DenseI64ArrayAttr,
                                         "{}">:$unsigned_operands);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $callee (`rule` $rule^)? (`ins` `(` $sources^ `:` type($sources) `)`)?
    `outs` `(` $dests `:` type($dests) `)`
    (`unsigned_operands` `=` $unsigned_operands^)? attr-dict
    (`->` type($results)^)?
  }];
}

#endif // DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTCALLOPS_TD
