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
  let summary = "one fetch where there were several";
  let description = [{
    On the local view: a fetch of what only was fetched from elsewhere fetches
    from there. So a roll (slices that are joined), a slice of what is padded, a
    convolution of what is padded are one exchange each. What was filled
    between is filled in the end, and so is what each device has padded by
    itself.

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

def HoistCollectives
    : Pass<"dtensor-hoist-collectives", "::mlir::func::FuncOp"> {
  let summary = "communicate once, not in every turn of a loop";
  let description = [{
    Moves collectives, and fetches, whose operands do not change out of loops,
    with what those are computed from. Everything else stays where it is. A loop that makes no
    turn then communicates in vain; no device waits, since all of them come to
    the loop.

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
  let summary = "reduce only what is used";
  let description = [{
    An all_reduce of which only the device's own part is used, along the
    dimensions that it reduces over, is a reduce_scatter; not where the
    all_reduce has another user or the groups differ.

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
  let summary = "gather nothing that a device has";
  let description = [{
    A slice of a gathered value that is exactly what the device had before is
    what the device had before.

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

def MergeReductions : Pass<"dtensor-merge-reductions", "::mlir::func::FuncOp"> {
  let summary = "reduce a sum, not its terms";
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
    Moves every all_gather right before its first user: what is gathered takes
    more memory than what it is gathered from.

    An argument of the function that is gathered for users far apart, with other
    gathers in between (the weights of a layer, used forward and backward), is
    gathered again for the later ones, if that lowers the function's peak of
    memory by so much that the bytes are worth it: by `regather` percent. Such a
    collective has the attribute `dtensor.regathered`.

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
           "Gather again what would have to be kept, if the peak of memory is "
           "lower by this many percent (101: never)">
  ];
  let dependentDialects = ["::dtensor::comm::CommDialect",
                           "::mlir::tensor::TensorDialect"];
}

def BucketCollectives
    : Pass<"dtensor-bucket-collectives", "::mlir::func::FuncOp"> {
  let summary = "many small collectives as one";
  let description = [{
    Independent all_reduces, all_gathers or reduce_scatters of small tensors, of
    one element type and along the same mesh dimensions, become one of the
    tensors beside each other: the same bytes, but devices meet once. Readers of
    the earlier results move behind the last one.

    Only tensors of static extents whose memory is in one piece on every device:
    an axis that is cut or joined comes first.

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

def InsertReleases : Pass<"dtensor-insert-releases", "::mlir::ModuleOp"> {
  let summary = "keep what peers read from being overwritten";
  let description = [{
    Puts a `comm.release` of each collective's result at the end of its block.
    Bufferization sees one device only and would let an op overwrite in place
    what peers still read.

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
    A collective waits for its whole group. It must not stand where some devices
    of the group come and others do not, or not as often: under a branch or in
    a loop whose condition differs between them. A value differs along a mesh
    dimension if it says where a device is, is sharded or partial along the
    dimension, or comes from such a value; after a collective, a group agrees as
    far as the new layout is replicated.

    Rejects a collective that could hang, and names the condition and where
    it begins to differ:

    ```mlir
    %i = comm.coordinate @mesh x
    %p = arith.cmpi eq, %i, %c0 : index
    // error: 'comm.all_reduce' over x would hang: whether it is reached depends
    // on %p, which differs between devices along x
    scf.if %p {
      %1 = comm.all_reduce ...
    }
    ```

    Accepts a collective over `y` under a condition that differs along `x` only:
    groups do not wait for each other.
  }];
}

#endif // DTENSOR_COLLECTIVES_PASSES_TD
