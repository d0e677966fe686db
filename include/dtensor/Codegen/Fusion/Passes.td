//===- Passes.td - Fewer passes over memory ----------------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CODEGEN_FUSION_PASSES_TD
#define DTENSOR_CODEGEN_FUSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def PrepareLinalg : Pass<"dtensor-prepare-linalg", "::mlir::func::FuncOp"> {
  let summary = "bring structured operations into the form that fuses";
  let description = [{
    An operation that is not a matrix contraction, a convolution or a fill
    becomes a `linalg.generic`. `linalg.softmax` and similar operations are
    decomposed. Further steps:

    - An operation that does not read its destination gets an empty destination.
      Arithmetic on tensors has an operand there, which would count as a use.
    - Constants of one value are read as scalars.
    - If a window with one position does not read an axis to its end, the rest
      of the axis is sliced off.
    - A matrix contraction reads through transposes of its operands, because
      kernels take strides.
    - The result of a convolution whose last axis is shorter than a vector is
      computed with a longer axis at the end, and transposed.
    - A padding becomes fills of its margins, and a slice that the source is
      inserted in. Upstream would fill the whole tensor.

    ```mlir
    %t = linalg.transpose ins(%b : tensor<8x4xf32>) outs(%e) permutation = [1, 0]
    %c = linalg.matmul ins(%a, %t : ...) outs(%init : tensor<2x8xf32>)
    ```
    becomes
    ```mlir
    %c = linalg.generic {indexing_maps = [(i, j, k) -> (i, k),
                                          (i, j, k) -> (j, k),
                                          (i, j, k) -> (i, j)], ...}
        ins(%a, %b : ...) outs(%init : tensor<2x8xf32>)
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FuseElementwise
    : Pass<"dtensor-fuse-elementwise", "::mlir::func::FuncOp"> {
  let summary = "compute elementwise chains in one pass over memory";
  let description = [{
    Fuses a `linalg.generic` with the producers of its operands. A producer with
    other users is fused too if these users come later. The fused operation
    keeps the producer's value as one more result, and they read it there.
    Broadcast operands are fused if computing them again is cheap. Reshapes,
    constants, fills and unused operands are folded on the way. Payloads grow to
    at most 512 operations, so time is linear in the length of a chain.

    ```mlir
    %1 = linalg.generic ... ins(%0 : tensor<8xf32>) { math.exp }
    %2 = linalg.generic ... ins(%1 : tensor<8xf32>) { arith.addf %x, %c }
    %3 = linalg.generic ... ins(%1 : tensor<8xf32>) outs(%sum : tensor<f32>)
    ```
    becomes
    ```mlir
    %2:2 = linalg.generic ... ins(%0 : tensor<8xf32>) { exp, addf; yields both }
    %3 = linalg.generic ... ins(%2#1 : tensor<8xf32>) outs(%sum : tensor<f32>)
    ```
  }];
  let options = [Option<"keepInReductions", "keep-in-reductions", "bool",
                        "false",
                        "fuse producers with other users into reductions "
                        "too, which then keep them as a result">,
                 Option<"fuseLocations", "fuse-locations", "bool", "false",
                        "give a fused op the locations of both, not only that "
                        "of the consumer">];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FuseBatches : Pass<"dtensor-fuse-batches", "::mlir::func::FuncOp"> {
  let summary = "compute products of products batch by batch";
  let description = [{
    Starts at a contraction and goes backwards over the ops that only it reads,
    to another contraction with the same batch loops. If what is between them is
    larger than a core's cache, the batch loops are tiled, and all of these ops
    are computed in the tile. So the scores and the probabilities of an attention
    are never in memory, but for some heads at a time. Contractions that share no
    batch loop with the last one stay outside: a tile would be a small product.

    ```mlir
    %scores = linalg.batch_matmul ... : tensor<16x512x512xf32>
    %exp = linalg.generic ... ins(%scores : ...)
    %values = linalg.batch_matmul ins(%exp, %v : ...) : tensor<16x512x64xf32>
    ```
    becomes
    ```mlir
    %values = scf.for %i = %c0 to %c16 step %c1 iter_args(%r = %e) {
      %scores = linalg.batch_matmul ... : tensor<1x512x512xf32>
      %exp = linalg.generic ... ins(%scores : ...)
      %value = linalg.batch_matmul ins(%exp, ...) : tensor<1x512x64xf32>
      %s = tensor.insert_slice %value into %r[%i, 0, 0] [1, 512, 64] [1, 1, 1]
      scf.yield %s
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def FuseCollectives
    : Pass<"dtensor-fuse-collectives", "::mlir::func::FuncOp"> {
  let summary = "compute some rows at a time, on both sides of all_reduces";
  let description = [{
    Starts at a structured operation and goes backwards over all_reduces, and
    over structured operations that run along the same rows. If something that
    is read on both sides of an all_reduce is larger than a core's cache, the
    loop over rows is tiled, and all of these ops are computed in the tile. So
    the rows are still in the cache when the devices have combined what they
    computed of them. The all_reduces are then smaller and more. Where more
    devices than one share a core and its cache, tiles are smaller, and must
    save more. A result that other ops read is kept if these come later.

    ```mlir
    %max = linalg.generic ... ins(%x : tensor<4096x2048xf32>) outs(%m : tensor<4096xf32>)
    %all = comm.all_reduce ins(%max : tensor<4096xf32>) ... of [4096]
    %sub = linalg.generic ... ins(%x, %all : ...) outs(%e : tensor<4096x2048xf32>)
    ```
    becomes
    ```mlir
    %sub = scf.for %i = %c0 to %c4096 step %c64 iter_args(%r = %e) {
      %rows = tensor.extract_slice %x[%i, 0] [64, 2048] [1, 1]
      %max = linalg.generic ... ins(%rows : ...) outs(... : tensor<64xf32>)
      %all = comm.all_reduce ins(%max : tensor<64xf32>) ... of [64]
      %sub = linalg.generic ... ins(%rows, %all : ...)
      %s = tensor.insert_slice %sub into %r[%i, 0] [64, 2048] [1, 1]
      scf.yield %s
    }
    ```
  }];
  let options = [Option<"cores", "cores", "int64_t", "0",
                        "number of cores that run the devices, which share the "
                        "caches of the cores; 0: each device has its own">];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::dtensor::comm::CommDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def FuseRows : Pass<"dtensor-fuse-rows", "::mlir::func::FuncOp"> {
  let summary = "compute operations that share their rows row by row";
  let description = [{
    Starts at the last operation of a block and goes backwards. Collects
    producers that run along the same parallel loops, tiles these loops, and
    computes the producers in the tile, reductions included. So a row of a
    softmax or of a layer normalisation stays in the cache from its first use to
    its last. Contractions, convolutions and collectives are not moved.

    ```mlir
    %max = linalg.generic ... ins(%x : tensor<64x512xf32>) outs(%m : tensor<64xf32>)
    %sub = linalg.generic ... ins(%x, %max : ...) outs(%e : tensor<64x512xf32>)
    ```
    becomes
    ```mlir
    %sub = scf.for %i = %c0 to %c64 step %c1 iter_args(%r = %e) {
      %row = tensor.extract_slice %x[%i, 0] [1, 512] [1, 1]
      %max = linalg.generic ... ins(%row : ...) outs(... : tensor<1xf32>)
      %sub = linalg.generic ... ins(%row, %max : ...)
      %s = tensor.insert_slice %sub into %r[%i, 0] [1, 512] [1, 1]
      scf.yield %s
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def FoldUnitExtents : Pass<"dtensor-fold-unit-extents"> {
  let summary = "drop axes of extent 1";
  let description = [{
    Applies upstream's patterns of `linalg-fold-unit-extent-dims`. Two ops that
    differ only in axes of extent 1 can then be fused. Upstream's pass also
    looks for blocks that are never reached, which takes most of its time in
    large programs, and finds nothing here. A function without such axes is left
    alone, unless an elementwise op reads its destination, which becomes an
    input.

    ```mlir
    // Before
    linalg.generic ... ins(%a : tensor<8x1xf32>) outs(%e : tensor<8x1xf32>)
    // After
    %0 = tensor.collapse_shape %a [[0, 1]] : tensor<8x1xf32> into tensor<8xf32>
    linalg.generic ... ins(%0 : tensor<8xf32>) outs(%1 : tensor<8xf32>)
    ```
  }];
  let options = [
    Option<"useSlices", "use-slices", "bool", /*default=*/"false",
           "drop axes by slices, not by reshapes">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def VerifyStructured
    : Pass<"dtensor-verify-structured", "::mlir::ModuleOp"> {
  let summary = "verify structured operations once";
  let description = [{
    Runs MLIR's verifier. The lowering does so only here, because verifying
    after each pass takes a quarter of the time of compilation. This is the last
    chance to reject a structured operation that fusion has taken apart wrongly:
    once it is a loop, nothing shows the fault.
  }];
}

def VerifyElementTypes
    : Pass<"dtensor-verify-element-types", "::mlir::ModuleOp"> {
  let summary = "reject floats that code cannot be generated for";
  let description = [{
    Floats of 8 bits are only stored: their elements can be moved, selected,
    and converted by `arith.extf` and `arith.truncf`. There are no buffers of
    floats of 4 or 6 bits, or of more than 64. The import of StableHLO leaves
    only what is supported; other programs get an error that names the operation
    and the type.
  }];
}

def VerifySizes : Pass<"dtensor-verify-sizes", "::mlir::ModuleOp"> {
  let summary = "reject tensors that no process has addresses for";
  let description = [{
    A tensor with static extents takes less than 2^47 bytes on a device. That is
    as much as a process can address on most processors. A larger one is an
    error that names the operation and the type. So the passes behind this one
    can multiply extents and sizes of elements, and no product overflows.
  }];
}

#endif // DTENSOR_CODEGEN_FUSION_PASSES_TD
