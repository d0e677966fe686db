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

def AddEntryWrapper : Pass<"dtensor-add-entry-wrapper", "::mlir::ModuleOp"> {
  let summary = "give every public function the signature of a DtProgram";
  let description = [{
    For a public `@main` on memrefs and scalars, `@main__entry(device, args)`
    loads the descriptor (or the scalar) that `args[i]` points to for each
    argument after the device's handle, and calls `@main`. Of an argument that
    is a pointer itself `args[i]` is the value.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // DTENSOR_CONVERSION_PASSES_TD
