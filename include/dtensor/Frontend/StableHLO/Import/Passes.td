//===- Passes.td - Import of frontends' programs ----------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_STABLEHLO_IMPORT_PASSES_TD
#define DTENSOR_FRONTEND_STABLEHLO_IMPORT_PASSES_TD

include "mlir/Pass/PassBase.td"

def ImportStableHLO : Pass<"dtensor-import-stablehlo", "::mlir::ModuleOp"> {
  let summary = "turn a StableHLO program into one of linalg, tensor and scf";
  let description = [{
    Each op becomes the form that sharding rules know best. A `dot_general`
    becomes one contraction, an elementwise op becomes one `linalg.generic` with
    the specification's numerics, and a `while` becomes an `scf.while`. Signs of
    integer types move into the ops, tuples become their elements, and tokens
    vanish. A program without ops of the frontend's dialects is left alone. An
    op that cannot be imported is an error.

    ```mlir
    func.func @main(%a: tensor<4x3xui32>) -> tensor<3x4xui32> {
      %0 = stablehlo.transpose %a, dims = [1, 0]
           : (tensor<4x3xui32>) -> tensor<3x4xui32>
      return %0 : tensor<3x4xui32>
    }
    ```
    becomes
    ```mlir
    func.func @main(%a: tensor<4x3xi32>) -> tensor<3x4xi32> {
      %0 = tensor.empty() : tensor<3x4xi32>
      %1 = linalg.transpose ins(%a : tensor<4x3xi32>)
                            outs(%0 : tensor<3x4xi32>) permutation = [1, 0]
      return %1 : tensor<3x4xi32>
    }
    ```
  }];
  let dependentDialects = [
    "::dtensor::linalg_ext::LinalgExtDialect", "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def WidenNarrowFolds
    : Pass<"dtensor-widen-narrow-folds", "::mlir::ModuleOp"> {
  let summary = "combine floats of 4 to 8 bits in f32";
  let description = [{
    Reductions, reducing collectives and scatters that add combine floats of 4
    to 8 bits in f32, and are rounded once. So a sum does not depend on how many
    devices added its parts. Collectives combine integers of 2 and 4 bits in 8.
    A conversion in the body still rounds. The pass runs before
    `dtensor-import-shardy`, which replaces collectives.

    ```mlir
    %0 = stablehlo.reduce(%a init: %b) applies stablehlo.add
         across dimensions = [0]
         : (tensor<4xf8E5M2>, tensor<f8E5M2>) -> tensor<f8E5M2>
    ```
    becomes
    ```mlir
    %0 = stablehlo.convert %a : (tensor<4xf8E5M2>) -> tensor<4xf32>
    %1 = stablehlo.convert %b : (tensor<f8E5M2>) -> tensor<f32>
    %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.add
         across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %3 = stablehlo.convert %2 : (tensor<f32>) -> tensor<f8E5M2>
    ```
  }];
}

def ImportDonations : Pass<"dtensor-import-donations", "::mlir::ModuleOp"> {
  let summary = "turn JAX's donated arguments into the project's";
  let description = [{
    `tf.aliasing_output = 1` becomes `dtensor.donated = 1`.
    `jax.buffer_donor = true` leaves the result open, and becomes
    `dtensor.donated`. If an argument is donated to a result, the result has the
    argument's layout, unless it has one of its own. Only then can it lie in the
    same memory, so that the next call gets it in the argument's place. The pass
    runs after `dtensor-import-stablehlo`, which takes tuples apart. A donation
    to a result that does not exist is an error.
  }];
}

#endif // DTENSOR_FRONTEND_STABLEHLO_IMPORT_PASSES_TD
