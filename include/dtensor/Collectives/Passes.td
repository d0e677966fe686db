//===- Passes.td - Fewer and smaller collectives -----------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_COLLECTIVES_PASSES_TD
#define DTENSOR_COLLECTIVES_PASSES_TD

include "mlir/Pass/PassBase.td"

def ComposeFetches : Pass<"dtensor-compose-fetches", "::mlir::ModuleOp"> {
  let summary = "replace chains of fetches by one fetch";
  let description = [{
    If a fetch reads a value that was itself fetched, it fetches from the first
    source instead. So each of these is one exchange: a roll (slices that are
    joined), a slice of a padding, and a convolution of a padding. Values that
    were filled in between are filled in at the end. So is padding that each
    device has added by itself. Elementwise ops between two fetches are
    computed before both, if devices then receive less and compute little more.
    The pass works on the local view.

    ```mlir
    // Before
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %1 = comm.fetch ins(%0 : tensor<3xf32>) outs(%f : tensor<4xf32>) ...  // pads
    %2 = comm.fetch ins(%1 : tensor<4xf32>) outs(%g : tensor<5xf32>) ...  // halo
    // After
    %h = linalg.fill ins(%zero : f32) outs(%g : tensor<5xf32>) -> tensor<5xf32>
    %2 = comm.fetch ins(%0 : tensor<3xf32>) outs(%h : tensor<5xf32>) ...
    ```
  }];
  let dependentDialects = ["::dtensor::comm::CommDialect",
                           "::mlir::linalg::LinalgDialect"];
}

