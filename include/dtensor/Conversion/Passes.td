//===- Passes.td - Buffers to runtime calls and LLVM -------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CONVERSION_PASSES_TD
#define DTENSOR_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ShareBuffers : Pass<"dtensor-share-buffers", "::mlir::func::FuncOp"> {
  let summary = "store once what a whole group of devices gets";
  let description = [{
    The destination of a collective after which all members of its group hold
    the same becomes one buffer of the group, if the destination is a buffer of
    its own that nobody else writes. Each member then writes a part of it.

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

def PlaceProducers : Pass<"dtensor-place-producers", "::mlir::func::FuncOp"> {
  let summary = "compute shards where they will be gathered";
  let description = [{
    A buffer that is filled only to be gathered into memory of the group becomes
    this device's part of that memory; the gather has nothing left to copy. A
    barrier goes before the first write, since peers may still read what the
    memory held before.

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

def PlanMemory : Pass<"dtensor-plan-memory", "::mlir::func::FuncOp"> {
  let summary = "give every buffer a place, before the program runs";
  let description = [{
    Buffers whose size has a bound become views at fixed offsets of one arena,
    which is kept from call to call; buffers that are not needed at the same time
    may lie at the same place. Buffers that devices share lie in an arena for each set of
    mesh dimensions: one that takes another's place is first written behind the
    enter barrier of a collective of the same group, so nobody reads the old one
    any more. What has no bound, or is handed from one turn of a loop to the
    next, stays an allocation.

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

def ConvertCommToRuntime
    : Pass<"convert-comm-to-runtime", "::mlir::ModuleOp"> {
  let summary = "lower the local view on buffers to calls of the runtime";
  let description = [{
    Every function gets the device's handle as its first argument. Coordinates,
    collectives and barriers become calls of the runtime's C ABI with the
    collective's layouts as a constant; `memref.alloc` becomes memory of the
    runtime, which lives until the end of the call; `cf.assert` becomes
    `dt_fail`. Meshes are gone afterwards.

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
}

def ConvertKernelsToRuntime
    : Pass<"convert-kernels-to-runtime", "::mlir::ModuleOp"> {
  let summary = "lower contractions on buffers to the kernel library";
  let description = [{
    What `dtensor-select-kernels` marked becomes a call of `dt_contract`, with
    the roles of the axes as a constant. Runs behind `convert-comm-to-runtime`,
    which gives functions the device's handle.

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

def ConvertMathToRuntime
    : Pass<"convert-math-to-runtime", "::mlir::ModuleOp"> {
  let summary = "lower elementary functions to the runtime's";
  let description = [{
    Functions of f32 and f64 that `dtensor-expand-math` leaves become calls of
    the runtime, one for each number. LLVM's vectorisers know the runtime's
    functions of vectors (`dt_exp_f64x4`) that take their place in loops and have
    the same bits.

    ```mlir
    %y = math.exp %x : f64
    ```
    becomes
    ```mlir
    %y = llvm.call @dt_exp_f64(%x) : (f64) -> f64
    ```
  }];
  let options = [Option<"fused", "fused", "bool", "true",
                        "whether functions may use what x86-64-v3 has">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def OutlineLoops : Pass<"dtensor-outline-loops", "::mlir::ModuleOp"> {
  let summary = "one function for all loop nests that are equal";
  let description = [{
    LLVM's time for a function grows faster than the function, and the layers of
    a program repeat. So outermost loop nests that call nothing of the runtime
    become functions of their own, which are not inlined again, and nests that
    differ only in the buffers and scalars they work on share one. Views of
    known places go in front of the nest, constants into the function. Buffers
    are passed as bare pointers with what their types leave open, and a pointer
    is `noalias` where none of the others overlaps it or nothing is written.

    ```mlir
    // Before
    scf.for %i = %c0 to %c8 step %c1 { ... %a, %b ... }
    // After
    func.call @main__loops(%pointer_a, %pointer_b) : (!llvm.ptr, !llvm.ptr) -> ()
    ```
  }];
  let options = [
    Option<"minNests", "min-nests", "unsigned", /*default=*/"128",
           "functions of fewer nests keep what is there only once">,
    Option<"maxInnermost", "max-innermost", "unsigned", /*default=*/"24",
           "of a nest with more innermost loops its parts are outlined">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def AddEntryWrapper : Pass<"dtensor-add-entry-wrapper", "::mlir::ModuleOp"> {
  let summary = "give every public function the signature of a DtProgram";
  let description = [{
    For a public `@main` on memrefs and scalars, `@main__entry(device, args)`
    loads what `args[i]` points to for each argument after the device's handle,
    and calls `@main`: a scalar, or of a descriptor the pointer and those sizes
    and strides that the type leaves open, which `@main` takes from then on in
    the place of a memref. Of an argument that is a pointer itself `args[i]` is
    the value. With more than 64 arguments, which would be passed on the stack,
    `@main__entry` takes the body of `@main`.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def OutlineLayers : Pass<"dtensor-outline-layers", "::mlir::ModuleOp"> {
  let summary = "one function for all layers that are equal";
  let description = [{
    The layers of a program repeat: they call the same functions on other
    buffers. So ops of a block that repeat, one stretch after the other, become
    calls of one function, which is not inlined again. Buffers and other
    addresses, as those of texts that say where an error is, are arguments,
    though they may be computed from constants; all other constants must be
    equal and stand in the function. Where functions would have few ops for each
    address the block stays as it is. Layers in layers are found as well.

    ```mlir
    // Before
    func.call @main__loops(%a, %b) : (!llvm.ptr, !llvm.ptr) -> ()
    llvm.call @dt_collective(...)
    // ... once per layer
    // After
    func.call @main__layer(%device, %a, %b, %text) : (...) -> ()
    func.call @main__layer(%device, %b, %c, %text_0) : (...) -> ()
    ```
  }];
  let options = [Option<"minOps", "min-ops", "unsigned", /*default=*/"32",
                        "ops of a layer; shorter stretches are joined">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def SplitFunctions : Pass<"dtensor-split-functions", "::mlir::ModuleOp"> {
  let summary = "functions of bounded size in the place of long blocks";
  let description = [{
    LLVM's time and the stack that a function takes grow with the function. So a
    block of many ops, at any depth, becomes calls of functions that have some of
    them each, which are not inlined again. Values
    computed from constants, arguments and addresses are computed anew where they
    are needed. Each part has its own space on the stack for arguments of the
    runtime's functions. All other values that a part takes from others are passed. The body of an innermost loop stays
    whole: LLVM computes several turns of it at once.

    ```mlir
    // Before
    %p = llvm.alloca ...
    llvm.store %a, %p ...
    llvm.call @dt_contract(..., %p, ...)
    // ... ten thousand times
    // After
    func.call @main__part(%device, %arguments) : (!llvm.ptr, !llvm.ptr) -> ()
    func.call @main__part_0(%device, %arguments) : (!llvm.ptr, !llvm.ptr) -> ()
    ```
  }];
  let options = [Option<"maxOps", "max-ops", "unsigned", /*default=*/"1024",
                        "ops of a part; blocks of twice as many are split">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def VerifyMemoryPlan
    : Pass<"dtensor-verify-memory-plan", "::mlir::func::FuncOp"> {
  let summary = "reject a program that reads a buffer after it was lost";
  let description = [{
    The memory plan gives bytes of an arena to buffers that are needed at
    different times. This pass decides nothing: it executes the function with
    buffers that are intact or lost. A buffer is lost when one that lies over it
    is written, and intact once it is written itself. Whoever reads a lost one is
    an error. Branches are followed on all ways, and loops until nothing more is
    lost. The plan argues by the first and the last position of each buffer's
    users, so an error of one is not an error of the other. A buffer that may be
    larger than the rest of its arena is an error, too.

    ```mlir
    %a = memref.view %arena[%c0][] : memref<128xi8> to memref<16xf32>
    %b = memref.view %arena[%c32][] : memref<128xi8> to memref<16xf32>
    linalg.fill ins(%x : f32) outs(%a : memref<16xf32>)
    linalg.fill ins(%x : f32) outs(%b : memref<16xf32>)
    memref.copy %a, %r : memref<16xf32> to memref<16xf32> // error
    ```
  }];
}

def BFloatsToIntegers
    : Pass<"dtensor-bfloats-to-integers", "::mlir::ModuleOp"> {
  let summary = "hold bf16 as integers of 16 bits in the LLVM dialect";
  let description = [{
    Arithmetic on bf16 is done in f32 by then, and conversions are integer
    arithmetic. LLVM calls a function of its compiler's library, which few
    systems have, where a bf16 comes from a branch and the processor has no
    instruction for conversions. An integer is one on every processor. An
    operation that computes with bf16 is an error afterwards.

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
  let summary = "tell LLVM that the arguments of programs do not overlap";
  let description = [{
    Hosts pass distinct buffers for results, and what is read only may be
    shared: no pointer argument of a function in the LLVM dialect aliases
    another one that is written. Memory of the runtime is no argument's. What
    the arguments of internal functions are, those know who have made them.
    An attribute of a memref does not survive its conversion to a pointer.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // DTENSOR_CONVERSION_PASSES_TD
