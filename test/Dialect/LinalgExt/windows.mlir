// RUN: dtensor-opt %s | dtensor-opt | FileCheck %s
// RUN: dtensor-opt %s --mlir-print-op-generic | dtensor-opt | FileCheck %s

// CHECK-LABEL: func @reduce_window
func.func @reduce_window(%a: tensor<8x?xf32>, %d: tensor<4x?xf32>) -> tensor<4x?xf32> {
  // CHECK: linalg_ext.reduce_window ins(%{{.*}} : tensor<8x?xf32>) outs(%{{.*}} : tensor<4x?xf32>) window = [3, 1] strides = [2, 1] low = [1, 0] {
  %0 = linalg_ext.reduce_window ins(%a : tensor<8x?xf32>) outs(%d : tensor<4x?xf32>) window = [3, 1] strides = [2, 1] low = [1, 0] {
  ^bb0(%x: f32, %y: f32):
    %m = arith.maximumf %x, %y : f32
    linalg_ext.yield %m : f32
  } -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// CHECK-LABEL: func @select_and_scatter
func.func @select_and_scatter(%x: tensor<4xi32>, %dy: tensor<2xf32>, %d: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: linalg_ext.select_and_scatter ins(%{{.*}}, %{{.*}} : tensor<4xi32>, tensor<2xf32>) outs(%{{.*}} : tensor<4xf32>) window = [2] strides = [2] select {
  // CHECK: } scatter {
  %0 = linalg_ext.select_and_scatter ins(%x, %dy : tensor<4xi32>, tensor<2xf32>) outs(%d : tensor<4xf32>) window = [2] strides = [2] select {
  ^bb0(%a: i32, %b: i32):
    %p = arith.cmpi sge, %a, %b : i32
    linalg_ext.yield %p : i1
  } scatter {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg_ext.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
