// RUN: dtensor-opt %s -split-input-file -dtensor-split-mesh -dtensor-propagate-layouts -verify-roundtrip | FileCheck %s
// RUN: dtensor-opt %s -split-input-file -dtensor-partition | FileCheck %s --check-prefix=LOCAL

// A mesh dimension larger than the factor that it shards is taken apart, so that
// nothing moves.

// CHECK: dtensor.mesh @mesh <x.0=2, x.1=2, y=2>
// CHECK-LABEL: func @split
// CHECK-SAME: %arg0: tensor<8x6xf32> {dtensor.layout = #dtensor.layout<@mesh, [x.0 + x.1, y]>}
// CHECK-SAME: -> (tensor<2x4x6xf32> {dtensor.layout = #dtensor.layout<@mesh, [x.0, x.1, y]>})
// LOCAL-LABEL: func @split
// LOCAL-NOT: comm.
// LOCAL: tensor.expand_shape {{.*}} : tensor<2x3xf32> into tensor<1x2x3xf32>
// LOCAL-NOT: comm.
// LOCAL: return
dtensor.mesh @mesh <x=4, y=2>
func.func @split(%a: tensor<8x6xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, y]>}) -> tensor<2x4x6xf32> {
  %0 = tensor.expand_shape %a [[0, 1], [2]] output_shape [2, 4, 6] : tensor<8x6xf32> into tensor<2x4x6xf32>
  return %0 : tensor<2x4x6xf32>
}

// -----

// Three parts, and backward.
// CHECK: dtensor.mesh @mesh <x.0=2, x.1.0=2, x.1.1=2>
// CHECK-LABEL: func @backward
// CHECK-SAME: %arg0: tensor<2x2x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x.0, x.1.0, x.1.1]>}
// CHECK-SAME: -> (tensor<16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x.0 + x.1.0 + x.1.1]>})
dtensor.mesh @mesh <x=8>
func.func @backward(%a: tensor<2x2x4xf32>) -> (tensor<16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) {
  %0 = tensor.collapse_shape %a [[0, 1, 2]] : tensor<2x2x4xf32> into tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

// An annotation that x cuts unevenly would be cut at other places.
// CHECK: dtensor.mesh @mesh <x=4>
// LOCAL-LABEL: func @uneven
// LOCAL: comm.reshape
dtensor.mesh @mesh <x=4>
func.func @uneven(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>},
    %b: tensor<6xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) -> (tensor<2x4xf32>, tensor<6xf32>) {
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  return %0, %b : tensor<2x4xf32>, tensor<6xf32>
}

// -----

// Code for components may name x, but not what it leaves to propagation.
// CHECK: dtensor.mesh @mesh <x=2, y.0=2, y.1=2>
// CHECK-LABEL: func @manual
// CHECK-SAME: %arg0: tensor<16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x + y.0 + y.1]>}
// CHECK: manual ["x"]
// CHECK-SAME: dtensor.layouts = [#dtensor.layout<@mesh, [x + y.0, y.1]>]
// LOCAL-LABEL: func @manual
// LOCAL-NOT: comm.
// LOCAL: return
dtensor.mesh @mesh <x=2, y=4>
func.func @manual(%a: tensor<16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x + y]>}) -> tensor<4x4xf32> {
  %0 = dtensor.local_map (%a : tensor<16xf32>) in [#dtensor.layout<@mesh, [x]>] out [#dtensor.layout<@mesh, [x, unsharded]>] manual ["x"] {
  ^bb0(%c: tensor<8xf32>):
    %1 = tensor.expand_shape %c [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
    dtensor.local_yield %1 : tensor<2x4xf32>
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// CHECK: dtensor.mesh @mesh <x=4>
// CHECK-LABEL: func @named
dtensor.mesh @mesh <x=4>
func.func @named(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) -> tensor<2x4xf32> {
  dtensor.local_map (%a : tensor<8xf32>) in [#dtensor.layout<@mesh, [x]>] out [] {
  ^bb0(%c: tensor<2xf32>):
    dtensor.local_yield
  }
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
