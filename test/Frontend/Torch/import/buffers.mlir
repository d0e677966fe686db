// RUN: dtensor-opt %s --dtensor-import-buffers --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @tensors
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>)
// CHECK: %[[C:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
// CHECK: %[[E:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: %[[SUM:.*]] = linalg.add ins(%[[C]], %[[A]] : tensor<4xf32>, tensor<4xf32>) outs(%[[E]] : tensor<4xf32>)
// CHECK: return %[[SUM]]
memref.global "private" constant @c : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func @tensors(%a: tensor<4xf32>) -> tensor<4xf32> {
  %m = memref.get_global @c : memref<4xf32>
  %t = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  %e = bufferization.alloc_tensor() : tensor<4xf32>
  %b = bufferization.alloc_tensor() copy(%a) : tensor<4xf32>
  %s = linalg.add ins(%t, %b : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = bufferization.materialize_in_destination %s in %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @argument(%m: memref<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{cannot be imported: required a constant memref.global; make it an argument that is a tensor}}
  %t = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  return %t : tensor<4xf32>
}

// -----

func.func @out(%a: tensor<4xf32>, %m: memref<4xf32>) {
  // expected-error@+1 {{cannot be imported: required a destination that is a tensor, found 'memref<4xf32>'; return the value}}
  bufferization.materialize_in_destination %a in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}
