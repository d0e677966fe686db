//===- Passes.td - Tensors to loops and kernels ------------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CODEGEN_PASSES_TD
#define DTENSOR_CODEGEN_PASSES_TD

include "mlir/Pass/PassBase.td"

def ResultsToDestinations
    : Pass<"dtensor-results-to-destinations", "::mlir::ModuleOp"> {
  let summary = "make results of entry functions buffers that the caller gives";
  let description = [{
    Function arguments become memrefs, read only unless they are marked
    `bufferization.writable = true`; every result becomes one more argument,
    which the result is written to: a memref, or a pointer to a scalar.
    Calls must have been inlined: one that is left is an error.

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

def LinalgToLoops
    : Pass<"dtensor-linalg-to-loops", "::mlir::func::FuncOp"> {
  let summary = "lower structured operations on buffers to loops";
  let description = [{
    The innermost loop is the one that makes most accesses contiguous. When
    reductions are innermost, their accumulators are values that the loops
    carry, which LLVM vectorises; `convert-linalg-to-loops` keeps them in memory.
    Copies between strided buffers become loops as well.

    ```mlir
    linalg.generic {...} ins(%a : memref<4x8xf32>) outs(%s : memref<4xf32>) {
    ^bb0(%x: f32, %acc: f32):
      %0 = arith.addf %acc, %x : f32
      linalg.yield %0 : f32
    }
    ```
    becomes
    ```mlir
    scf.for %i = %c0 to %c4 step %c1 {
      %init = memref.load %s[%i] : memref<4xf32>
      %sum = scf.for %j = %c0 to %c8 step %c1 iter_args(%acc = %init) -> (f32) {
        %x = memref.load %a[%i, %j] : memref<4x8xf32>
        %0 = arith.addf %acc, %x : f32
        scf.yield %0 : f32
      }
      memref.store %sum, %s[%i] : memref<4xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def CopyLoopCarried
    : Pass<"dtensor-copy-loop-carried", "::mlir::func::FuncOp"> {
  let summary = "give loop-carried tensors one buffer each";
  let description = [{
    Bufferization would allocate in every iteration of a loop that yields
    another buffer than it was given. Every yielded tensor is written to the
    buffer of the argument that carries it; where the producer can write there
    itself bufferization leaves no copy.

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
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

#endif // DTENSOR_CODEGEN_PASSES_TD
