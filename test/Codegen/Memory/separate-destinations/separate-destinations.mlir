// RUN: dtensor-opt %s --dtensor-separate-destinations | FileCheck %s

// CHECK-LABEL: @two_sums
// CHECK-COUNT-2: linalg.fill
// CHECK-NOT: linalg.fill
func.func @two_sums(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce {arith.addf} ins(%a : tensor<4x8xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  %1 = linalg.reduce {arith.addf} ins(%b : tensor<4x8xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
