// RUN: dtensor-opt %s | dtensor-opt | FileCheck %s
// RUN: dtensor-opt %s --mlir-print-op-generic | dtensor-opt | FileCheck %s

// As torch-mlir prints them.

// CHECK-LABEL: func @scan
// CHECK: tm_tensor.scan dimension(1) inclusive(true) ins(%{{.*}} : tensor<4x8xf32>) outs(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4xf32>) {
// CHECK: tm_tensor.yield %{{.*}} : f32
// CHECK: } -> tensor<4x8xf32>, tensor<4xf32>
func.func @scan(%a: tensor<4x8xf32>, %o: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4x8xf32> {
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%a : tensor<4x8xf32>) outs(%o, %s : tensor<4x8xf32>, tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.addf %x, %y : f32
    tm_tensor.yield %1 : f32
  } -> tensor<4x8xf32>, tensor<4xf32>
  return %0#0 : tensor<4x8xf32>
}

// CHECK-LABEL: func @scatter
// CHECK: tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%{{.*}}, %{{.*}} : tensor<3x4xf32>, tensor<3x1xi32>) outs(%{{.*}} : tensor<6x4xf32>) {
func.func @scatter(%u: tensor<3x4xf32>, %i: tensor<3x1xi32>, %a: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %i : tensor<3x4xf32>, tensor<3x1xi32>) outs(%a : tensor<6x4xf32>) {
  ^bb0(%new: f32, %old: f32):
    %1 = arith.addf %old, %new : f32
    tm_tensor.yield %1 : f32
  } -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: func @sort
// CHECK: tm_tensor.sort dimension(1) outs(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4x8xi64>) {
func.func @sort(%a: tensor<4x8xf32>, %i: tensor<4x8xi64>) -> (tensor<4x8xf32>, tensor<4x8xi64>) {
  %0:2 = tm_tensor.sort dimension(1) outs(%a, %i : tensor<4x8xf32>, tensor<4x8xi64>) {
  ^bb0(%x: f32, %y: f32, %m: i64, %n: i64):
    %1 = arith.cmpf oge, %x, %y : f32
    tm_tensor.yield %1 : i1
  } -> tensor<4x8xf32>, tensor<4x8xi64>
  return %0#0, %0#1 : tensor<4x8xf32>, tensor<4x8xi64>
}

// CHECK-LABEL: func @topk
// CHECK: tm_tensor.topk dimension(1) ins(%{{.*}} : tensor<2x10xf32>) outs(%{{.*}}, %{{.*}} : tensor<2x3xf32>, tensor<2x3xi32>) {
func.func @topk(%a: tensor<2x10xf32>, %v: tensor<2x3xf32>, %i: tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %0:2 = tm_tensor.topk dimension(1) ins(%a : tensor<2x10xf32>) outs(%v, %i : tensor<2x3xf32>, tensor<2x3xi32>) {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.cmpf ogt, %x, %y : f32
    tm_tensor.yield %1 : i1
  } -> tensor<2x3xf32>, tensor<2x3xi32>
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi32>
}

// CHECK-LABEL: func @attention
// CHECK: tm_tensor.attention {scale = 5.000000e-01 : f64} ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<3x4x8xf32>, tensor<3x6x8xf32>, tensor<3x6x5xf32>) outs(%{{.*}} : tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
func.func @attention(%q: tensor<3x4x8xf32>, %k: tensor<3x6x8xf32>, %v: tensor<3x6x5xf32>, %o: tensor<3x4x5xf32>) -> tensor<3x4x5xf32> {
  %0 = tm_tensor.attention {scale = 5.000000e-01 : f64} ins(%q, %k, %v : tensor<3x4x8xf32>, tensor<3x6x8xf32>, tensor<3x6x5xf32>) outs(%o : tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  return %0 : tensor<3x4x5xf32>
}
