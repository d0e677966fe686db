//===- LinalgExtIndexingOps.td - Ops whose positions are data -*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTINDEXINGOPS_TD
#define DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTINDEXINGOPS_TD

include "dtensor/Dialect/LinalgExt/IR/LinalgExtBase.td"

// An empty list of axes where none is given.
def LinalgExt_Axes : DefaultValuedAttr<DenseI64ArrayAttr, "{}">;

def LinalgExt_GatherOp : LinalgExt_Op<"gather",
    [DeclareOpInterfaceMethods<LinalgExtOpInterface>,
     DeclareOpInterfaceMethods<PartOpInterface, ["getPart"]>], [{
  /// The axes of the result that come from `indices`, in order.
  ::llvm::SmallVector<int64_t> getBatchAxes();
  /// The axes of `indices` that positions do not lie along, in order.
  ::llvm::SmallVector<int64_t> getIndicesAxes();
  /// The axes of the operand that `offset_axes` of the result walk, in order.
  ::llvm::SmallVector<int64_t> getSlicedAxes();
  /// Whether a slice takes all there is along an axis of the operand.
  bool takesWhole(int64_t axis);
}]> {
  let summary = "slices at positions that are data";
  let description = [{
    This is StableHLO's `gather`.

    - The result has the axes of `indices` except `index_vector_axis`. (This may
      be one past the last axis. Then each element of `indices` is a position by
      itself.) It also has the axes `offset_axes`, along which it holds a slice
      of the operand.
    - Element `k` of the position is counted along axis `start_axes[k]` of the
      operand. Along `operand_batch_axes` the position is that along
      `indices_batch_axes` of the indices. Along other axes it is 0.
    - Slices have `slice_sizes`. Axes of size 1 that the result drops are
      `collapsed_axes`. A slice that would reach beyond the operand is moved to
      the nearest place inside.

    ```mlir
    // Rows of a table.
    %1 = linalg_ext.gather ins(%table, %at : tensor<100x8xf32>, tensor<5xi64>)
        outs(%0 : tensor<5x8xf32>) {start_axes = array<i64: 0>,
        collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>,
        index_vector_axis = 1, slice_sizes = array<i64: 1, 8>}
        -> tensor<5x8xf32>
    ```

    Indices are signed. A size of -1 means the complete axis, even if its extent
    is dynamic. If the operand is a part, positions and sizes are those of the
    whole, and elements outside of the part are zeros (all bits). Along batch
    axes, and along axes that slices take completely, the part counts as the
    whole.
  }];
  let arguments = (ins AnyShaped:$source, AnyShaped:$indices, AnyShaped:$dest,
                       Variadic<Index>:$partOffsets,
                       LinalgExt_Axes:$offset_axes,
                       LinalgExt_Axes:$collapsed_axes,
                       LinalgExt_Axes:$operand_batch_axes,
                       LinalgExt_Axes:$indices_batch_axes,
                       LinalgExt_Axes:$start_axes, I64Attr:$index_vector_axis,
                       DenseI64ArrayAttr:$slice_sizes,
                       OptionalAttr<DenseI64ArrayAttr>:$partStarts,
                       OptionalAttr<DenseI64ArrayAttr>:$partShape);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `ins` `(` $source `,` $indices `:` type($source) `,` type($indices) `)`
    `outs` `(` $dest `:` type($dest) `)`
    custom<Part>($partOffsets, $partStarts, $partShape) attr-dict
    (`->` type($result)^)?
  }];
}

