// RUN: dtensor-opt %s --dtensor-import-tosa | FileCheck %s

// CHECK-LABEL: func @broadcast
// CHECK-NOT: tosa
// CHECK: linalg.generic
// CHECK: arith.addf
func.func @broadcast(%a: tensor<4x3xf32>, %b: tensor<1x3xf32>) -> tensor<4x3xf32> {
  %0 = tosa.add %a, %b : (tensor<4x3xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// Positions are data: an op that has rules.
// CHECK-LABEL: func @positions
// CHECK: linalg_ext.gather
// CHECK-SAME: collapsed_axes = array<i64: 1>, index_vector_axis = 2 : i64, indices_batch_axes = array<i64: 0>, offset_axes = array<i64: 2>, operand_batch_axes = array<i64: 0>
// CHECK: linalg_ext.scatter
// CHECK: ^bb0(%{{.*}}: f32, %[[NEW:.*]]: f32):
// CHECK-NEXT: linalg_ext.yield %[[NEW]]
func.func @positions(%a: tensor<3x7x4xf32>, %i: tensor<3x5xi32>, %b: tensor<3x5x4xf32>) -> (tensor<3x5x4xf32>, tensor<3x7x4xf32>) {
  %0 = tosa.gather %a, %i : (tensor<3x7x4xf32>, tensor<3x5xi32>) -> tensor<3x5x4xf32>
  %1 = tosa.scatter %a, %i, %b : (tensor<3x7x4xf32>, tensor<3x5xi32>, tensor<3x5x4xf32>) -> tensor<3x7x4xf32>
  return %0, %1 : tensor<3x5x4xf32>, tensor<3x7x4xf32>
}

// CHECK-LABEL: func @reversed
// CHECK: linalg_ext.reverse ins(%{{.*}} : tensor<3x7xi8>) outs(%{{.*}} : tensor<3x7xi8>) axes = [1]
func.func @reversed(%a: tensor<3x7xi8>) -> tensor<3x7xi8> {
  %0 = tosa.reverse %a {axis = 1 : i32} : (tensor<3x7xi8>) -> tensor<3x7xi8>
  return %0 : tensor<3x7xi8>
}

// CHECK-LABEL: func @transform
// CHECK: linalg_ext.fft ins(%{{.*}} : tensor<2x4x8xf32>) outs(%{{.*}} : tensor<2x4x5xcomplex<f32>>) axis = 2
// CHECK: linalg_ext.fft ins(%{{.*}} : tensor<2x4x5xcomplex<f32>>) {{.*}} axis = 1
func.func @transform(%a: tensor<2x4x8xf32>) -> (tensor<2x4x5xf32>, tensor<2x4x5xf32>) {
  %0:2 = tosa.rfft2d %a : (tensor<2x4x8xf32>) -> (tensor<2x4x5xf32>, tensor<2x4x5xf32>)
  return %0#0, %0#1 : tensor<2x4x5xf32>, tensor<2x4x5xf32>
}

// Control flow with what stands in it.
// CHECK-LABEL: func @branch
// CHECK: scf.if
// CHECK: linalg.generic
// CHECK: else
func.func @branch(%p: tensor<i1>, %a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.cond_if %p : tensor<i1> -> tensor<4xf32> {
    %1 = tosa.abs %a : (tensor<4xf32>) -> tensor<4xf32>
    tosa.yield %1 : tensor<4xf32>
  } else {
    tosa.yield %a : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
