// RUN: dtensor-opt %s --canonicalize | FileCheck %s

// One position turned round is itself.
// CHECK-LABEL: func @reverse
// CHECK-SAME: (%[[A:.*]]: tensor<1x4xf32>, %
func.func @reverse(%a: tensor<1x4xf32>, %e: tensor<1x4xf32>) -> (tensor<1x4xf32>, tensor<1x4xf32>) {
  %0 = linalg_ext.reverse ins(%a : tensor<1x4xf32>) outs(%e : tensor<1x4xf32>) axes = [0] -> tensor<1x4xf32>
  // CHECK: %[[R:.*]] = linalg_ext.reverse
  %1 = linalg_ext.reverse ins(%a : tensor<1x4xf32>) outs(%e : tensor<1x4xf32>) axes = [0, 1] -> tensor<1x4xf32>
  // CHECK: return %[[A]], %[[R]]
  return %0, %1 : tensor<1x4xf32>, tensor<1x4xf32>
}
