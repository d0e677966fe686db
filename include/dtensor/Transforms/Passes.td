//===- Passes.td - From the global view to the local one --*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TRANSFORMS_PASSES_TD
#define DTENSOR_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def PropagateLayouts : Pass<"dtensor-propagate-layouts", "::mlir::ModuleOp"> {
  let summary = "give every tensor value a layout";
  let description = [{
    Carries the layouts that are annotated (on arguments and results of
    functions and by `dtensor.constrain`) forward and backward through the
    program, by the sharding rules of the ops, to a fixpoint. First goes what is
    undisputed; where a mesh dimension is wanted in two places of one op, the
    cheaper one wins, by the bytes that would have to move. Annotations are
    never overruled. A partial value (a contraction over a sharded axis) stays
    partial as long as all its users can work with it.

    Factories (`tensor.empty`, fills, constants) are copied for each user, so
    that they never hold anybody to a layout.

    What is cheapest at each op may move much in all. So where something moves,
    others are tried (`search`): arguments, results and annotated values in
    another layout, brought there once; with `gather` what products contract in
    parts, and what divides little of the work, gathered before, though nobody
    asked for it whole; what every device has, left whole; what is computed from
    rows of a table for the same rows of another, where they are; other choices
    at ops where layouts dispute; one gather of what several gathered values are computed from;
    values whole that loops carry; other layouts of what products contract in
    parts; an axis that is cut into equal slices (gates, heads) as blocks and
    positions, and axes that a reshape merges computed on before it; the turns of
    a counted loop that reads a sharded stack position by position, each done by
    the devices that have its position, which hand on what the loop carries. What
    moves clearly less in all is taken, mostly as a `dtensor.constrain` of the
    value, such a loop as a `dtensor.local_map` that `dtensor.stages` explains.
    docs/Layouts.md says how much less that is for each.

    ```mlir
    // Before
    func.func @f(%a: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
        -> tensor<4x8xf32> {
      %0 = math.exp %a : tensor<4x8xf32>
      return %0 : tensor<4x8xf32>
    }
    // After
    func.func @f(%a: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
        -> (tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) {
      %0 = math.exp %a {dtensor.layouts = [#dtensor.layout<@mesh, [x, unsharded]>]} : tensor<4x8xf32>
      return %0 : tensor<4x8xf32>
    }
    ```

    Rejects ops without a sharding rule and functions with unstructured control
    flow.
  }];
  let options = [
    Option<"replicateUnknown", "replicate-unknown", "bool", "false",
           "Run ops without a rule on gathered operands, with a warning">,
    Option<"explain", "explain", "std::string", "",
           "Print how the layout of this value (a name of the source) came "
           "about">,
    Option<"search", "search", "bool", "false",
           "Try other layouts where a plan moves much">,
    Option<"gather", "gather", "bool", "false",
           "Among them such that have whole on every device what nobody asked "
           "to be">
  ];
  let dependentDialects = ["::dtensor::DTensorDialect",
                           "::dtensor::comm::CommDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SpecializeCalls : Pass<"dtensor-specialize-calls", "::mlir::ModuleOp"> {
  let summary = "a callee for each call";
  let description = [{
    A function that is called with values of several layouts is as many programs.
    Each call gets a copy, so that propagation finds the layouts of each; what
    turns out equal is shared again by `dtensor-merge-functions`.

    ```mlir
    // Before
    %0 = call @f(%a) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = call @f(%b) : (tensor<4xf32>) -> tensor<4xf32>
    // After
    %0 = call @f(%a) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = call @f_0(%b) : (tensor<4xf32>) -> tensor<4xf32>
    ```

    Functions that call themselves, and calls beyond sixteen times the module's
    size, share one callee, which then has one layout for each argument.
  }];
}

def MergeFunctions : Pass<"dtensor-merge-functions", "::mlir::ModuleOp"> {
  let summary = "one private function for equal ones";
  let description = [{
    Functions are equal if they differ by name and locations only. Layouts count:
    what `dtensor-specialize-calls` has copied stays apart where layouts differ.
  }];
}

