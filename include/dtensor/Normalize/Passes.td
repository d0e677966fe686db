//===- Passes.td - Foreign forms to ours -------------------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_NORMALIZE_PASSES_TD
#define DTENSOR_NORMALIZE_PASSES_TD

include "mlir/Pass/PassBase.td"

def DecomposeAggregates
    : Pass<"dtensor-decompose-aggregates", "::mlir::ModuleOp"> {
  let summary = "take apart ops that consist of several steps";
  let description = [{
    Ops such as `linalg.softmax` become the structured ops that they stand for.
    Each of these has a sharding rule of its own, so only values that cross
    shards are communicated.

    ```mlir
    // Before
    %1 = linalg.softmax dimension(1) ins(%0 : ...) outs(%e : ...) -> tensor<4x8xf32>
    // After: a maximum, a difference, an exponential, a sum and a quotient
    ```

    Further ops are taken apart:

    - `linalg_ext.reduce_window` and `select_and_scatter` become paddings, and
      ops that walk the windows as a pooling does.
    - `linalg_ext.top_k` becomes a sort that keeps the first elements.
    - `linalg_ext.reduce` by known combiners becomes `linalg.reduce`.
    - A `linalg_ext.reduce` that finds the position of an extreme becomes two
      reductions: the extreme, then the least position that has it.
    - `linalg.pack` and `unpack` become paddings, reshapes, transposes and
      slices.
    - Paddings by negative amounts become slices.

    If a `linalg.generic` reads a window backwards (`i - k + 2`), the loop k is
    turned. Operands that k walks alone are reversed before.
  }];
  let dependentDialects = [
    "::dtensor::linalg_ext::LinalgExtDialect", "::mlir::arith::ArithDialect",
    "::mlir::complex::ComplexDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def RaiseScans : Pass<"dtensor-raise-scans", "::mlir::ModuleOp"> {
  let summary = "recognise scans that are written as slices and joins";
  let description = [{
    `jax.lax.associative_scan` is traced as a recursion. Each level combines
    pairs, scans the results, and combines these with every second element. Then
    it joins both halves position by position. If the axis is sharded, each
    level would fetch elements, although the results of the parts would be
    enough. So the recursion becomes a `linalg_ext.scan`, with all tensors that
    are scanned together. The scan is `reverse` if it stands between two
    `linalg_ext.reverse`.

    ```mlir
    %a = tensor.extract_slice %x[0] [2] [2] : tensor<4xf32> to tensor<2xf32>
    %b = tensor.extract_slice %x[1] [2] [2] : tensor<4xf32> to tensor<2xf32>
    %pairs = arith.addf %a, %b : tensor<2xf32>
    // ... the same of %pairs: %odd
    %c = tensor.extract_slice %odd[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
    %d = tensor.extract_slice %x[2] [1] [2] : tensor<4xf32> to tensor<1xf32>
    %rest = arith.addf %c, %d : tensor<1xf32>
    %first = tensor.extract_slice %x[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %even = tensor.concat dim(0) %first, %rest : ...
    // ... %even and %odd, with zeros between: %even0, %odd0
    %scan = arith.addf %even0, %odd0 : tensor<4xf32>
    ```
    becomes
    ```mlir
    %scan = linalg_ext.scan ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) axis = 0 {
    ^bb0(%l: f32, %r: f32):
      %0 = arith.addf %l, %r : f32
      linalg_ext.yield %0 : f32
    } -> tensor<4xf32>
    ```

    A combiner may repeat a tensor along axes, for example a factor for each row
    of several numbers. Such a tensor is repeated before the scan.

    The author of the recursion has promised that the combiner is associative.
    The scan combines in another order, so results may differ as those of sums
    in another order do.

    The pass leaves these recursions alone:

    - A value of a level is used elsewhere, for example by a gradient, which
      needs the values of each level.
    - The combiner is not elementwise (products of matrices), or it reads more
      than the elements and constants.
    - A part of the recursion is not in the program, since nobody needs it. This
      can be so for fewer than 8 positions.
    - Levels are transposed (`vmap` over another axis than the first).
  }];
  let dependentDialects = ["::dtensor::linalg_ext::LinalgExtDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def WindowGathers : Pass<"dtensor-window-gathers", "::mlir::ModuleOp"> {
  let summary = "turn gathers at known positions into reads through windows";
  let description = [{
    The positions of a gather are data, so rows that devices may have to give
    each other are found when the program runs. A program often computes them
    from nothing but positions: `x[i + j]` for all i and j is a sliding window.
    If such positions are linear in the loops and inside of the source, the
    gather becomes a structured op that reads the source through windows. Then
    it needs a halo only.

    ```mlir
    // Before: %at has the elements i + j
    %1 = linalg_ext.gather ins(%x, %at : tensor<35xf32>, tensor<32x4x1xi32>) ...
    // After
    %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + j)>,
                                          affine_map<(i, j) -> (i, j)>], ...}
        ins(%x : tensor<35xf32>) outs(%0 : tensor<32x4xf32>) ...
    ```

    Gathers of diagonals, and of axes that are read backwards, stay as they are.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def RaiseGathers : Pass<"dtensor-raise-gathers", "::mlir::ModuleOp"> {
  let summary = "turn reads at positions that are data into gathers";
  let description = [{
    A body that reads an outer tensor could read any of its elements, so each
    device would need the whole tensor. In a module with a mesh, such a read
    becomes a gather, whose result is an operand. The positions are computed
    first, for the loops that they depend on. If a loop walks an axis of the
    tensor from end to end, this axis becomes an axis of the gather's slices or
    of its batch. `tensor.gather` and `tensor.scatter` become those of
    linalg_ext in any module.

    ```mlir
    %1 = linalg.generic ... ins(%at : tensor<5xi64>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%i: i64, %out: f32):
      %row = arith.index_cast %i : i64 to index
      %column = linalg.index 1 : index
      %x = tensor.extract %table[%row, %column] : tensor<100x8xf32>
      linalg.yield %x : f32
    }
    ```
    becomes
    ```mlir
    %2 = linalg_ext.gather ins(%table, %at1 : tensor<100x8xf32>, tensor<5xi64>)
        outs(%e : tensor<5x8xf32>) {start_axes = array<i64: 0>, ...}
    %1 = linalg.generic ... ins(%at, %2 : ...) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%i: i64, %x: f32, %out: f32):
      linalg.yield %x : f32
    }
    ```
  }];
  let dependentDialects = [
    "::dtensor::linalg_ext::LinalgExtDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def SliceElements : Pass<"dtensor-slice-elements", "::mlir::ModuleOp"> {
  let summary = "read and write single elements as slices of one position";
  let description = [{
    A scalar has no layout, so a read of one element of a sharded tensor would
    need the whole tensor. In a module with a mesh, the element first becomes a
    slice. One device has this slice, and all others get it.

    ```mlir
    %x = tensor.extract %a[%i, %j] : tensor<8x4xf32>
    %b = tensor.insert %y into %a[%i, %j] : tensor<8x4xf32>
    ```
    becomes
    ```mlir
    %s = linalg_ext.dynamic_slice ins(%a : tensor<8x4xf32>) at [%i, %j]
        sizes = [1, 1] outs(%e : tensor<1x1xf32>) -> tensor<1x1xf32>
    %x = tensor.extract %s[%c0, %c0] : tensor<1x1xf32>
    %u = tensor.from_elements %y : tensor<1x1xf32>
    %b = linalg_ext.dynamic_update_slice ins(%u : tensor<1x1xf32>) at [%i, %j]
        outs(%a : tensor<8x4xf32>) -> tensor<8x4xf32>
    ```
  }];
  let dependentDialects = [
    "::dtensor::linalg_ext::LinalgExtDialect", "::mlir::arith::ArithDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def ForgetCallers : Pass<"dtensor-forget-callers", "::mlir::ModuleOp"> {
  let summary = "let inlined ops keep the locations that they have";
  let description = [{
    Makes the locations of calls unknown. MLIR's inliner adds the location of
    the call to those of all inlined ops. If calls are nested a thousand deep,
    each op gets a thousand locations, and most of the compile time is spent on
    making them. Nothing reads them after this: messages of a running program
    name the place of the op itself.
  }];
}

def MergeEqualOps : Pass<"dtensor-merge-equal-ops"> {
  let summary = "compute equal values once";
  let description = [{
    Erases unused ops, and replaces an op without effects by an earlier one that
    is equal. It is for ops on tensors: no op that reads memory is replaced.

    Upstream's `cse` does the same, and more. But to it, all loops with the same
    bounds and first values have one hash. So it compares each loop with all
    others before it, and a program with thousands of equal layers took minutes.
    Here the contents of a loop are a part of its hash.

    ```mlir
    // Before
    %0 = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %e) -> ... { ... %a ... }
    %1 = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %e) -> ... { ... %b ... }
    %2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %e) -> ... { ... %a ... }
    // After: %2 is %0, and %1 stays
    ```
  }];
}

def EraseUnusedResults
    : Pass<"dtensor-erase-unused-results", "::mlir::ModuleOp"> {
  let summary = "drop results of structured ops that nobody uses";
  let description = [{
    Frontends compute a maximum together with its index, and then use one of the
    two. The maximum alone is a reduction that can be split. If only the extents
    of an input matter, as for the window of a pooling, it becomes an empty
    tensor. An empty tensor has any layout at no cost.

    ```mlir
    // Before
    %m:2 = linalg.generic ... ins(%x : ...) outs(%a, %b : tensor<4xf32>, tensor<4xi64>)
    // After, if %m#1 has no users
    %m = linalg.generic ... ins(%x : ...) outs(%a : tensor<4xf32>)
    ```
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def SplitArgmax : Pass<"dtensor-split-argmax", "::mlir::func::FuncOp"> {
  let summary = "compute an extreme value and its position one after the other";
  let description = [{
    A reduction to a pair of a maximum and its index is neither vectorised nor
    split between devices. It becomes two reductions: the maximum, and the least
    index at which the operand equals it. If nothing exceeds the initial value,
    or if the maximum is NaN, the result is the initial index. If only the value
    of a pair is used, the index is dropped.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // DTENSOR_NORMALIZE_PASSES_TD
