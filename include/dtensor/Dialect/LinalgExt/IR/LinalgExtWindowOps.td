//===- LinalgExtWindowOps.td - Ops of windows that may overlap -*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTWINDOWOPS_TD
#define DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTWINDOWOPS_TD

include "dtensor/Dialect/LinalgExt/IR/LinalgExtBase.td"

def LinalgExt_ReduceWindowOp : LinalgExt_Op<"reduce_window",
    [AttrSizedOperandSegments,
     DeclareOpInterfaceMethods<LinalgExtOpInterface, ["readsDestination"]>],
    "", "getDestsMutable()"> {
  let summary = "reduce windows by any body";
  let description = [{
    Position `o` of the result combines the elements at
    `o * strides + w * dilations - low` for each `w` in the window, in row-major
    order, beginning with the destination. The tensors have one shape.
    `base_dilations - 1` further positions lie between any two of their
    positions. These positions take no part, nor does the `low` and the `high`
    padding.

    ```mlir
    %1 = linalg_ext.reduce_window ins(%0 : tensor<8xf32>) outs(%i : tensor<4xf32>)
        window = [3] strides = [2] low = [1] high = [0] {
    ^bb0(%acc: f32, %x: f32):
      %m = arith.maximumf %acc, %x : f32
      linalg_ext.yield %m : f32
    } -> tensor<4xf32>
    ```

    This is StableHLO's `reduce_window`, for initial values that do not change a
    result when they are combined as padding. The body gets the accumulators,
    then the elements. Strides and dilations are 1 by default, and paddings are
    0. A padding may be negative. Accumulators of f16 and bf16 are kept in f32,
    and rounded once, when the result is stored. The partition pipeline turns
    this op into structured ops.
  }];
  let arguments = (ins Variadic<AnyShaped>:$sources, Variadic<AnyShaped>:$dests,
                       DenseI64ArrayAttr:$window,
                       OptionalAttr<DenseI64ArrayAttr>:$strides,
                       OptionalAttr<DenseI64ArrayAttr>:$baseDilations,
                       OptionalAttr<DenseI64ArrayAttr>:$dilations,
                       OptionalAttr<DenseI64ArrayAttr>:$low,
                       OptionalAttr<DenseI64ArrayAttr>:$high);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$combiner);
  let assemblyFormat = [{
    `ins` `(` $sources `:` type($sources) `)` `outs` `(` $dests `:` type($dests) `)`
    `window` `=` $window (`strides` `=` $strides^)?
    (`base_dilations` `=` $baseDilations^)? (`dilations` `=` $dilations^)?
    (`low` `=` $low^)? (`high` `=` $high^)? attr-dict-with-keyword
    $combiner (`->` type($results)^)?
  }];
}

def LinalgExt_SelectAndScatterOp : LinalgExt_Op<"select_and_scatter",
    [DeclareOpInterfaceMethods<LinalgExtOpInterface, ["readsDestination"]>]> {
  let summary = "add to one position of each window";
  let description = [{
    This is the gradient of a pooling. In each window of `operand` one position
    is selected, in row-major order: `select(selected, next)` keeps the selected
    element or takes the next one. Positions outside of the operand are not
    looked at. `scatter(value, element)` combines the window's element of
    `source` into the destination at the selected position, in the order of the
    windows.

    ```mlir
    %1 = linalg_ext.select_and_scatter ins(%x, %dy : tensor<4xf32>, tensor<2xf32>)
        outs(%zeros : tensor<4xf32>) window = [2] strides = [2] select {
    ^bb0(%a: f32, %b: f32):
      %p = arith.cmpf oge, %a, %b : f32
      linalg_ext.yield %p : i1
    } scatter {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      linalg_ext.yield %s : f32
    } -> tensor<4xf32>
    ```

    This is StableHLO's op. The partition pipeline turns it into structured ops.
  }];
  let arguments = (ins AnyShaped:$operand, AnyShaped:$source, AnyShaped:$dest,
                       DenseI64ArrayAttr:$window,
                       OptionalAttr<DenseI64ArrayAttr>:$strides,
                       OptionalAttr<DenseI64ArrayAttr>:$low,
                       OptionalAttr<DenseI64ArrayAttr>:$high);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
  let assemblyFormat = [{
    `ins` `(` $operand `,` $source `:` type($operand) `,` type($source) `)`
    `outs` `(` $dest `:` type($dest) `)` `window` `=` $window
    (`strides` `=` $strides^)? (`low` `=` $low^)? (`high` `=` $high^)?
    attr-dict-with-keyword `select` $select `scatter` $scatter
    (`->` type($result)^)?
  }];
}

#endif // DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTWINDOWOPS_TD
