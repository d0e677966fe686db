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
  let summary = "order tensors along an axis, or keep only the first elements";
  let description = [{
    Orders the positions of `axis` by a comparator. Any number of tensors of one
    shape move together. The comparator has two arguments per tensor: an element
    of one position, and an element of the other. It says whether the one comes
    before the other, and must be a strict weak ordering. Elements are equal if
    neither comes before the other. Equal elements keep their order: the sort is
    stable.

    ```mlir
    %v, %i = linalg_ext.sort ins(%x, %n : tensor<4xf32>, tensor<4xi64>)
        outs(%d, %e : tensor<4xf32>, tensor<4xi64>) axis = 0 {
    ^bb0(%a: f32, %b: f32, %m: i64, %n: i64):
      %p = arith.cmpf olt, %a, %b : f32
      linalg_ext.yield %p : i1
    } -> tensor<4xf32>, tensor<4xi64>
    ```

    This is StableHLO's `sort`. A destination of `k` positions along the axis
    gets the first `k`. With a comparator that asks for the greater element, and
    with positions as a second tensor, this is top-k, and of equal elements the
    one with the lower position wins. If there are fewer than `k` elements, the
    rest of the destination stays as it is.

    There are as many destinations as tensors, or twice as many. The second half
    is then scratch memory, and its results mean nothing. Each has two rows, or
    twice `k` elements two times, if only the first `k` are kept: then only
    elements that may be among these are sorted.
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
  let summary = "the greatest elements along an axis, and their positions";
  let description = [{
    The first destination gets the `k` greatest elements along `axis` in
    descending order, or with `smallest` the `k` least ones in ascending order.
    The second destination gets their positions. Of equal elements the one with
    the lower position comes first. NaN is greater than any number, and zeros of
    both signs are equal. Integers are signed unless `unsigned` is given.

    ```mlir
    %v, %i = linalg_ext.top_k ins(%x : tensor<2x8xf32>)
        outs(%d, %e : tensor<2x3xf32>, tensor<2x3xi32>) axis = 1
        -> tensor<2x3xf32>, tensor<2x3xi32>
    ```

    Use `linalg_ext.sort` for other orders. The partition pipeline turns this op
    into a sort.
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
  let summary = "reduce tensors together by an associative body";
  let description = [{
    Combines the elements along `dimensions` of any number of tensors of one
    shape. They are combined together, in row-major order. The body gets the
    accumulators, then the elements, and yields the new accumulators. The
    accumulators begin with the destinations.

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

    The body must be associative. If there is more than one dimension, it must
    also be commutative, since the order of combining is not specified. It need
    not have an identity. The initial value counts once. (For a body that is not
    associative, use `linalg.reduce`, whose order is fixed.)

    Accumulators of f16 and bf16 are kept in f32. They are rounded once, when
    the result is stored. Along a sharded axis each device rounds its own part.

    With `peeled`, the accumulators begin with the first elements. If there are
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
    The result has the accumulators of a reduction along `axis` after each
    position, or with `exclusive` before it. With `reverse` the reduction goes
    from the last position to the first. The accumulators begin with `init`,
    tensors without the axis. In two cases they begin with the first elements,
    and `init` is not read: if there is no `init`, or if the condition after
    `if` does not hold. Such a scan is not `exclusive`. The condition is for the
    local view, where it differs from device to device.

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

    The body gets the accumulators, then the elements. It must be associative.
    It need not be commutative, and it need not have an identity. With positions
    as a second tensor, the op is a cumulative maximum with indices.
    Accumulators of f16 and bf16 are kept in f32. Each position is rounded when
    it is stored, and the next one continues with the unrounded value. A device
    hands a rounded value to the next device.
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