def MarkWritten : Pass<"dtensor-mark-written", "::mlir::ModuleOp"> {
  let summary = "keep apart what the program says of layouts";
  let description = [{
    Propagation completes annotations; afterwards nothing says which of them
    the program has. This pass runs before, and leaves what stands on arguments,
    results and `dtensor.constrain` as `dtensor.written` as well.

    ```mlir
    // Before
    %1 = dtensor.constrain %0 : tensor<8xf32> to #dtensor.constraint<@mesh, [any]>
    // After
    %1 = dtensor.constrain %0 : tensor<8xf32> to #dtensor.constraint<@mesh, [any]> {dtensor.written = #dtensor.constraint<@mesh, [any]>}
    ```

    `dtensor-insert-relayouts` removes the marks.
  }];
  let dependentDialects = ["::dtensor::DTensorDialect"];
}

def InsertRelayouts : Pass<"dtensor-insert-relayouts", "::mlir::ModuleOp"> {
  let summary = "make every change of layout explicit";
  let description = [{
    Afterwards the operands and results of every op agree with its sharding
    rule, and each `dtensor.relayout` says who needed it. Equal relayouts of a
    value are one; a relayout stands right after the value's definition, so
    outside of loops that do not change the value.

    ```mlir
    // Before: %b is sharded, the product needs it whole
    %1 = linalg.matmul ins(%a, %b : ...)
    // After
    %0 = dtensor.relayout %b : tensor<8x4xf32> to <@mesh, [unsharded, unsharded]>
        because "linalg.matmul needs operand 1 (%b) replicated"
    %1 = linalg.matmul ins(%a, %0 : ...)
    ```

    With `strict` nothing moves that nobody wrote: a relayout that the program
    does not ask for is an error, which has both layouts and the line to add.
    The program asks by `dtensor.relayout`, and by what `dtensor-mark-written`
    has marked before propagation. What devices have is sliced, and what an op
    contracts in parts is reduced, without an error.

    Rejects values without a layout: run `dtensor-propagate-layouts` first.
  }];
  let options = [
    Option<"replicateUnknown", "replicate-unknown", "bool", "false",
           "As for dtensor-propagate-layouts">,
    Option<"strict", "strict", "bool", "false",
           "An error at each relayout that moves what nobody wrote">
  ];
  let dependentDialects = ["::dtensor::DTensorDialect"];
}