def JoinFetches : Pass<"dtensor-join-fetches", "::mlir::func::FuncOp"> {
  let summary = "fetch shifted parts of a tensor once";
  let description = [{
    A stencil reads a tensor at several shifts. If these are fetches that differ
    by their shifts only, one fetch brings the box that contains all of them,
    and each becomes a slice of it. So a device copies its part once and not for
    each shift, and waits for its neighbours once. Positions outside of the
    tensor are filled, at the border of the box only where that is possible.

    A fetch may have several sources, which are boxes of one tensor. A rotation
    (`jnp.roll`) has two: all but the last position, and the last position,
    which comes first. A fetch of the result of another such fetch counts as a
    fetch of the first source. So does a fetch of a value that a device has put
    together from slices of the source, along an axis that is not divided.

    Two fetches are joined if no device receives more than the one that received
    most before. If devices do not receive less, they also have to copy less. So
    fetches of rows and fetches of columns stay apart unless another fetch reads
    the corners of the box. The pass works on the local view, on results of
    static shapes.

    ```mlir
    // Before: each position's neighbours on both sides
    %1 = comm.fetch ins(%0 : tensor<4xf32>) outs(%a : tensor<4xf32>)
        <@mesh, [x]> of [8] by affine_map<(d0) -> (d0)>
        from <@mesh, [x]> of [8] at [0] step [1] count [7] to [1] step [1]
    %2 = comm.fetch ins(%0 : tensor<4xf32>) outs(%b : tensor<4xf32>)
        <@mesh, [x]> of [8] by affine_map<(d0) -> (d0)>
        from <@mesh, [x]> of [8] at [1] step [1] count [7] to [0] step [1]
    // After
    %3 = comm.fetch ins(%0 : tensor<4xf32>) outs(%c : tensor<6xf32>)
        <@mesh, [x, unsharded]> of [8, 3] by affine_map<(d0, d1) -> (d0 + d1)>
        from <@mesh, [x]> of [8] at [0] step [1] count [8] to [1] step [1]
    %1 = tensor.extract_slice %3[0] [4] [1]
    %2 = tensor.extract_slice %3[2] [4] [1]
    ```
  }];
  let dependentDialects = ["::dtensor::comm::CommDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def HoistCollectives
    : Pass<"dtensor-hoist-collectives", "::mlir::func::FuncOp"> {
  let summary = "communicate once, not in every iteration of a loop";
  let description = [{
    Moves collectives and fetches out of loops if their operands do not change,
    together with the ops that compute these operands. Everything else stays
    where it is. If a loop has no iteration, the communication was in vain. No
    device waits in that case, since all of them come to the loop.

    ```mlir
    // Before
    scf.for ... {
      %0 = comm.all_gather ins(%weight : ...) outs(%e : ...) ...
    }
    // After
    %0 = comm.all_gather ins(%weight : ...) outs(%e : ...) ...
    scf.for ... {
    }
    ```
  }];
  let dependentDialects = ["::dtensor::comm::CommDialect"];
}

def ScatterReductions
    : Pass<"dtensor-scatter-reductions", "::mlir::func::FuncOp"> {
  let summary = "reduce only the part that is used";
  let description = [{
    An all_reduce becomes a reduce_scatter if each device uses only its own part
    of the result, along the dimensions that are reduced. It stays if it has
    another user, or if the groups differ.

    ```mlir
    // Before
    %1 = comm.all_reduce ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) ...
    %o = comm.shard_offset @mesh [x] of 4
    %2 = tensor.extract_slice %1[%o] [2] [1] : tensor<4xf32> to tensor<2xf32>
    // After
    %2 = comm.reduce_scatter ins(%0 : tensor<4xf32>) outs(%e2 : tensor<2xf32>) ...
    ```
  }];
  let dependentDialects = ["::dtensor::comm::CommDialect",
                           "::mlir::tensor::TensorDialect"];
}

def CancelGathers : Pass<"dtensor-cancel-gathers", "::mlir::func::FuncOp"> {
  let summary = "do not gather what a device already has";
  let description = [{
    A slice of a gathered value may be exactly the part that the device had
    before the gather. The slice is replaced by that part.

    ```mlir
    // Before
    %1 = comm.all_gather ins(%0 : tensor<2xf32>) outs(%e : tensor<4xf32>) ...
    %o = comm.shard_offset @mesh [x] of 4
    %2 = tensor.extract_slice %1[%o] [2] [1] : tensor<4xf32> to tensor<2xf32>
    // After: %2 is %0
    ```
  }];
  let dependentDialects = ["::dtensor::comm::CommDialect"];
}

def FoldUnitSums : Pass<"dtensor-fold-unit-sums", "::mlir::func::FuncOp"> {
  let summary = "leave out local sums of a single addend";
  let description = [{
    If each device has one position of a summed axis, then its part of the sum is
    `0 + x`. A collective adds these parts anyway, so the device's addend becomes
    the source of the collective, and a pass over memory is saved. `0 + x` is `x`
    except for `-0`. So the collective's own sum begins with `+0`.

    ```mlir
    // Before
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %s = linalg.reduce { arith.addf } ins(%a : tensor<1x4xf32>)
        outs(%f : tensor<4xf32>) dimensions = [0]
    %r = comm.all_reduce ins(%s : tensor<4xf32>) outs(%d : tensor<4xf32>) ...
    // After
    %s = tensor.collapse_shape %a [[0, 1]] : tensor<1x4xf32> into tensor<4xf32>
    %r = comm.all_reduce ins(%s : tensor<4xf32>) outs(%d : tensor<4xf32>) ... from_zero
    ```
  }];
  let dependentDialects = ["::dtensor::comm::CommDialect",
                           "::mlir::tensor::TensorDialect"];
}

def MergeReductions : Pass<"dtensor-merge-reductions", "::mlir::func::FuncOp"> {
  let summary = "reduce a sum instead of its terms";
  let description = [{
    The sum or difference of two reduced sums, of the same kind and along the
    same dimensions, is reduced once.

    ```mlir
    // Before
    %2 = comm.all_reduce ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) ...
    %3 = comm.all_reduce ins(%1 : tensor<4xf32>) outs(%e : tensor<4xf32>) ...
    %4 = arith.addf %2, %3 : tensor<4xf32>
    // After
    %2 = arith.addf %0, %1 : tensor<4xf32>
    %4 = comm.all_reduce ins(%2 : tensor<4xf32>) outs(%e : tensor<4xf32>) ...
    ```
  }];
  let dependentDialects = ["::dtensor::comm::CommDialect",
                           "::mlir::tensor::TensorDialect"];
}

def PlaceGathers : Pass<"dtensor-place-gathers", "::mlir::func::FuncOp"> {
  let summary = "gather at the last moment, and again rather than keep";
  let description = [{
    Moves every all_gather right before its first user, because a gathered value
    takes more memory than its source.

    An argument of the function may be gathered for users that are far apart,
    with other gathers in between. Examples are the weights of a layer, which
    are used forward and backward. Such an argument is gathered again for the
    later users if this lowers the function's peak of memory by at least
    `regather` percent, or if it lowers a peak above the module's
    `dtensor.memory_per_device`. The collective then has the attribute
    `dtensor.regathered`.

    ```mlir
    // Before
    %0 = comm.all_gather ins(%w0 : ...) ...
    %1 = comm.all_gather ins(%w1 : ...) ...
    %2 = linalg.matmul ins(%x, %0 : ...)
    %3 = linalg.matmul ins(%2, %1 : ...)
    // After
    %0 = comm.all_gather ins(%w0 : ...) ...
    %2 = linalg.matmul ins(%x, %0 : ...)
    %1 = comm.all_gather ins(%w1 : ...) ...
    %3 = linalg.matmul ins(%2, %1 : ...)
    ```
  }];
  let options = [
    Option<"regather", "regather", "int64_t", "25",
           "Gather an argument again if the peak of memory is lower by this "
           "many percent (101: never)">
  ];
  let dependentDialects = ["::dtensor::comm::CommDialect",
                           "::mlir::tensor::TensorDialect"];
}

def BucketCollectives
    : Pass<"dtensor-bucket-collectives", "::mlir::func::FuncOp"> {
  let summary = "join many small collectives into one";
  let description = [{
    Joins independent all_reduces, all_gathers or reduce_scatters of small
    tensors, if they have one element type and go along the same mesh
    dimensions. The tensors lie side by side in one larger collective. It moves
    as many bytes, but devices meet only once. Readers of the earlier results
    move behind the last one.

    The tensors must have static extents, and their memory must be in one piece
    on every device: an axis that is divided or joined must come first.

    ```mlir
    // Before
    %2 = comm.all_reduce ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) ...
    %3 = comm.all_reduce ins(%1 : tensor<3x2xf32>) outs(%f : tensor<3x2xf32>) ...
    // After
    %b = tensor.insert_slice ... : tensor<1x4xf32> into tensor<1x10xf32>
    %c = tensor.insert_slice ... : tensor<1x6xf32> into tensor<1x10xf32>
    %r = comm.all_reduce ins(%c : tensor<1x10xf32>) outs(%g : tensor<1x10xf32>) ...
    %2 = tensor.extract_slice %r ...
    %3 = tensor.extract_slice %r ...
    ```
  }];
  let options = [
    Option<"maxBytes", "max-bytes", "int64_t", "4096",
           "The largest bucket, in bytes of the larger side on one device">
  ];
  let dependentDialects = ["::dtensor::comm::CommDialect",
                           "::mlir::tensor::TensorDialect"];
}

def DivideReplicated : Pass<"dtensor-divide-replicated", "::mlir::ModuleOp"> {
  let summary = "divide work that all devices of a group would repeat";
  let description = [{
    A replicated value is computed by every device, for example a normalization
    of activations that all devices have, or the update of a weight. Here each
    device computes an equal part of it, along one axis, and an all_gather joins
    the parts. Within one process the group shares the memory of the result, so
    this moves nothing. Ops that read each other's results keep their parts, and
    only what others read is gathered. The releases of a block with such ops are
    removed; `dtensor-scatter-reductions` and `dtensor-insert-releases` come
    afterwards.

    An op is divided if it has a parallel loop that runs along an axis of the
    result, and whose extent is a multiple of the size of the group. Connected
    ops must save 2^18 scalar operations for each device, and have two of them
    for each element that is gathered.

    ```mlir
    // Before
    %g = comm.all_reduce ins(%d : tensor<512x512xf32>) ...
    %w2 = linalg.generic ... ins(%w, %g : tensor<512x512xf32>, ...)
    // After, on two devices
    %g = comm.all_reduce ins(%d : tensor<512x512xf32>) ...
    %o = comm.shard_offset @mesh [x] of 512
    %gPart = tensor.extract_slice %g[%o, 0] [256, 512] [1, 1]
    %wPart = tensor.extract_slice %w[%o, 0] [256, 512] [1, 1]
    %part = linalg.generic ... ins(%wPart, %gPart : tensor<256x512xf32>, ...)
    %w2 = comm.all_gather ins(%part : tensor<256x512xf32>) ...
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::dtensor::comm::CommDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def InsertReleases : Pass<"dtensor-insert-releases", "::mlir::ModuleOp"> {
  let summary = "keep buffers that peers read from being overwritten";
  let description = [{
    Puts a `comm.release` of each collective's result at the end of its block.
    Bufferization sees one device only. Without the release, it would let an op
    overwrite in place a buffer that peers still read.

    ```mlir
    // Before
    %1 = comm.all_gather ins(%0 : ...) outs(%e : ...) ... -> tensor<8xf32>
    %2 = math.exp %1 : tensor<8xf32>
    return %2 : tensor<8xf32>
    // After
    %1 = comm.all_gather ins(%0 : ...) outs(%e : ...) ... -> tensor<8xf32>
    %2 = math.exp %1 : tensor<8xf32>
    comm.release %1 : tensor<8xf32>
    return %2 : tensor<8xf32>
    ```
  }];
  let dependentDialects = ["::dtensor::comm::CommDialect"];
}

def VerifyUniform : Pass<"dtensor-verify-uniform", "::mlir::ModuleOp"> {
  let summary = "prove that all devices meet the same collectives";
  let description = [{
    A collective waits for its whole group. So all devices of the group must
    come to it equally often. This can fail under a branch or in a loop whose
    condition differs between devices. A value *differs* along a mesh dimension
    if it

    - says where a device is,
    - is sharded or partial along the dimension, or
    - is computed from such a value.

    After a collective, the devices of a group agree as far as the new layout is
    replicated.

    Rejects a collective that could hang. The error names the condition, and the
    place where it begins to differ:

    ```mlir
    %i = comm.coordinate @mesh x
    %p = arith.cmpi eq, %i, %c0 : index
    // error: 'comm.all_reduce' over x would hang: whether it is reached depends
    // on %p, which differs between devices along x
    scf.if %p {
      %1 = comm.all_reduce ...
    }
    ```

    Accepts a collective over `y` under a condition that differs along `x` only,
    because groups do not wait for each other.
  }];
}

#endif // DTENSOR_COLLECTIVES_PASSES_TD
