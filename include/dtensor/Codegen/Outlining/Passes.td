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

#endif // DTENSOR_CODEGEN_OUTLINING_PASSES_TD
