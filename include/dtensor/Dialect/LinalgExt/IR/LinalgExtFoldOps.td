//===- LinalgExtFoldOps.td - Ops that apply a body along an axis -*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTFOLDOPS_TD
#define DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTFOLDOPS_TD

include "dtensor/Dialect/LinalgExt/IR/LinalgExtBase.td"

def LinalgExt_SortOp : LinalgExt_Op<"sort",
    [AttrSizedOperandSegments,
     DeclareOpInterfaceMethods<LinalgExtOpInterface, ["readsDestination"]>],
    [{ bool hasScratch(); }], "getDestsMutable()"> {
  let summary = "order tensors along an axis, or take the first of them";
  let description = [{
    Orders the positions of `axis` by a comparator of any number of tensors of
    one shape, which all move together. The comparator has two arguments per
    tensor, an element of the one and of the other position, and says whether
    the one comes before the other, as a strict weak ordering does. Equal ones,
    of which it says so of neither, keep their order: the sort is stable.

    ```mlir
    %v, %i = linalg_ext.sort ins(%x, %n : tensor<4xf32>, tensor<4xi64>)
        outs(%d, %e : tensor<4xf32>, tensor<4xi64>) axis = 0 {
    ^bb0(%a: f32, %b: f32, %m: i64, %n: i64):
      %p = arith.cmpf olt, %a, %b : f32
      linalg_ext.yield %p : i1
    } -> tensor<4xf32>, tensor<4xi64>
    ```

    This is StableHLO's `sort`. A destination of `k` positions along the axis
    gets the first `k`: with a comparator that asks for the greater one, and
    positions as a second tensor, this is top-k, ties to the lower position. If
    there are fewer than `k`, the rest of the destination stays as it is.

    There are as many destinations as tensors, or twice as many: the second
    half is scratch memory, of two rows each, whose result means nothing.
  }];
  let arguments = (ins Variadic<AnyShaped>:$sources, Variadic<AnyShaped>:$dests,
                       I64Attr:$axis);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$comparator);
  let assemblyFormat = [{
    `ins` `(` $sources `:` type($sources) `)` `outs` `(` $dests `:` type($dests) `)`
    `axis` `=` $axis attr-dict-with-keyword $comparator (`->` type($results)^)?
  }];
}

def LinalgExt_TopKOp : LinalgExt_Op<"top_k",
    [DeclareOpInterfaceMethods<LinalgExtOpInterface>],
    "", "getDestsMutable()"> {
  let summary = "the greatest elements along an axis, and where they are";
  let description = [{
    The first destination gets the `k` greatest elements along `axis`, in
    descending order, or with `smallest` the least ones in ascending order; the
    second one their positions. Of equal ones the lower position comes first.
    NaN counts as greater than any number, zeros of both signs are equal, and
    integers are signed but for `unsigned`.

    ```mlir
    %v, %i = linalg_ext.top_k ins(%x : tensor<2x8xf32>)
        outs(%d, %e : tensor<2x3xf32>, tensor<2x3xi32>) axis = 1
        -> tensor<2x3xf32>, tensor<2x3xi32>
    ```

    Other orders are those of `linalg_ext.sort`, which the partition pipeline
    makes of this.
  }];
  let arguments = (ins AnyShaped:$source, Variadic<AnyShaped>:$dests,
                       I64Attr:$axis, UnitAttr:$smallest, UnitAttr:$isUnsigned);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    `ins` `(` $source `:` type($source) `)` `outs` `(` $dests `:` type($dests) `)`
    `axis` `=` $axis (`smallest` $smallest^)? (`unsigned` $isUnsigned^)? attr-dict
    (`->` type($results)^)?
  }];
}

