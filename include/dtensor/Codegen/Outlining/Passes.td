//===- Passes.td - Functions of what is equal or long ------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CODEGEN_OUTLINING_PASSES_TD
#define DTENSOR_CODEGEN_OUTLINING_PASSES_TD

include "mlir/Pass/PassBase.td"

def OutlineLoops : Pass<"dtensor-outline-loops", "::mlir::ModuleOp"> {
  let summary = "replace equal loop nests by calls of one function";
  let description = [{
    LLVM's time grows faster than the size of a function, and the layers of a
    program repeat. So each outermost loop nest that does not call the runtime
    becomes a function, which is not inlined again. Nests that differ only in
    the buffers and scalars that they use share one function.

    Views at known places go in front of the call, and constants into the
    function. Buffers are passed as bare pointers, together with the numbers
    that their types leave open. A pointer is `noalias` if none of the others
    overlaps it, or if nothing is written.

    ```mlir
    // Before
    scf.for %i = %c0 to %c8 step %c1 { ... %a, %b ... }
    // After
    func.call @main__loops(%pointer_a, %pointer_b) : (!llvm.ptr, !llvm.ptr) -> ()
    ```
  }];
  let options = [
    Option<"minNests", "min-nests", "unsigned", /*default=*/"128",
           "in functions with fewer nests, leave alone nests that occur only "
           "once">,
    Option<"maxInnermost", "max-innermost", "unsigned", /*default=*/"24",
           "of a nest with more innermost loops, outline its parts">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def DivideLoops : Pass<"dtensor-divide-loops", "::mlir::ModuleOp"> {
  let summary = "run long loops on all cores of the only device";
  let description = [{
    If there is one device (`comm.alone` on the module), it may have several
    cores. A loop whose iterations are independent becomes a function of a range
    of iterations, and the runtime calls this function once on each core. Equal
    loops share one function. `comm.parallel` says that iterations are
    independent. Those of a loop over rows are found to be.

    In a nest, the outermost such loop is taken, or one in it if that has more
    iterations and the outer one has few. The buffers of an iteration go from
    the arena to the stack. Loops that call functions stay as they are, and so
    do short ones.

    ```mlir
    // Before
    scf.for %i = %c0 to %c8 step %c1 { ... %a, %b ... } {comm.parallel}
    // After
    func.call @main__part__divided(%device, %pointer_a, %pointer_b, %c0, %c8)
    ```
  }];
  let options = [
    Option<"minWork", "min-work", "uint64_t", /*default=*/"uint64_t(1) << 22",
           "the operations on elements from which on a loop is long">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect"];
}

def OutlineLayers : Pass<"dtensor-outline-layers", "::mlir::ModuleOp"> {
  let summary = "replace equal layers by calls of one function";
  let description = [{
    The layers of a program repeat: they call the same functions on other
    buffers. So if the ops of a block repeat, one stretch after the other, they
    become calls of one function, which is not inlined again.

    Buffers and other addresses become arguments, even if they are computed from
    constants. An example is the address of the text that says where an error
    is. All other constants must be equal, and move into the function. If
    functions would have few ops for each address, the block stays as it is.
    Layers within layers are found as well.

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

def ExpandBareBuffers
    : Pass<"dtensor-expand-bare-buffers", "::mlir::func::FuncOp"> {
  let summary = "give descriptors to buffers that are passed as pointers";
  let description = [{
    While functions are outlined, a buffer that is passed is a cast of its
    pointer, and of the numbers that its type leaves open. Most of these casts
    are unused in the end, since a layer takes the pointer itself. This pass
    replaces the others by descriptors.

    ```mlir
    // Before
    %a = builtin.unrealized_conversion_cast %pointer : !llvm.ptr to memref<8xf32>
    // After
    %none = llvm.mlir.poison : !llvm.struct<...>
    %allocated = llvm.insertvalue %pointer, %none[0] : !llvm.struct<...>
    // ... the other fields
    %a = builtin.unrealized_conversion_cast %fields : !llvm.struct<...> to memref<8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def SplitFunctions : Pass<"dtensor-split-functions", "::mlir::ModuleOp"> {
  let summary = "split long blocks into functions of bounded size";
  let description = [{
    LLVM's time grows with a function, and so does the stack that the function
    takes. So a block of many ops, at any depth, becomes calls of functions.
    Each of them has some of the ops, and is not inlined again.

    Values that are computed from constants, arguments and addresses are
    computed again where they are needed. All other values that a part takes
    from other parts are passed. Each part has its own space on the stack for
    arguments of the runtime's functions. The body of an innermost loop stays
    whole, since LLVM computes several iterations of it at the same time.

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
                        "ops of a part; blocks of at least twice as many are "
                        "split">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // DTENSOR_CODEGEN_OUTLINING_PASSES_TD
