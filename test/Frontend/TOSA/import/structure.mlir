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

// Phases are axes beside features. A kernel of three rows, two apart, meets each
// step of the result with two taps; rows in front and behind are cut off.
// CHECK-LABEL: func @transposed
// CHECK: tensor.pad %{{.+}} low[0, 1, 0, 0] high[0, 1, 0, 0]
// CHECK: tensor.expand_shape %{{.+}} {{\[}}[0], [1, 2], [3, 4], [5]] output_shape [4, 2, 2, 1, 2, 3]
// CHECK: linalg_ext.reverse {{.+}} axes = [1]
// CHECK: linalg.generic {{.+}} ins(%{{.+}} : tensor<2x6x5x3xf32>, tensor<4x2x2x1x2x3xf32>) outs(%{{.+}} : tensor<2x5x2x5x2x4xf32>)
// CHECK: tensor.pad %{{.+}} low[0, -1, 0, 0] high[0, -1, 1, 0]
func.func @transposed(%a: tensor<2x4x5x3xf32>, %w: tensor<4x3x2x3xf32>, %b: tensor<4xf32>) -> tensor<2x8x11x4xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.transpose_conv2d %a, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: -1, 0, 0, 1>, stride = array<i64: 2, 2>}
      : (tensor<2x4x5x3xf32>, tensor<4x3x2x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x8x11x4xf32>
  return %0 : tensor<2x8x11x4xf32>
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
