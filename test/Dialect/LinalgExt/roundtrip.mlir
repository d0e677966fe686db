// RUN: dtensor-opt %s | dtensor-opt | FileCheck %s
// RUN: dtensor-opt %s --mlir-print-op-generic | dtensor-opt | FileCheck %s

// CHECK-LABEL: func @iota
func.func @iota(%e: tensor<4x3xi32>, %start: index) -> (tensor<4x3xi32>, tensor<4x3xi32>) {
  // CHECK: linalg_ext.iota axis = 1 outs(%{{.*}} : tensor<4x3xi32>) -> tensor<4x3xi32>
  %0 = linalg_ext.iota axis = 1 outs(%e : tensor<4x3xi32>) -> tensor<4x3xi32>
  // CHECK: linalg_ext.iota axis = 0 outs(%{{.*}} : tensor<4x3xi32>) part [%{{.*}}, 0] of [16, ?] -> tensor<4x3xi32>
  %1 = linalg_ext.iota axis = 0 outs(%e : tensor<4x3xi32>) part [%start, 0] of [16, ?] -> tensor<4x3xi32>
  return %0, %1 : tensor<4x3xi32>, tensor<4x3xi32>
}

// CHECK-LABEL: func @reverse
func.func @reverse(%a: tensor<4x?xf32>, %e: tensor<4x?xf32>) -> tensor<4x?xf32> {
  // CHECK: linalg_ext.reverse ins(%{{.*}} : tensor<4x?xf32>) outs(%{{.*}} : tensor<4x?xf32>) axes = [0, 1] -> tensor<4x?xf32>
  %0 = linalg_ext.reverse ins(%a : tensor<4x?xf32>) outs(%e : tensor<4x?xf32>) axes = [0, 1] -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// CHECK-LABEL: func @buffers
func.func @buffers(%a: memref<4xf32>, %b: memref<4xf32>) {
  // CHECK: linalg_ext.reverse ins(%{{.*}} : memref<4xf32>) outs(%{{.*}} : memref<4xf32>) axes = [0]{{$}}
  linalg_ext.reverse ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) axes = [0]
  return
}
