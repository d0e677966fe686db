// RUN: dtensor-opt %s --dtensor-import-stablehlo | FileCheck %s

// The initial value of a reduction is the destination.
// CHECK-LABEL: func.func @sum(
// CHECK: %[[C:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[F:.*]] = linalg.fill ins(%[[C]]
// CHECK: linalg.reduce { arith.addf } ins(%arg0 : tensor<4x6xf32>) outs(%[[F]] : tensor<6xf32>) dimensions = [0]
func.func @sum(%a: tensor<4x6xf32>) -> tensor<6xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %c) applies stablehlo.add across dimensions = [0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// A contraction stays one: batch axes, those of lhs, of rhs, then the sum.
// CHECK-LABEL: func.func @dot(
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
func.func @dot(%a: tensor<2x4x8xf32>, %b: tensor<2x5x8xf32>) -> tensor<2x4x5xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x4x8xf32>, tensor<2x5x8xf32>) -> tensor<2x4x5xf32>
  return %0 : tensor<2x4x5xf32>
}

// Groups of a reshape stay apart.
// CHECK-LABEL: func.func @reshape(
// CHECK: tensor.collapse_shape %arg0 {{\[}}[0, 1], [2]] : tensor<2x3x8xf32> into tensor<6x8xf32>
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0], [1, 2]] output_shape [6, 4, 2]
func.func @reshape(%a: tensor<2x3x8xf32>) -> tensor<6x4x2xf32> {
  %0 = stablehlo.reshape %a : (tensor<2x3x8xf32>) -> tensor<6x4x2xf32>
  return %0 : tensor<6x4x2xf32>
}

// Tuples and tokens vanish.
// CHECK-LABEL: func.func @tuple(
// CHECK-SAME: %{{.*}}: tensor<2xf32>, %[[B:.*]]: tensor<3xi32>) -> tensor<3xi32>
// CHECK-NEXT: return %[[B]]
func.func @tuple(%a: tensor<2xf32>, %b: tensor<3xi32>) -> tensor<3xi32> {
  %0 = stablehlo.tuple %a, %b : tuple<tensor<2xf32>, tensor<3xi32>>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<2xf32>, tensor<3xi32>>) -> tensor<3xi32>
  return %1 : tensor<3xi32>
}

// CHECK-LABEL: func.func @loop(
// CHECK: scf.while
// CHECK: %[[MORE:.*]] = tensor.extract
// CHECK: scf.condition(%[[MORE]])
func.func @loop(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c, %y = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %m = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %k = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.add %y, %y : tensor<4xf32>
    stablehlo.return %k, %z : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}

// One group is no axis: between a padding and its convolution stands nothing.
// CHECK-LABEL: func.func @convolution(
// CHECK: %[[P:.*]] = tensor.pad %arg0
// CHECK-NOT: tensor.expand_shape
// CHECK: linalg.generic {{.*}} ins(%[[P]], %arg1 : tensor<2x10x10x3xf32>, tensor<3x3x3x4xf32>)
// CHECK-NOT: tensor.collapse_shape
func.func @convolution(%a: tensor<2x8x8x3xf32>, %k: tensor<3x3x3x4xf32>) -> tensor<2x8x8x4xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x8x8x4xf32>
  return %0 : tensor<2x8x8x4xf32>
}

// A window of one position: what the steps skip is never read.
// CHECK-LABEL: func.func @pointwise_convolution(
// CHECK: %[[S:.*]] = tensor.extract_slice %arg0[0, 0, 0, 0] [2, 4, 4, 3] [1, 2, 2, 1]
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[S]], %arg1
func.func @pointwise_convolution(%a: tensor<2x8x8x3xf32>, %k: tensor<1x1x3x4xf32>) -> tensor<2x4x4x4xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x3xf32>, tensor<1x1x3x4xf32>) -> tensor<2x4x4x4xf32>
  return %0 : tensor<2x4x4x4xf32>
}

// What has no elements is neither spread nor cut out of.
// CHECK-LABEL: func.func @nothing(
// CHECK-NOT: insert_slice
// CHECK: linalg.fill {{.*}} -> tensor<0x5x4xf32>
// CHECK-NOT: extract_slice
// CHECK: tensor.empty() : tensor<0x3x4xf32>
// CHECK-NOT: extract_slice
// CHECK: return
func.func @nothing(%a: tensor<0x3x4xf32>, %k: tensor<1x4x2xf32>) -> tensor<0x3x2xf32> {
  %0 = "stablehlo.convolution"(%a, %k) {window_strides = array<i64: 2>, padding = dense<0> : tensor<1x2xi64>, lhs_dilation = array<i64: 2>, rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<0x3x4xf32>, tensor<1x4x2xf32>) -> tensor<0x3x2xf32>
  return %0 : tensor<0x3x2xf32>
}
