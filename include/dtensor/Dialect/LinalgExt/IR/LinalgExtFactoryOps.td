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
    Every element is its position along `axis`, converted to the element type.
    Integers wrap, floats round, and a complex number gets the position as its
    real part.

    ```mlir
    %1 = linalg_ext.iota axis = 1 outs(%0 : tensor<2x3xi32>) -> tensor<2x3xi32>
    // [[0, 1, 2], [0, 1, 2]]
    ```

    The destination may be a part. Positions are those of the whole.
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

def LinalgExt_RandomOp : LinalgExt_Op<"random",
    [DeclareOpInterfaceMethods<LinalgExtOpInterface>,
     DeclareOpInterfaceMethods<PartOpInterface, ["getPart"]>]> {
  let summary = "random bits, from a state and positions";
  let description = [{
    The values are those of XLA for StableHLO's `rng_bit_generator`.
    `advance_random` gives the new state. The bits are uniform, and a function
    of the state and of the position in the whole tensor. So they are the same
    in every layout.

    The state has elements of 64 bits, of which a generator takes the low half
    first. `threefry2x32` (20 rounds) has the state [key, counter]. `philox4x32`
    (10 rounds) has [key, low half of the counter, high half]. As in XLA it may
    also have [key, low half of the counter], and then the key is the high half
    as well. With `n` for the row-major index of an element:

    | | bits | are of block | words |
    |---|---|---|---|
    | threefry2x32 | 64 | counter + n | 0 (low), 1 (high) |
    | | 32 | counter + n', where n' counts in pairs along an axis | 0 of the first, 1 of the second |
    | philox4x32 | 64 | counter + n / 2 | 2 * (n % 2) (low), 2 * (n % 2) + 1 (high) |
    | | 32 | counter + n / 4 | n % 4 |

    Pairs lie along the first axis of even extent. If there is none, they lie
    along the longest axis, and the last pair lacks its second element. Elements
    of 8 and 16 bits are the low bits of elements of 32 bits.

    ```mlir
    %1 = linalg_ext.random threefry2x32 ins(%state : tensor<2xi64>)
        outs(%0 : tensor<4x8xi32>) -> tensor<4x8xi32>
    ```
  }];
  let arguments = (ins StrAttr:$algorithm, AnyShaped:$state, AnyShaped:$dest,
                       Variadic<Index>:$partOffsets,
                       OptionalAttr<DenseI64ArrayAttr>:$partStarts,
                       OptionalAttr<DenseI64ArrayAttr>:$partShape);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    custom<Keyword>($algorithm) `ins` `(` $state `:` type($state) `)`
    `outs` `(` $dest `:` type($dest) `)`
    custom<Part>($partOffsets, $partStarts, $partShape) attr-dict
    (`->` type($result)^)?
  }];
}

def LinalgExt_AdvanceRandomOp : LinalgExt_Op<"advance_random",
    [DeclareOpInterfaceMethods<LinalgExtOpInterface>]> {
  let summary = "the state of a generator after it has made a tensor";
  let description = [{
    The new state has a counter after all blocks that `random` takes for a
    tensor of the given type.

    ```mlir
    %1 = linalg_ext.advance_random threefry2x32 ins(%state : tensor<2xi64>)
        outs(%0 : tensor<2xi64>) past tensor<4x8xi32> -> tensor<2xi64>
    ```
  }];
  let arguments = (ins StrAttr:$algorithm, AnyShaped:$state, AnyShaped:$dest,
                       TypeAttrOf<AnyRankedTensor>:$drawn);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    custom<Keyword>($algorithm) `ins` `(` $state `:` type($state) `)`
    `outs` `(` $dest `:` type($dest) `)` `past` $drawn attr-dict
    (`->` type($result)^)?
  }];
}

#endif // DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTFACTORYOPS_TD