def ExpandSpmd : Pass<"dtensor-expand-spmd", "::mlir::ModuleOp"> {
  let summary = "from the program of all devices to the program of one";
  let description = [{
    Types become those of components, relayouts become slices and collectives,
    and what depends on where a device is (indices, initial values of
    reductions, shards of constants) is computed from its coordinates. An axis
    that does not divide evenly has a dynamic local extent. Arguments and
    results keep their layout and their type in the global view as attributes.

    ```mlir
    // Before, on a mesh x=2
    %1 = dtensor.relayout %0 to #dtensor.layout<@mesh, [unsharded]> : tensor<8xf32>
    // After, where %0 was sharded on x
    %e = tensor.empty() : tensor<8xf32>
    %1 = comm.all_gather ins(%0 : tensor<4xf32>) outs(%e : tensor<8xf32>)
        #dtensor.layout<@mesh, [x]> to #dtensor.layout<@mesh, [unsharded]> of [8] -> tensor<8xf32>
    ```

    Rejects operands whose layout does not agree with the op's rule: run
    `dtensor-insert-relayouts` first.
  }];
  let options = [
    Option<"replicateUnknown", "replicate-unknown", "bool", "false",
           "As for dtensor-propagate-layouts">
  ];
  let dependentDialects = [
    "::dtensor::comm::CommDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

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

def ShareRelayouts : Pass<"dtensor-share-relayouts", "::mlir::ModuleOp"> {
  let summary = "let one relayout of a value start from another";
  let description = [{
    Where a value is needed in several layouts, each is reached from whichever of
    the others moves least. What two users gather along one mesh dimension is
    gathered once; what one user needs scattered and another whole is reduced
    once.

    ```mlir
    // Before, where %0 is partial along x
    %1 = dtensor.relayout %0 : tensor<8xf32> to <@mesh, [unsharded]>
    %2 = dtensor.relayout %0 : tensor<8xf32> to <@mesh, [x]>
    // After: a reduce_scatter and an all_gather
    %2 = dtensor.relayout %0 : tensor<8xf32> to <@mesh, [x]>
    %1 = dtensor.relayout %2 : tensor<8xf32> to <@mesh, [unsharded]>
    ```

    What is computed element by element from one value that is in the wanted
    layout already is computed from that once more, not moved: the mirrored
    kernel of a convolution's gradient from the kernel that was gathered.
  }];
  let dependentDialects = ["::dtensor::DTensorDialect"];
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

def DecomposeAggregates
    : Pass<"dtensor-decompose-aggregates", "::mlir::ModuleOp"> {
  let summary = "take apart ops that have several steps";
  let description = [{
    Ops such as `linalg.softmax` become the structured ops that they stand for,
    each of which has a sharding rule of its own: then only what crosses shards
    is communicated.

    ```mlir
    // Before
    %1 = linalg.softmax dimension(1) ins(%0 : ...) outs(%e : ...) -> tensor<4x8xf32>
    // After: a maximum, a difference, an exponential, a sum and a quotient
    ```

    `linalg_ext.reduce_window` and `select_and_scatter` become paddings and ops
    that walk the windows as a pooling does, `linalg_ext.top_k` a sort that keeps
    the first, `linalg_ext.reduce` by combiners that are known `linalg.reduce`,
    and one that finds the position of an extreme two reductions: the extreme,
    then the least position that has it.
    `linalg.pack` and `unpack` become paddings, reshapes, transposes and slices,
    and paddings of less than nothing slices.

    Where a `linalg.generic` reads a window backwards (`i - k + 2`), the loop k is
    turned, and what it walks alone reversed before.
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
    `jax.lax.associative_scan` is traced as a recursion: pairs are combined, what
    comes of them is scanned, combined with each second element, and the two are
    joined position by position. Sharded along the axis, each level is fetched,
    where the results of the parts would be enough. The recursion becomes a
    `linalg_ext.scan`, `reverse` if it stands between two `linalg_ext.reverse`;
    it has all tensors that are scanned together.

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

    A tensor that the combiner repeats along axes is repeated before: a factor for
    each row of several numbers.

    The combiner is associative, as whoever asked for the recursion has promised:
    what is combined first is no longer the same, and results differ as sums in
    another order do.

    Left alone: a recursion of which anything but the results is used elsewhere
    (a gradient's, which needs what each level has made); a combiner that is not
    elementwise (products of matrices), or reads anything but the elements and
    constants; one of which a part is not in the program since nobody needs it,
    as it can be for fewer than 8 positions; levels that are transposed (`vmap`
    over another axis than the first).
  }];
  let dependentDialects = ["::dtensor::linalg_ext::LinalgExtDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def RaiseGathers : Pass<"dtensor-raise-gathers", "::mlir::ModuleOp"> {
  let summary = "recognise what reads a tensor at positions that are data";
  let description = [{
    A body that reads an outer tensor could read any of it, so the tensor would
    have to be whole on each device. Where a module has a mesh, such a read
    becomes a gather and an operand: the positions are computed first, for the
    loops that they depend on; axes of the tensor that a loop walks from end to
    end are axes of the gather's slices, or of its batch. `tensor.gather` and
    `tensor.scatter` become those of linalg_ext in any module.

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
  let summary = "read and write single elements as slices of one";
  let description = [{
    A scalar has no layout, so an element of a sharded tensor would be read from
    all of it. Where a module has a mesh, the element becomes a slice first,
    which one device has and all others get.

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

def EraseUnusedResults
    : Pass<"dtensor-erase-unused-results", "::mlir::ModuleOp"> {
  let summary = "drop what structured ops compute for nobody";
  let description = [{
    Frontends compute a maximum together with its index and then use one of
    the two. Alone, the maximum is a reduction that can be split. An input of
    which only the extents matter, like the window of a pooling, becomes an
    empty tensor, which has any layout at no cost.

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

#endif // DTENSOR_TRANSFORMS_PASSES_TD
