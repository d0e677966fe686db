//===- Passes.td - Where tensors are stored ----------------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CODEGEN_MEMORY_PASSES_TD
#define DTENSOR_CODEGEN_MEMORY_PASSES_TD

include "mlir/Pass/PassBase.td"

def SeparateDestinations
    : Pass<"dtensor-separate-destinations", "::mlir::func::FuncOp"> {
  let summary = "give every operation a destination of its own";
  let description = [{
    Bufferization makes a copy for two operations that write into one
    `linalg.fill` or one `tensor.empty`. So each operation gets its own.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def CopyOuterDestinations
    : Pass<"dtensor-copy-outer-destinations", "::mlir::func::FuncOp"> {
  let summary = "copy an outer tensor of which each iteration of a loop "
                "replaces a slice";
  let description = [{
    A loop may insert a slice into a tensor from outside of the loop. Each
    iteration needs that tensor unchanged. The analysis of bufferization does
    not see this. It lets the slice be computed in place, since the insertion of
    one iteration does not read the elements that it replaces. But the next
    iteration may read them. So the slice is inserted into a copy.

    ```mlir
    scf.for %i = ... iter_args(%c = %b) -> tensor<8xf32> {
      %s = linalg.exp ins(%v : tensor<1xf32>) outs(%e : tensor<1xf32>) -> tensor<1xf32>
      %r = tensor.insert_slice %s into %a[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
      scf.yield %r : tensor<8xf32>
    }
    // becomes
    scf.for %i = ... iter_args(%c = %b) -> tensor<8xf32> {
      %s = linalg.exp ins(%v : tensor<1xf32>) outs(%e : tensor<1xf32>) -> tensor<1xf32>
      %f = tensor.empty() : tensor<8xf32>
      %d = linalg.copy ins(%a : tensor<8xf32>) outs(%f : tensor<8xf32>) -> tensor<8xf32>
      %r = tensor.insert_slice %s into %d[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
      scf.yield %r : tensor<8xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ResultsToDestinations
    : Pass<"dtensor-results-to-destinations", "::mlir::ModuleOp"> {
  let summary = "write results of entry functions into buffers of the caller";
  let description = [{
    Function arguments become memrefs. They are read-only unless they are marked
    `bufferization.writable = true`. A read-only argument becomes one tensor for
    every 64 users, and so does each constant, because bufferization compares
    all users of a tensor with each other.

    Every result becomes one more argument, which the result is written to: a
    memref, or a pointer to a scalar. If an argument is donated to a result
    (`dtensor.donated`), the result is written to that argument, and its own
    buffer is left alone. A donation that no result can use is a warning with
    the reason.

    Arguments that are memory of results have the attribute `comm.result` if
    the result has a layout.

    Calls must have been inlined. A call that is left is an error.

    ```mlir
    func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
      ...
      return %r : tensor<4xf32>
    }
    ```
    becomes
    ```mlir
    func.func @main(%m: memref<4xf32>, %out: memref<4xf32>) {
      %d = bufferization.to_tensor %out restrict writable
      %a = bufferization.to_tensor %m restrict
      ...
      %w = bufferization.materialize_in_destination %r in %d
      bufferization.materialize_in_destination %w in writable %out
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect"];
}

def EliminateEmptyTensors
    : Pass<"dtensor-eliminate-empty-tensors", "::mlir::ModuleOp"> {
  let summary = "compute directly in the place where a result is written";
  let description = [{
    As MLIR's `eliminate-empty-tensors`: if a value is computed into an empty
    tensor and then written into another tensor, it is computed there directly.
    There is one exception, values that a branch of an `scf.if` hands on. The
    other branch may hand on another buffer. The analysis of bufferization then
    takes this buffer for the place that is written, and rejects the program.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::tensor::TensorDialect"];
}

def CopyLoopCarried
    : Pass<"dtensor-copy-loop-carried", "::mlir::func::FuncOp"> {
  let summary = "give loop-carried tensors one buffer each";
  let description = [{
    A loop may yield another buffer than the one it was given. Bufferization
    would then allocate in every iteration. So every yielded tensor is written
    to the buffer of the argument that carries it. If the producer can write
    there itself, bufferization leaves no copy.

    The regions of an `scf.while` may carry different tensors. These are brought
    to the same places, and each tensor gets a buffer that the other region
    hands back. A tensor whose extents change from iteration to iteration gets a
    new buffer when they change.

    ```mlir
    %r = scf.for ... iter_args(%t = %init) -> (tensor<4xf32>) {
      %n = ...
      scf.yield %n : tensor<4xf32>
    }
    ```
    becomes
    ```mlir
    %r = scf.for ... iter_args(%t = %init) -> (tensor<4xf32>) {
      %n = ...
      %m = bufferization.materialize_in_destination %n in %t
      scf.yield %m : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def VerifyInPlace : Pass<"dtensor-verify-in-place", "::mlir::ModuleOp"> {
  let summary = "reject a program in which a tensor is lost before it is read";
  let description = [{
    Several passes and the analysis of bufferization decide which tensors share
    a buffer. This pass decides nothing. It executes the program with those
    decisions, on contents instead of numbers. Each write makes a new content of
    a buffer, or of a part of it. A reader of a tensor must find the content
    that was the tensor's when it was made. Both ways of a branch are followed,
    and loops for any iteration. The analysis argues the other way round, from
    pairs of reads and writes that may conflict. So an error in one is not an
    error in the other.

    ```mlir
    %s = scf.if %c -> (tensor<4xf32>) {
      scf.yield %x : tensor<4xf32>
    } else {
      scf.yield %y : tensor<4xf32>
    }
    %y2 = linalg.exp ins(%y : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
    %r = linalg.add ins(%s, %y2 : ...) // error if %y2 is made in place of %y
    ```
  }];
  let options = [
    Option<"assumeInPlace", "assume-in-place", "bool", /*default=*/"false",
           "for tests of this pass: assume that every operand is written in "
           "place">
  ];
}

def ShareBuffers : Pass<"dtensor-share-buffers", "::mlir::func::FuncOp"> {
  let summary = "store once what a whole group of devices receives";
  let description = [{
    After some collectives all members of a group hold the same value. The
    destination of such a collective becomes one buffer of the group, if it is a
    buffer of its own that nobody else writes. Each member then writes a part of
    it.

    The memory of a result (`comm.result`) is such a buffer too, if the group
    consists of all devices that hold the same part of the result. The host then
    provides one buffer for them. Results in memory of donated arguments are not
    shared, since each device owns that memory.

    ```mlir
    // Before
    %d = memref.alloc() : memref<8x16xf32>
    comm.all_reduce ins(%s : memref<8x16xf32>) outs(%d : memref<8x16xf32>) ...
    // After
    %d = memref.alloc() {comm.shared_along = ["x"]} : memref<8x16xf32>
    comm.all_reduce ins(%s : memref<8x16xf32>) outs(%d : memref<8x16xf32>) ... shared
    ```
  }];
  let dependentDialects = ["::dtensor::comm::CommDialect"];
}

def PlaceResults : Pass<"dtensor-place-results", "::mlir::func::FuncOp"> {
  let summary = "compute results in the memory that the caller provides";
  let description = [{
    A loop changes its state in place, so it cannot start in the memory of an
    argument. It starts in a copy, and the last state was then copied to the
    memory of a result. A buffer whose last use is such a copy becomes the
    memory of the result.

    ```mlir
    // Before
    %s = memref.alloc() : memref<4xf32>
    memref.copy %a, %s : memref<4xf32> to memref<4xf32>
    scf.for ... { linalg.exp ins(%s : memref<4xf32>) outs(%s : memref<4xf32>) }
    memref.copy %s, %result : memref<4xf32> to memref<4xf32>
    // After
    memref.copy %a, %result : memref<4xf32> to memref<4xf32>
    scf.for ... { linalg.exp ins(%result : memref<4xf32>) outs(%result : memref<4xf32>) }
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def StreamBoxes : Pass<"dtensor-stream-boxes", "::mlir::func::FuncOp"> {
  let summary = "read fetched boxes row by row, through a few rows of memory";
  let description = [{
    Most of a box that a fetch makes is often the device's own component, with a
    few rows of its neighbours around it. If a single structured operation reads
    the box, row by row, the component need not be copied there. The fetch then
    brings only what peers hold (`from_peers_only`), and the operation becomes
    loops over rows. They read the last of the rows that an iteration needs
    where it lies: in the component, or in the box if a peer has it. The other
    rows are kept in a ring, since the operation may write in place of the
    component. A value beside all rows, such as a padding, is written to the
    ring once.

    ```mlir
    // Before
    comm.fetch ins(%a : memref<8x256xf32>) outs(%b : memref<10x256xf32>) ...
    %up = memref.subview %b[0, 0] [8, 256] [1, 1] : ...
    %down = memref.subview %b[2, 0] [8, 256] [1, 1] : ...
    linalg.add ins(%up, %down : ...) outs(%a : memref<8x256xf32>)
    // After
    comm.fetch ins(%a : memref<8x256xf32>) outs(%b : memref<10x256xf32>) ... from_peers_only
    %ring = memref.alloc() : memref<2x256xf32>
    // ... row 0 of the box to the ring
    scf.for %i = %c0 to %c7 step %c1 {
      // ... row %i of %a, which is row %i + 1 of the box, to the ring
      %next = memref.subview %a[%i + 1, 0] [1, 256] [1, 1] : ...
      linalg.add ins(%kept, %next : ...) outs(%row_of_a : ...)
    }
    // ... the same for the last row, whose next row is in %b
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def PlaceProducers : Pass<"dtensor-place-producers", "::mlir::func::FuncOp"> {
  let summary = "compute shards at the place where they will be gathered";
  let description = [{
    A buffer may be filled only to be gathered into memory of the group. It
    becomes this device's part of that memory, and the gather has nothing left
    to copy. A barrier goes before the first write, since peers may still read
    the earlier contents. Memory of a result needs none.

    ```mlir
    // Before
    %s = memref.alloc() : memref<4xf32>
    linalg.exp ins(%a : memref<4xf32>) outs(%s : memref<4xf32>)
    %d = memref.alloc() {comm.shared_along = ["x"]} : memref<8xf32>
    comm.all_gather ins(%s : memref<4xf32>) outs(%d : memref<8xf32>) ... shared
    // After
    %d = memref.alloc() {comm.shared_along = ["x"]} : memref<8xf32>
    %o = comm.shard_offset @mesh [x] of 8
    comm.barrier @mesh [x]
    %s = memref.subview %d[%o] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
    linalg.exp ins(%a : memref<4xf32>) outs(%s : memref<4xf32, strided<[1], offset: ?>>)
    comm.all_gather ins(%s : ...) outs(%d : memref<8xf32>) ... shared
    ```
  }];
  let dependentDialects = ["::dtensor::comm::CommDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def BypassCaches : Pass<"dtensor-bypass-caches", "::mlir::func::FuncOp"> {
  let summary = "write large results around the caches";
  let description = [{
    An ordinary store reads the line of the cache that it writes, and a large
    result takes the place of other values there before anybody reads it. So an
    op that writes a result of at least 32 MiB, which the program does not read,
    computes 4 KiB of it at a time, in memory of the device. Non-temporal stores
    of whole lines copy these to the result. Copies of memory to such a result
    use them as well. A fence at the end of the program waits for the stores.

    ```mlir
    // Before
    linalg.exp ins(%a : memref<8388608xf32>) outs(%result : memref<8388608xf32>)
    // After
    scf.for %i = %c0 to %c8388608 step %c1024 {
      %in = memref.subview %a[%i] [1024] [1] : ...
      %chunk = memref.alloc() : memref<1024xf32>
      linalg.exp ins(%in : ...) outs(%chunk : memref<1024xf32>)
      // ... elements in front of the first whole line
      scf.for %j = %head to %end step %c16 {
        %line = vector.load %chunk[%j] : memref<1024xf32>, vector<16xf32>
        vector.store %line, %out[%j] {nontemporal = true, alignment = 64} : ...
      }
      // ... elements behind the last whole line
    } {comm.parallel}
    llvm.fence seq_cst
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def PlanMemory : Pass<"dtensor-plan-memory", "::mlir::func::FuncOp"> {
  let summary = "give every buffer a place before the program runs";
  let description = [{
    Buffers whose size has a bound become views at fixed offsets of one arena,
    which is kept from call to call. Buffers that are not needed at the same
    time may lie at the same place.

    Buffers that devices share lie in an arena for each set of mesh dimensions.
    A buffer that takes another's place is first written after the enter barrier
    of a collective of the same group, so nobody reads the old one any more.

    A buffer stays an allocation if its size has no bound, or if one iteration
    of a loop hands it to the next.

    ```mlir
    // Before
    %0 = memref.alloc() : memref<8xf32>
    // After
    %arena = memref.alloc() {alignment = 64, comm.arena} : memref<64xi8>
    %0 = memref.view %arena[%c0][] : memref<64xi8> to memref<8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def VerifyMemoryPlan
    : Pass<"dtensor-verify-memory-plan", "::mlir::func::FuncOp"> {
  let summary = "reject a program that reads a buffer after it was lost";
  let description = [{
    The memory plan gives the same bytes of an arena to buffers that are needed
    at different times. This pass decides nothing. It executes the function with
    buffers that are either intact or lost. A buffer is lost when another one
    that lies over it is written, and intact once it is written itself. A read
    of a lost buffer is an error. So is a buffer that may be larger than the
    rest of its arena. All ways of branches are followed, and loops until
    nothing more is lost. The plan argues by the first and the last position of
    each buffer's users. So an error in one is not an error in the other.

    ```mlir
    %a = memref.view %arena[%c0][] : memref<128xi8> to memref<16xf32>
    %b = memref.view %arena[%c32][] : memref<128xi8> to memref<16xf32>
    linalg.fill ins(%x : f32) outs(%a : memref<16xf32>)
    linalg.fill ins(%x : f32) outs(%b : memref<16xf32>)
    memref.copy %a, %r : memref<16xf32> to memref<16xf32> // error
    ```
  }];
}

#endif // DTENSOR_CODEGEN_MEMORY_PASSES_TD
