// RUN: dtensor-opt %s -dtensor-propagate-layouts -dtensor-insert-relayouts -dtensor-expand-spmd -canonicalize -cse -verify-roundtrip | FileCheck %s

dtensor.mesh @mesh <x=2, y=3>

// 3 rows of 4 on two devices: half a row changes owner.
// CHECK-LABEL: func @boundary
// CHECK: comm.reshape ins(%arg0 : tensor<6xf32>) outs(%{{.*}} : tensor<?x4xf32>)
// CHECK-SAME: <@mesh, [x]> of [12] to <@mesh, [x, unsharded]> of [3, 4]
// CHECK-SAME: because "tensor.expand_shape turns %arg0 in layout [x] into a result in layout [x,unsharded]"
// CHECK-NOT: comm.
// CHECK: return
func.func @boundary(%a: tensor<12xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) -> tensor<3x4xf32> {
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [3, 4] : tensor<12xf32> into tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// Backward as well.
// CHECK-LABEL: func @boundary_backward
// CHECK-SAME: %arg0: tensor<?x4xf32>
// CHECK: comm.reshape ins(%arg0 : tensor<?x4xf32>) outs(%{{.*}} : tensor<6xf32>)
// CHECK-SAME: <@mesh, [x, unsharded]> of [3, 4] to <@mesh, [x]> of [12]
func.func @boundary_backward(%a: tensor<3x4xf32>) -> (tensor<12xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<3x4xf32> into tensor<12xf32>
  return %0 : tensor<12xf32>
}

// Columns become rows: where rows divide that is an all_to_all of boxes.
// CHECK-LABEL: func @minor_even
// CHECK: comm.all_to_all {{.*}} <@mesh, [unsharded, x]> to <@mesh, [x, unsharded]> of [4, 6]
// CHECK: tensor.collapse_shape
// CHECK-NOT: comm.
// CHECK: return
func.func @minor_even(%a: tensor<4x6xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>})
    -> (tensor<24xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<4x6xf32> into tensor<24xf32>
  return %0 : tensor<24xf32>
}

// Where they do not, what changes owner moves at once.
// CHECK-LABEL: func @minor_uneven
// CHECK: comm.reshape {{.*}} <@mesh, [unsharded, x]> of [5, 6] to <@mesh, [x]> of [30]
// CHECK-NOT: comm.
// CHECK: return
func.func @minor_uneven(%a: tensor<5x6xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>})
    -> (tensor<30xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<5x6xf32> into tensor<30xf32>
  return %0 : tensor<30xf32>
}

// What is pending stays so.
// CHECK-LABEL: func @partial
// CHECK: comm.reshape {{.*}} <@mesh, [x], partial<sum, [y]>> of [12] to <@mesh, [x, unsharded], partial<sum, [y]>> of [3, 4]
// CHECK: comm.reduce_scatter {{.*}} <@mesh, [x, unsharded], partial<sum, [y]>> to <@mesh, [x, y]> of [3, 4]
func.func @partial(%a: tensor<12xf32> {dtensor.layout = #dtensor.layout<@mesh, [x], partial<sum, [y]>>})
    -> (tensor<3x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, y]>}) {
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [3, 4] : tensor<12xf32> into tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// An axis of dynamic extent goes along.
// CHECK-LABEL: func @dynamic
// CHECK: comm.reshape ins(%arg0 : tensor<?x6xf32>) outs(%{{.*}} : tensor<?x?x4xf32>)
// CHECK-SAME: <@mesh, [unsharded, x]> of [?, 12] to <@mesh, [unsharded, x, unsharded]> of [?, 3, 4]
func.func @dynamic(%a: tensor<?x12xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}, %n: index) -> tensor<?x3x4xf32> {
  %0 = tensor.expand_shape %a [[0], [1, 2]] output_shape [%n, 3, 4] : tensor<?x12xf32> into tensor<?x3x4xf32>
  return %0 : tensor<?x3x4xf32>
}

// Merges and splits at a time.
// CHECK-LABEL: func @both
// CHECK: comm.reshape {{.*}} <@mesh, [x, unsharded]> of [4, 6] to <@mesh, [x, unsharded]> of [8, 3]
func.func @both(%a: tensor<4x6xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) -> tensor<8x3xf32> {
  %shape = arith.constant dense<[8, 3]> : tensor<2xindex>
  %0 = tensor.reshape %a(%shape) : (tensor<4x6xf32>, tensor<2xindex>) -> tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}

// The components' extents are others than the program's.
// CHECK-LABEL: func @reshape_locally
// CHECK-NOT: comm.
// CHECK: tensor.reshape {{.*}} -> tensor<2x6xf32>
func.func @reshape_locally(%a: tensor<4x2x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded, unsharded]>}) -> tensor<4x6xf32> {
  %shape = arith.constant dense<[4, 6]> : tensor<2xindex>
  %0 = tensor.reshape %a(%shape) : (tensor<4x2x3xf32>, tensor<2xindex>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
