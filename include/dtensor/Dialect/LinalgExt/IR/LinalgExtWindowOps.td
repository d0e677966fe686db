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
    Position `o` of the result combines, beginning with the destination, the
    elements at `o * strides + w * dilations - low` for each `w` in the window, in
    row-major order, of tensors of one shape between whose positions
    `base_dilations - 1` more ones were put. What lies outside of them, in the
    `low` or the `high` padding, and what was put between takes no part.

    ```mlir
    %1 = linalg_ext.reduce_window ins(%0 : tensor<8xf32>) outs(%i : tensor<4xf32>)
        window = [3] strides = [2] low = [1] high = [0] {
    ^bb0(%acc: f32, %x: f32):
      %m = arith.maximumf %acc, %x : f32
      linalg_ext.yield %m : f32
    } -> tensor<4xf32>
    ```

    This is StableHLO's `reduce_window` of inits for which padding is no matter.
    The body gets the accumulators, then the elements. Strides, dilations and
    paddings that are left out are 1, 1 and 0. A padding may be negative.
    Accumulators of f16 and bf16 are kept in f32, and rounded once, where the
    result is stored. The partition pipeline makes structured ops of it.
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
    The gradient of a pooling. Of each window of `operand` the position is
    selected that is left when `select(selected, next)` keeps the one or takes
    the other, in row-major order; what lies outside is not looked at. The
    window's element of `source` is combined by `scatter(value, element)` into
    the destination there, in the order of the windows.

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

    This is StableHLO's op. The partition pipeline makes structured ops of it.
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
