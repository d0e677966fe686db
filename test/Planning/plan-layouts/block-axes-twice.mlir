// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-plan-layouts=proposals=block-axes -dtensor-propagate-layouts -canonicalize | FileCheck %s
// RUN: dtensor-run %s --random-inputs=1 --check

// What is cut into four is computed from what is cut into two. Both as two axes
// need another order of columns in between; so one is, and the other gets the
// axis back.

// CHECK-LABEL: func @main
// CHECK-DAG: tensor.expand_shape {{.*}} output_shape [4, 2, 16]
// CHECK-DAG: tensor.extract_slice {{.*}} : tensor<1024x2x16xf32> to tensor<1024x16xf32>
// CHECK-DAG: tensor.collapse_shape {{.*}} : tensor<1024x2x16xf32> into tensor<1024x32xf32>
// CHECK-DAG: tensor.extract_slice {{.*}} : tensor<1024x32xf32> to tensor<1024x8xf32>
dtensor.mesh @mesh <x=4>

func.func @main(%w: tensor<4x32xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}, %a: tensor<1024x4xf32>)
    -> (tensor<1024x8xf32>, tensor<1024x8xf32>, tensor<1024x16xf32>, tensor<1024x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<1024x32xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<1024x32xf32>) -> tensor<1024x32xf32>
  %2 = linalg.matmul ins(%a, %w : tensor<1024x4xf32>, tensor<4x32xf32>) outs(%1 : tensor<1024x32xf32>) -> tensor<1024x32xf32>
  %3 = math.tanh %2 : tensor<1024x32xf32>
  %4 = tensor.extract_slice %3[0, 0] [1024, 8] [1, 1] : tensor<1024x32xf32> to tensor<1024x8xf32>
  %5 = tensor.extract_slice %3[0, 24] [1024, 8] [1, 1] : tensor<1024x32xf32> to tensor<1024x8xf32>
  %6 = tensor.extract_slice %2[0, 0] [1024, 16] [1, 1] : tensor<1024x32xf32> to tensor<1024x16xf32>
  %7 = tensor.extract_slice %2[0, 16] [1024, 16] [1, 1] : tensor<1024x32xf32> to tensor<1024x16xf32>
  %8 = math.exp %6 : tensor<1024x16xf32>
  return %4, %5, %7, %8 : tensor<1024x8xf32>, tensor<1024x8xf32>, tensor<1024x16xf32>, tensor<1024x16xf32>
}
