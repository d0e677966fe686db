// RUN: mlir-opt %s --load-dialect-plugin=%dtensor_libs/DTensorPlugin.so --load-pass-plugin=%dtensor_libs/DTensorPlugin.so --pass-pipeline="builtin.module(dtensor-partition)" | FileCheck %s

// Stock mlir-opt does not know the dialects by itself.
// RUN: not mlir-opt %s 2>&1 | FileCheck %s --check-prefix=STOCK
// STOCK: Dialect `dtensor' not found

dtensor.mesh @mesh <x=2>

// CHECK-LABEL: func.func @main
// CHECK-SAME: tensor<4x8xf32>
// CHECK: linalg.matmul {{.*}} -> tensor<4x4xf32>
func.func @main(%a: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
                %b: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x4xf32>) outs(%init : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
