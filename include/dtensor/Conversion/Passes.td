//===- Passes.td - To the runtime and LLVM -----------------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CONVERSION_PASSES_TD
#define DTENSOR_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertCommToRuntime
    : Pass<"convert-comm-to-runtime", "::mlir::ModuleOp"> {
  let summary = "lower the local view on buffers to calls of the runtime";
  let description = [{
    Every function gets the device's handle as its first argument. Coordinates,
    collectives and barriers become calls of the runtime's C ABI. The layouts of
    a collective become a constant. `memref.alloc` becomes memory of the
    runtime, which lives until the end of the call. `cf.assert` becomes
    `dt_fail`. The pass removes meshes.

    A loop of the program in which devices do not wait for each other calls
    `dt_poll`, so that an interruption ends it: an `scf.while` in each round, and
    an `scf.for` after 65536 operations on elements or more. If its rounds are
    shorter, it becomes two loops, of which the outer one polls. An `scf.for`
    that is known to end before does not poll.
    `dtensor-mark-control-flow` tells loops of the program from loops of an op.

    ```mlir
    func.func @main(%a: memref<4xf32>, %out: memref<4xf32>) {
      %i = comm.coordinate @mesh x
    ```
    becomes
    ```mlir
    func.func @main(%device: !llvm.ptr, %a: memref<4xf32>, %out: memref<4xf32>) {
      %dim = llvm.mlir.constant(0 : i64) : i64
      %0 = llvm.call @dt_coordinate(%device, %dim) : (!llvm.ptr, i64) -> i64
      %i = arith.index_cast %0 : i64 to index
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
  let options = [Option<"events", "events", "bool", /*default=*/"false",
                        "put events of a profile around collectives and "
                        "barriers">];
}

def MarkControlFlow
    : Pass<"dtensor-mark-control-flow", "::mlir::func::FuncOp"> {
  let summary = "mark the loops and branches that the program has";
  let description = [{
    The mark is in the location. It tells these loops from those that are
    generated for an op later.

    ```mlir
    // Before
    scf.for %i = %c0 to %n step %c1 { ... } loc("a.mlir":3:8)
    // After
    scf.for %i = %c0 to %n step %c1 { ... }
        loc(fused<"dtensor.control_flow">["a.mlir":3:8])
    ```
  }];
}

def MarkSourceOps : Pass<"dtensor-mark-source-ops", "::mlir::func::FuncOp"> {
  let summary = "keep the names of ops in their locations, for a profile";
  let description = [{
    Fused ops have one location, which consists of theirs. This pass adds the
    name of each op to its location, unless import did. It also marks the loops
    and branches of the program, which code generation leaves as they are. So
    `dtensor-insert-events` tells them from the loops of an op. It runs before
    all other passes, and again before ops are fused.

    ```mlir
    // Before
    %1 = math.exp %0 : tensor<8xf32> loc("a.mlir":3:8)
    // After
    %1 = math.exp %0 : tensor<8xf32> loc(fused<"math.exp">["a.mlir":3:8])
    ```
  }];
}

def InsertEvents : Pass<"dtensor-insert-events", "::mlir::ModuleOp"> {
  let summary = "tell the runtime where loops and kernels begin and end";
  let description = [{
    Puts calls around the loops of an op or of fused ops, around copies, kernels
    and routines. The text of the event names the ops and their places. A loop
    or a branch of the program is an event too, if it has events. Other loops of
    the program are one event, if an iteration is short.

    Neighbouring loops share an event until they do 65536 operations on
    elements, because it would take too large a part of their time. Fewer than
    256 operations have no event. `convert-comm-to-runtime` makes the events of
    collectives.

    ```mlir
    // Before
    scf.for %i = %c0 to %c4096 step %c1 { ... }
    // After
    llvm.call @dt_begin_event(%device, %event, %text)
    scf.for %i = %c0 to %c4096 step %c1 { ... }
    llvm.call @dt_end_event(%device)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def ConvertKernelsToRuntime
    : Pass<"convert-kernels-to-runtime", "::mlir::ModuleOp"> {
  let summary = "lower contractions on buffers to the kernel library";
  let description = [{
    A contraction that `dtensor-select-kernels` has marked becomes a call of
    `dt_contract`, with the roles of the axes as a constant. The pass runs after
    `convert-comm-to-runtime`, which gives functions the device's handle.

    ```mlir
    linalg.matmul {dtensor.kernel = "overwrites"} ins(%a, %b : ...) outs(%c : ...)
    ```
    becomes
    ```mlir
    %d = llvm.mlir.addressof @dt_contraction_1 : !llvm.ptr
    llvm.call @dt_contract(%device, %d, %where, %pa, %pb, %pc)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def AddEntryWrapper : Pass<"dtensor-add-entry-wrapper", "::mlir::ModuleOp"> {
  let summary = "give every public function the signature of a DtProgram";
  let description = [{
    For a public `@main` on memrefs and scalars, the pass makes
    `@main__entry(device, args)`. It loads the arguments from `args[i]` and
    calls `@main`, whose first argument is the device's handle:

    - For a scalar, `args[i]` points to the value.
    - For a memref, `args[i]` points to a descriptor. `@main` no longer takes a
      memref: it takes the pointer in the descriptor, and those sizes and
      strides that the type leaves open.
    - For an argument that is itself a pointer, `args[i]` is the value.

    More than 64 arguments would be passed on the stack. In that case
    `@main__entry` takes the body of `@main`.

    With `flush-subnormals`, `@main__entry` begins and ends with calls of the
    runtime. Between them, the device's floats have no subnormal values.
  }];
  let options = [Option<"flushSubnormals", "flush-subnormals", "bool", "false",
                        "whether subnormal floats are taken for zero">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def BFloatsToIntegers
    : Pass<"dtensor-bfloats-to-integers", "::mlir::ModuleOp"> {
  let summary = "hold bf16 as integers of 16 bits in the LLVM dialect";
  let description = [{
    At this point arithmetic on bf16 is done in f32, and conversions are integer
    arithmetic. If a bf16 comes from a branch and the processor has no
    instruction for conversions, LLVM calls a function of its compiler's
    library, which few systems have. An integer needs no such call on any
    processor. An operation that computes with bf16 is an error.

    ```mlir
    // Before
    %0 = llvm.load %p : !llvm.ptr -> bf16
    %1 = llvm.bitcast %0 : bf16 to i16
    // After
    %0 = llvm.load %p : !llvm.ptr -> i16
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def MarkNoAlias : Pass<"dtensor-mark-no-alias", "::mlir::ModuleOp"> {
  let summary = "tell LLVM that arguments of programs do not overlap";
  let description = [{
    Hosts pass distinct buffers for results, and only buffers that are not
    written may be shared. So a pointer argument of a function in the LLVM
    dialect never aliases another one that is written. Memory of the runtime
    never belongs to an argument. Internal functions are left alone, since the
    passes that made them know more about their arguments. The pass runs this
    late because an attribute of a memref does not survive the conversion to a
    pointer.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // DTENSOR_CONVERSION_PASSES_TD