def LinalgExt_ScatterOp : LinalgExt_Op<"scatter",
    [AttrSizedOperandSegments, SingleBlock,
     DeclareOpInterfaceMethods<LinalgExtOpInterface, ["readsDestination"]>,
     DeclareOpInterfaceMethods<PartOpInterface, ["getPart"]>], [{
  /// The axes of the updates that come from `indices`, in order.
  ::llvm::SmallVector<int64_t> getScatterAxes();
  /// The axes of `indices` that positions do not lie along, in order.
  ::llvm::SmallVector<int64_t> getIndicesAxes();
  /// The axes of the destinations that `window_axes` of the updates walk.
  ::llvm::SmallVector<int64_t> getWindowedAxes();
  /// Whether a window takes all there is along an axis of the destinations.
  bool takesWhole(int64_t axis);
}], "getDestsMutable()"> {
  let summary = "combine updates into slices at positions that are data";
  let description = [{
    This is StableHLO's `scatter`. For each element of the updates, the region
    combines the elements of the destinations (its first arguments) with those
    of the updates (the next ones).

    - Updates have the axes of `indices` except `index_vector_axis`, and the
      axes `window_axes`, along which they hold a slice.
    - Element `k` of the position is counted along axis `start_axes[k]` of the
      destinations. Along `dest_batch_axes` the position is that along
      `indices_batch_axes` of the indices. Along other axes it is 0.
    - Axes of the destinations that windows do not have are `inserted_axes`.
      Elements of a window outside of the destinations are dropped.

    Updates are done one after the other, in row-major order of their indices.
    If the region only takes the update, the last one stays.

    There may be fewer or more updates than destinations, if the region computes
    the combined values from several updates. The region may also read `reads`
    at the same position. These have the shape of the destinations, and are read
    as they were before the op:

    ```mlir
    // A step of momentum, for some rows.
    %1 = linalg_ext.scatter ins(%at, %rows : tensor<5xi64>, tensor<5x8xf32>)
        reads(%speed : tensor<100x8xf32>) outs(%table : tensor<100x8xf32>)
        attributes {start_axes = array<i64: 0>, inserted_axes = array<i64: 0>,
        window_axes = array<i64: 1>, index_vector_axis = 1} {
    ^bb0(%old: f32, %gradient: f32, %speed_there: f32):
      %step = arith.subf %speed_there, %gradient : f32
      %sum = arith.addf %old, %step : f32
      linalg_ext.yield %sum : f32
    } -> tensor<100x8xf32>
    ```

    ```mlir
    %1 = linalg_ext.scatter ins(%at, %rows : tensor<5xi64>, tensor<5x8xf32>)
        outs(%table : tensor<100x8xf32>) attributes {start_axes = array<i64: 0>,
        inserted_axes = array<i64: 0>, window_axes = array<i64: 1>,
        index_vector_axis = 1} {
    ^bb0(%old: f32, %update: f32):
      %sum = arith.addf %old, %update : f32
      linalg_ext.yield %sum : f32
    } -> tensor<100x8xf32>
    ```

    Indices are signed. If the destinations are parts, positions are those of
    the whole, `reads` are the same parts, and updates outside of the part are
    dropped. Along batch axes, and along axes that windows take completely, the
    part counts as the whole.
  }];
  let arguments = (ins AnyShaped:$indices, Variadic<AnyShaped>:$updates,
                       Variadic<AnyShaped>:$reads,
                       Variadic<AnyShaped>:$dests, Variadic<Index>:$partOffsets,
                       LinalgExt_Axes:$window_axes,
                       LinalgExt_Axes:$inserted_axes,
                       LinalgExt_Axes:$dest_batch_axes,
                       LinalgExt_Axes:$indices_batch_axes,
                       LinalgExt_Axes:$start_axes, I64Attr:$index_vector_axis,
                       OptionalAttr<DenseI64ArrayAttr>:$partStarts,
                       OptionalAttr<DenseI64ArrayAttr>:$partShape);
  let results = (outs Variadic<AnyRankedTensor>:$values);
  let regions = (region SizedRegion<1>:$combiner);
  let assemblyFormat = [{
    `ins` `(` $indices `,` $updates `:` type($indices) `,` type($updates) `)`
    (`reads` `(` $reads^ `:` type($reads) `)`)? `outs` `(` $dests `:` type($dests) `)`
    custom<Part>($partOffsets, $partStarts, $partShape) attr-dict-with-keyword
    $combiner (`->` type($values)^)?
  }];
}

def LinalgExt_DynamicSliceOp : LinalgExt_Op<"dynamic_slice",
    [DeclareOpInterfaceMethods<LinalgExtOpInterface>], [{
  /// Whether the slice takes all there is along an axis.
  bool takesWhole(int64_t axis);
}]> {
  let summary = "a slice at a position that is data, moved to lie inside";
  let description = [{
    This is StableHLO's `dynamic_slice`: a slice of `sizes` that begins at
    `starts`. Starts are signed, and are clamped so that the slice lies inside
    of the operand.

    ```mlir
    %1 = linalg_ext.dynamic_slice ins(%a : tensor<16x8xf32>) at [%i, %c0]
        sizes = [2, 8] outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    ```

    A size of -1 means the complete axis.
  }];
  let arguments = (ins AnyShaped:$source, Variadic<Index>:$starts,
                       AnyShaped:$dest, DenseI64ArrayAttr:$sizes);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `ins` `(` $source `:` type($source) `)` `at` `[` $starts `]` `sizes` `=`
    $sizes `outs` `(` $dest `:` type($dest) `)` attr-dict
    (`->` type($result)^)?
  }];
}

def LinalgExt_DynamicUpdateSliceOp : LinalgExt_Op<"dynamic_update_slice",
    [AttrSizedOperandSegments,
     DeclareOpInterfaceMethods<LinalgExtOpInterface, ["readsDestination"]>,
     DeclareOpInterfaceMethods<PartOpInterface, ["getPart"]>], [{
  /// Whether the update covers all there is along an axis.
  bool takesWhole(int64_t axis);
}]> {
  let summary = "overwrite a slice at a position that is data";
  let description = [{
    This is StableHLO's `dynamic_update_slice`: the destination, overwritten
    with the update from `starts` on. Starts are signed, and are clamped so that
    the update lies inside of the destination.

    ```mlir
    %1 = linalg_ext.dynamic_update_slice ins(%u : tensor<2x8xf32>) at [%i, %c0]
        outs(%a : tensor<16x8xf32>) -> tensor<16x8xf32>
    ```

    If the destination is a part, starts are those of the whole, and elements
    outside of the part are dropped. Along axes that the update covers
    completely, the part counts as the whole.
  }];
  let arguments = (ins AnyShaped:$update, Variadic<Index>:$starts,
                       AnyShaped:$dest, Variadic<Index>:$partOffsets,
                       OptionalAttr<DenseI64ArrayAttr>:$partStarts,
                       OptionalAttr<DenseI64ArrayAttr>:$partShape);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `ins` `(` $update `:` type($update) `)` `at` `[` $starts `]`
    `outs` `(` $dest `:` type($dest) `)`
    custom<Part>($partOffsets, $partStarts, $partShape) attr-dict
    (`->` type($result)^)?
  }];
}

#endif // DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTINDEXINGOPS_TD
