//===- Passes.td - The lowering of linalg_ext --------------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CODEGEN_LINALGEXT_PASSES_TD
#define DTENSOR_CODEGEN_LINALGEXT_PASSES_TD

include "mlir/Pass/PassBase.td"

def DecomposeLinalgExt
    : Pass<"dtensor-decompose-linalg-ext", "::mlir::func::FuncOp"> {
  let summary = "turn operations of linalg_ext on tensors into those of linalg";
  let description = [{
    The results can be fused with their neighbours. Operations that linalg
    cannot express stay until they are on buffers. Scans and reductions of types
    with fewer than 32 bits have accumulators of f32, and round their results.

    ```mlir
    %1 = linalg_ext.iota axis = 0 outs(%0 : tensor<4xi32>) -> tensor<4xi32>
    ```
    becomes
    ```mlir
    %1 = linalg.generic ... outs(%0 : tensor<4xi32>) {
      %i = linalg.index 0 : index
      %j = arith.index_cast %i : index to i32
      linalg.yield %j : i32
    }
    ```
  }];
  let options = [Option<"vectorBytes", "vector-bytes", "int64_t", "64",
                        "size of the processor's vectors">];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def LinalgExtToLoops
    : Pass<"dtensor-linalg-ext-to-loops", "::mlir::func::FuncOp"> {
  let summary = "lower operations of linalg_ext on buffers to loops";
  let description = [{
    Every operation of linalg_ext is lowered. One that is left is an error.

    ```mlir
    linalg_ext.reverse ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) axes = [0]
    ```
    becomes
    ```mlir
    scf.for %i = %c0 to %c4 step %c1 {
      %j = arith.subi %c3, %i : index
      %x = memref.load %a[%j] : memref<4xf32>
      memref.store %x, %b[%i] : memref<4xf32>
    }
    ```
  }];
  let options = [Option<"fusesMultiplyAdd", "fuse-multiply-add", "bool", "true",
                        "whether a product and a sum are one instruction">];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // DTENSOR_CODEGEN_LINALGEXT_PASSES_TD