def LinalgExt_ReduceOp : LinalgExt_Op<"reduce",
    [AttrSizedOperandSegments,
     DeclareOpInterfaceMethods<LinalgExtOpInterface, ["readsDestination"]>],
    "", "getDestsMutable()"> {
  let summary = "reduce tensors together by any associative body";
  let description = [{
    Combines the elements along `dimensions` of any number of tensors of one
    shape, together, in row-major order. The body gets the accumulators, then
    the elements, and yields the new accumulators, which begin with the
    destinations.

    ```mlir
    %v, %i = linalg_ext.reduce ins(%x, %n : tensor<4xf32>, tensor<4xi64>)
        outs(%d, %e : tensor<f32>, tensor<i64>) dimensions = [0] {
    ^bb0(%av: f32, %ai: i64, %xv: f32, %xi: i64):
      %p = arith.cmpf oge, %av, %xv : f32
      %0 = arith.select %p, %av, %xv : f32
      %1 = arith.select %p, %ai, %xi : i64
      linalg_ext.yield %0, %1 : f32, i64
    } -> tensor<f32>, tensor<i64>
    ```

    The body must be associative, and commutative if there is more than one
    dimension: which elements come together first is not said. It need not have an
    identity. The initial value counts once. (A body that is not associative is
    for `linalg.reduce`, whose order is fixed.)

    Accumulators of f16 and bf16 are kept in f32, and rounded once, where the
    result is stored. Along a sharded axis each device rounds its own part.

    `peeled`: the accumulators begin with the first elements; where there are
    none, the destination stays as it is.
  }];
  let arguments = (ins Variadic<AnyShaped>:$sources, Variadic<AnyShaped>:$dests,
                       DenseI64ArrayAttr:$dimensions, UnitAttr:$peeled);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$combiner);
  let assemblyFormat = [{
    `ins` `(` $sources `:` type($sources) `)` `outs` `(` $dests `:` type($dests) `)`
    `dimensions` `=` $dimensions (`peeled` $peeled^)? attr-dict-with-keyword
    $combiner (`->` type($results)^)?
  }];
}

def LinalgExt_ScanOp : LinalgExt_Op<"scan",
    [AttrSizedOperandSegments, DeclareOpInterfaceMethods<LinalgExtOpInterface>],
    "", "getDestsMutable()"> {
  let summary = "all partial results of a reduction along an axis";
  let description = [{
    The accumulators of a reduction along `axis` after each position, or with
    `exclusive` before it; with `reverse` from the last position to the first.
    They begin with `init`, tensors without the axis. Without `init`, or where
    the condition behind `if` does not hold, they begin with the first elements,
    and `init` is not read; such a scan is not `exclusive`. The condition is for
    the local view, where it differs from device to device.

    ```mlir
    %0 = linalg_ext.scan ins(%x : tensor<2x4xf32>) init(%i : tensor<2xf32>)
        outs(%d : tensor<2x4xf32>) axis = 1 {
    ^bb0(%a: f32, %b: f32):
      %1 = arith.addf %a, %b : f32
      linalg_ext.yield %1 : f32
    } -> tensor<2x4xf32>
    // of [[1, 2, 3, 4], ...] and [0, ...]: [[1, 3, 6, 10], ...]
    // exclusive: [[0, 1, 3, 6], ...]; reverse: [[10, 9, 7, 4], ...]
    %1 = linalg_ext.scan ins(%x : tensor<2x4xf32>)
        outs(%d : tensor<2x4xf32>) axis = 1 {...} -> tensor<2x4xf32>
    %2 = linalg_ext.scan ins(%x : tensor<2x4xf32>)
        init(%i : tensor<2xf32>) if %isNotFirst
        outs(%d : tensor<2x4xf32>) axis = 1 {...} -> tensor<2x4xf32>
    ```

    The body gets the accumulators, then the elements. It must be associative;
    it need be neither commutative nor have an identity. With positions as a
    second tensor this is a cumulative maximum with indices. Accumulators of f16
    and bf16 are kept in f32: each position is rounded where it is stored, and
    the next one goes on with what was not. One device hands on to the next what
    is rounded.
  }];
  let arguments = (ins Variadic<AnyShaped>:$sources, Variadic<AnyShaped>:$inits,
                       Variadic<AnyShaped>:$dests, Optional<I1>:$hasInits,
                       I64Attr:$axis, UnitAttr:$exclusive, UnitAttr:$reverse);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$combiner);
  let assemblyFormat = [{
    `ins` `(` $sources `:` type($sources) `)`
    (`init` `(` $inits^ `:` type($inits) `)` (`if` $hasInits^)?)?
    `outs` `(` $dests `:` type($dests) `)` `axis` `=` $axis
    (`exclusive` $exclusive^)? (`reverse` $reverse^)? attr-dict-with-keyword
    $combiner (`->` type($results)^)?
  }];
}

#endif // DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTFOLDOPS_TD
