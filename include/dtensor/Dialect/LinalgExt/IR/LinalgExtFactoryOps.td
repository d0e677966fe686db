//===- LinalgExtFactoryOps.td - Ops that make tensors out of nothing -*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTFACTORYOPS_TD
#define DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTFACTORYOPS_TD

include "dtensor/Dialect/LinalgExt/IR/LinalgExtBase.td"

def LinalgExt_IotaOp : LinalgExt_Op<"iota",
    [DeclareOpInterfaceMethods<LinalgExtOpInterface>,
     DeclareOpInterfaceMethods<PartOpInterface, ["getPart"]>]> {
  let summary = "the positions along an axis";
  let description = [{
    Every element is its position along `axis`, converted to the element type
    (integers wrap, floats round, a complex number gets it as its real part).

    ```mlir
    %1 = linalg_ext.iota axis = 1 outs(%0 : tensor<2x3xi32>) -> tensor<2x3xi32>
    // [[0, 1, 2], [0, 1, 2]]
    ```

    The destination may be a part: positions are those of the whole.
  }];
  let arguments = (ins I64Attr:$axis, AnyShaped:$dest,
                       Variadic<Index>:$partOffsets,
                       OptionalAttr<DenseI64ArrayAttr>:$partStarts,
                       OptionalAttr<DenseI64ArrayAttr>:$partShape);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `axis` `=` $axis `outs` `(` $dest `:` type($dest) `)`
    custom<Part>($partOffsets, $partStarts, $partShape) attr-dict
    (`->` type($result)^)?
  }];
}

#endif // DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTFACTORYOPS_TD
