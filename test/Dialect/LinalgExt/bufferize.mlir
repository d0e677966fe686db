// RUN: dtensor-opt %s --one-shot-bufferize="bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map" --canonicalize | FileCheck %s

// The destination is written, and not read before.
// CHECK-LABEL: func @reverse
// CHECK-SAME: (%[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<4xf32>)
func.func @reverse(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NOT: memref.alloc
  // CHECK: linalg_ext.reverse ins(%[[A]] : memref<4xf32>) outs(%[[B]] : memref<4xf32>) axes = [0]
  %0 = linalg_ext.reverse ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) axes = [0] -> tensor<4xf32>
  // CHECK: return %[[A]], %[[B]]
  return %a, %0 : tensor<4xf32>, tensor<4xf32>
}

// An operand that is read is no destination.
// CHECK-LABEL: func @in_place
// CHECK-SAME: (%[[A:.*]]: memref<4xf32>)
func.func @in_place(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[NEW:.*]] = memref.alloc
  // CHECK: linalg_ext.reverse ins(%[[A]] : memref<4xf32>) outs(%[[NEW]] : memref<4xf32>) axes = [0]
  %0 = linalg_ext.reverse ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) axes = [0] -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
