//===- Passes.td - Import of TOSA programs -----------------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_TOSA_IMPORT_PASSES_TD
#define DTENSOR_FRONTEND_TOSA_IMPORT_PASSES_TD

include "mlir/Pass/PassBase.td"

def ImportTosa : Pass<"dtensor-import-tosa", "::mlir::ModuleOp"> {
  let summary = "turn a TOSA program into one of linalg, tensor and scf";
  let description = [{
    Runs MLIR's own conversions of TOSA: shape inference, broadcasts as
    reshapes, then `tosa-to-linalg` and the conversions to arith, tensor, scf
    and ml_program. `gather`, `scatter`, `fft2d` and `rfft2d` become ops of
    linalg_ext. `transpose_conv2d` becomes a structured op with an axis for the
    phases of each stride. A program without ops of TOSA is left alone. An op
    that cannot be imported is an error.

    ```mlir
    func.func @main(%a: tensor<4x3xf32>, %b: tensor<1x3xf32>) -> tensor<4x3xf32> {
      %0 = tosa.add %a, %b : (tensor<4x3xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
      return %0 : tensor<4x3xf32>
    }
    ```
    becomes
    ```mlir
    func.func @main(%a: tensor<4x3xf32>, %b: tensor<1x3xf32>) -> tensor<4x3xf32> {
      %0 = tensor.empty() : tensor<4x3xf32>
      %1 = tensor.collapse_shape %b [[0, 1]] : tensor<1x3xf32> into tensor<3xf32>
      %2 = linalg.generic {...} ins(%a, %1 : tensor<4x3xf32>, tensor<3xf32>)
                          outs(%0 : tensor<4x3xf32>) {
      ^bb0(%x: f32, %y: f32, %out: f32):
        %s = arith.addf %x, %y : f32
        linalg.yield %s : f32
      } -> tensor<4x3xf32>
      return %2 : tensor<4x3xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::dtensor::linalg_ext::LinalgExtDialect", "::mlir::arith::ArithDialect",
    "::mlir::complex::ComplexDialect", "::mlir::func::FuncDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::ml_program::MLProgramDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::tosa::TosaDialect"
  ];
}

#endif // DTENSOR_FRONTEND_TOSA_IMPORT_PASSES_TD
