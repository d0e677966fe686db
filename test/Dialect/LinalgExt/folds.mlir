// RUN: dtensor-opt %s | dtensor-opt | FileCheck %s
// RUN: dtensor-opt %s --mlir-print-op-generic | dtensor-opt | FileCheck %s

// CHECK-LABEL: func @sort
func.func @sort(%a: tensor<4x?xf32>, %b: tensor<4x?xi64>, %d: tensor<2x?xf32>, %e: tensor<2x?xi64>) -> tensor<2x?xf32> {
  // CHECK: linalg_ext.sort ins(%{{.*}}, %{{.*}} : tensor<4x?xf32>, tensor<4x?xi64>) outs(%{{.*}}, %{{.*}} : tensor<2x?xf32>, tensor<2x?xi64>) axis = 0 {
  // CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: i64, %{{.*}}: i64):
  // CHECK: } -> tensor<2x?xf32>, tensor<2x?xi64>
  %0:2 = linalg_ext.sort ins(%a, %b : tensor<4x?xf32>, tensor<4x?xi64>) outs(%d, %e : tensor<2x?xf32>, tensor<2x?xi64>) axis = 0 {
  ^bb0(%x: f32, %y: f32, %i: i64, %j: i64):
    %p = arith.cmpf olt, %x, %y : f32
    linalg_ext.yield %p : i1
  } -> tensor<2x?xf32>, tensor<2x?xi64>
  return %0#0 : tensor<2x?xf32>
}

// CHECK-LABEL: func @buffers
func.func @buffers(%a: memref<4xf32>, %d: memref<4xf32>, %s: memref<2x4xf32>, %r: memref<f32>) {
  // CHECK: linalg_ext.sort ins(%{{.*}} : memref<4xf32>) outs(%{{.*}}, %{{.*}} : memref<4xf32>, memref<2x4xf32>) axis = 0 {
  linalg_ext.sort ins(%a : memref<4xf32>) outs(%d, %s : memref<4xf32>, memref<2x4xf32>) axis = 0 {
  ^bb0(%x: f32, %y: f32):
    %p = arith.cmpf olt, %x, %y : f32
    linalg_ext.yield %p : i1
  }
  // CHECK: linalg_ext.reduce ins(%{{.*}} : memref<4xf32>) outs(%{{.*}} : memref<f32>) dimensions = [0] peeled {
  linalg_ext.reduce ins(%a : memref<4xf32>) outs(%r : memref<f32>) dimensions = [0] peeled {
  ^bb0(%x: f32, %y: f32):
    %s0 = arith.addf %x, %y : f32
    linalg_ext.yield %s0 : f32
  }
  return
}

// CHECK-LABEL: func @scan
func.func @scan(%a: tensor<4x3xf32>, %i: tensor<4xf32>, %d: tensor<4x3xf32>) -> tensor<4x3xf32> {
  // CHECK: linalg_ext.scan ins(%{{.*}} : tensor<4x3xf32>) init(%{{.*}} : tensor<4xf32>) outs(%{{.*}} : tensor<4x3xf32>) axis = 1 exclusive reverse {
  // CHECK: } -> tensor<4x3xf32>
  %0 = linalg_ext.scan ins(%a : tensor<4x3xf32>) init(%i : tensor<4xf32>) outs(%d : tensor<4x3xf32>) axis = 1 exclusive reverse {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg_ext.yield %s : f32
  } -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-LABEL: func @scan_from_first
func.func @scan_from_first(%a: tensor<4x3xf32>, %i: tensor<4xf32>, %d: tensor<4x3xf32>, %c: i1) -> tensor<4x3xf32> {
  // CHECK: linalg_ext.scan ins(%{{.*}} : tensor<4x3xf32>) outs(%{{.*}} : tensor<4x3xf32>) axis = 1 reverse {
  %0 = linalg_ext.scan ins(%a : tensor<4x3xf32>) outs(%d : tensor<4x3xf32>) axis = 1 reverse {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg_ext.yield %s : f32
  } -> tensor<4x3xf32>
  // CHECK: linalg_ext.scan ins(%{{.*}} : tensor<4x3xf32>) init(%{{.*}} : tensor<4xf32>) if %{{.*}} outs(%{{.*}} : tensor<4x3xf32>) axis = 1 {
  %1 = linalg_ext.scan ins(%0 : tensor<4x3xf32>) init(%i : tensor<4xf32>) if %c outs(%d : tensor<4x3xf32>) axis = 1 {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg_ext.yield %s : f32
  } -> tensor<4x3xf32>
  return %1 : tensor<4x3xf32>
}
