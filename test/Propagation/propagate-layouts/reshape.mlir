// RUN: dtensor-opt %s -dtensor-propagate-layouts -verify-roundtrip | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition -verify-roundtrip | FileCheck %s --check-prefix=LOCAL

dtensor.mesh @mesh <x=4, y=2>

// The major factor of an axis keeps its sharding in both directions.
// CHECK-LABEL: func @split_major
// CHECK-SAME: -> (tensor<8x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
// LOCAL-LABEL: func @split_major
// LOCAL: tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
// LOCAL-NOT: comm.
func.func @split_major(%a: tensor<24xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) -> tensor<8x3xf32> {
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [8, 3] : tensor<24xf32> into tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}

// CHECK-LABEL: func @split_backward
// CHECK-SAME: %arg0: tensor<24xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}
func.func @split_backward(%a: tensor<24xf32>)
    -> (tensor<8x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) {
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [8, 3] : tensor<24xf32> into tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}

// x takes all of the first factor, so y goes on with the second.
// CHECK-LABEL: func @split_two
// CHECK-SAME: -> (tensor<4x6xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, y]>})
// LOCAL-LABEL: func @split_two
// LOCAL: tensor.expand_shape %{{.*}} : tensor<3xf32> into tensor<1x3xf32>
// LOCAL-NOT: comm.
func.func @split_two(%a: tensor<24xf32> {dtensor.layout = #dtensor.layout<@mesh, [x + y]>}) -> tensor<4x6xf32> {
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [4, 6] : tensor<24xf32> into tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func @merge_major
// CHECK-SAME: -> (tensor<24xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
// LOCAL-LABEL: func @merge_major
// LOCAL: tensor.collapse_shape %{{.*}} : tensor<2x3xf32> into tensor<6xf32>
// LOCAL-NOT: comm.
func.func @merge_major(%a: tensor<8x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
    -> tensor<24xf32> {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<8x3xf32> into tensor<24xf32>
  return %0 : tensor<24xf32>
}

// An even cut of the merged axis is no cut of its rows: 6 rows on 4 devices
// are 2, 2, 2, 0 of 18 elements' 5, 5, 5, 3. What the layouts say is kept and
// the elements that change owner move.
// CHECK-LABEL: func @indivisible
// CHECK-SAME: -> (tensor<18xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
// LOCAL-LABEL: func @indivisible
// LOCAL: comm.reshape {{.*}} <@mesh, [x, unsharded]> of [6, 3] to <@mesh, [x]> of [18]
// LOCAL-NOT: comm.{{[a-q]}}
// LOCAL: return
func.func @indivisible(%a: tensor<6x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
    -> (tensor<18xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<6x3xf32> into tensor<18xf32>
  return %0 : tensor<18xf32>
}

// A unit axis more or less changes nothing, even uneven ones.
// CHECK-LABEL: func @unit_axes
// CHECK-SAME: -> (tensor<1x5x1xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, y, unsharded]>})
// LOCAL-LABEL: func @unit_axes
// LOCAL: %[[N:.*]] = comm.shard_extent @mesh [y] of 5
// LOCAL: tensor.expand_shape %{{.*}} output_shape [1, %[[N]], 1] : tensor<?xf32> into tensor<1x?x1xf32>
// LOCAL-NOT: comm.
func.func @unit_axes(%a: tensor<5xf32> {dtensor.layout = #dtensor.layout<@mesh, [y]>}) -> tensor<1x5x1xf32> {
  %0 = tensor.expand_shape %a [[0, 1, 2]] output_shape [1, 5, 1] : tensor<5xf32> into tensor<1x5x1xf32>
  return %0 : tensor<1x5x1xf32>
}

// The minor factor of a merged axis cannot stay where it is.
// CHECK-LABEL: func @merge_minor
// LOCAL-LABEL: func @merge_minor
// LOCAL: comm.
// LOCAL: return
func.func @merge_minor(%a: tensor<8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>})
    -> tensor<32xf32> {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<8x4xf32> into tensor<32xf32>
  return %0 : tensor<32xf32>
}
