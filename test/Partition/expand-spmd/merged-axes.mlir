// RUN: dtensor-opt %s -split-input-file -dtensor-expand-spmd -verify-diagnostics | FileCheck %s

// Windows that do not overlap are split between devices as they are.

dtensor.mesh @mesh <x=2>

// CHECK-LABEL: func @pooling
// CHECK-SAME: %[[I:.*]]: tensor<1x4x8x3xf32>
// CHECK-SAME: %[[O:.*]]: tensor<1x2x4x3xf32>
// CHECK-NEXT: %[[W:.*]] = tensor.empty() : tensor<2x2xf32>
// CHECK-NEXT: %[[R:.*]] = linalg.pooling_nhwc_max
// CHECK-SAME: ins(%[[I]], %[[W]] : tensor<1x4x8x3xf32>, tensor<2x2xf32>)
// CHECK-SAME: outs(%[[O]] : tensor<1x2x4x3xf32>)
// CHECK-NEXT: return %[[R]]
func.func @pooling(
    %i: tensor<1x8x8x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded, unsharded]>},
    %o: tensor<1x4x4x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded, unsharded]>})
    -> (tensor<1x4x4x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded, unsharded]>}) {
  %w = tensor.empty() {dtensor.layouts = [#dtensor.layout<@mesh, [unsharded, unsharded]>]} : tensor<2x2xf32>
  %0 = linalg.pooling_nhwc_max {strides = dense<[2, 2]> : tensor<2xi64>,
        dtensor.layouts = [#dtensor.layout<@mesh, [unsharded, x, unsharded, unsharded]>]}
      ins(%i, %w : tensor<1x8x8x3xf32>, tensor<2x2xf32>)
      outs(%o : tensor<1x4x4x3xf32>) -> tensor<1x4x4x3xf32>
  return %0 : tensor<1x4x4x3xf32>
}

// -----

// The minor factor alone is no box of the merged axis: each device would read
// from the start.

dtensor.mesh @mesh <x=2>

func.func @minor(
    %i: tensor<6xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>},
    %o: tensor<3x2xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>})
    -> (tensor<3x2xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) {
  // expected-error @below {{has operands or results whose layouts do not agree with its sharding rule ([ij],[i,j])->([i,j]) {i=3,j=2} passes any 0->0; run dtensor-insert-relayouts first}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0 * 2 + d1)>,
                       affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<6xf32>) outs(%o : tensor<3x2xf32>)
      attrs = {dtensor.layouts = [#dtensor.layout<@mesh, [unsharded, x]>]} {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  } -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
