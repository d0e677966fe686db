// RUN: dtensor-opt %s -dtensor-copy-factories | FileCheck %s
// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-copy-factories | FileCheck %s

// A fill with two users is copied with the empty tensor that it fills. One that
// has a single user stays.

// CHECK-LABEL: func.func @f
// CHECK-COUNT-3: tensor.empty
// CHECK-NOT: tensor.empty
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = arith.addf %a, %1 : tensor<4xf32>
  %3 = arith.addf %b, %1 : tensor<4xf32>
  %4 = tensor.empty() : tensor<4xf32>
  %5 = linalg.exp ins(%a : tensor<4xf32>) outs(%4 : tensor<4xf32>) -> tensor<4xf32>
  return %2, %3, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
