//===- Passes.td - Import of torch-mlir's programs ---------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_TORCH_IMPORT_PASSES_TD
#define DTENSOR_FRONTEND_TORCH_IMPORT_PASSES_TD

include "mlir/Pass/PassBase.td"

def ImportTMTensor : Pass<"dtensor-import-tm-tensor", "::mlir::ModuleOp"> {
  let summary = "turn ops of tm_tensor into those of linalg_ext and linalg";
  let description = [{
    `scan`, `scatter` and `sort` become those of linalg_ext. `topk` becomes a
    sort that keeps the first elements, and `attention` becomes two contractions
    with a softmax. Orders of floats become total ones, as in PyTorch: NaN is
    the greatest.

    ```mlir
    %0 = tm_tensor.sort dimension(0) outs(%a : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32):
      %p = arith.cmpf ole, %x, %y : f32
      tm_tensor.yield %p : i1
    } -> tensor<8xf32>
    ```
    becomes
    ```mlir
    %0 = linalg_ext.sort ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) axis = 0 {
    ^bb0(%x: f32, %y: f32):
      %p = arith.cmpf ult, %x, %y : f32
      %q = arith.cmpf ord, %x, %x : f32
      %r = arith.andi %p, %q : i1
      linalg_ext.yield %r : i1
    } -> tensor<8xf32>
    ```
  }];
  let dependentDialects = [
    "::dtensor::linalg_ext::LinalgExtDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def ImportGlobals : Pass<"dtensor-import-globals", "::mlir::ModuleOp"> {
  let summary = "turn global tensors of ml_program into values";
  let description = [{
    A read of a constant global becomes a constant. A mutable global has its
    initial value at the beginning of each call of a public function. From there
    on its value goes through conditionals, loops and calls like any other.
    Stored values are lost at the end, with a warning.

    ```mlir
    ml_program.global private mutable @seed(dense<0> : tensor<i64>) : tensor<i64>
    func.func @main() -> tensor<i64> {
      %0 = ml_program.global_load @seed : tensor<i64>
      %1 = arith.addi %0, %0 : tensor<i64>
      ml_program.global_store @seed = %1 : tensor<i64>
      %2 = ml_program.global_load @seed : tensor<i64>
      return %2 : tensor<i64>
    }
    ```
    becomes
    ```mlir
    func.func @main() -> tensor<i64> {
      %0 = arith.constant dense<0> : tensor<i64>
      %1 = arith.addi %0, %0 : tensor<i64>
      return %1 : tensor<i64>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::ml_program::MLProgramDialect"];
}

def ImportBuffers : Pass<"dtensor-import-buffers", "::mlir::ModuleOp"> {
  let summary = "free tensors from the buffers that a frontend bound them to";
  let description = [{
    Each device decides where its memory is, long after this pass.
    `bufferization.alloc_tensor` becomes an empty tensor, or the tensor that it
    copies. `materialize_in_destination` becomes its source. `to_tensor` of a
    constant `memref.global` becomes a constant. Any other buffer is an error.

    ```mlir
    memref.global "private" constant @w : memref<2xf32> = dense<[1.0, 2.0]>
    func.func @main() -> tensor<2xf32> {
      %0 = memref.get_global @w : memref<2xf32>
      %1 = bufferization.to_tensor %0 restrict : memref<2xf32> to tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    ```
    becomes
    ```mlir
    func.func @main() -> tensor<2xf32> {
      %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // DTENSOR_FRONTEND_TORCH_IMPORT_PASSES_TD
