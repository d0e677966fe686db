// RUN: dtensor-opt %s --split-input-file -dtensor-copy-factories -dtensor-plan-layouts=proposals=updates-where-read | FileCheck %s

// Rows are updated on the devices that have them. That is another form of the
// program, for which a tenth of all bytes has to be saved: less than in @little.

// CHECK-LABEL: func.func @little
// CHECK-NOT: reads(
// CHECK-LABEL: func.func @much
// CHECK: linalg_ext.scatter {{.*}} reads(%arg1 : tensor<64x16xf32>)

dtensor.mesh @mesh <x=4>
func.func @little(%table: tensor<64x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %speed: tensor<64x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %gradient: tensor<9x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>},
    %other: tensor<8192xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<64x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, tensor<8192xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %some = arith.constant dense<[[3], [63], [0], [3], [17], [-5], [80], [16], [15]]> : tensor<9x1xi32>
  %empty = tensor.empty() : tensor<9x16xf32>
  %there = linalg_ext.gather ins(%speed, %some : tensor<64x16xf32>, tensor<9x1xi32>) outs(%empty : tensor<9x16xf32>)
      {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 1, 16>} -> tensor<9x16xf32>
  %factor = arith.constant dense<0.5> : tensor<9x16xf32>
  %less = arith.mulf %there, %factor : tensor<9x16xf32>
  %step = arith.subf %less, %gradient : tensor<9x16xf32>
  %updated = linalg_ext.scatter ins(%some, %step : tensor<9x1xi32>, tensor<9x16xf32>) outs(%table : tensor<64x16xf32>)
      attributes {start_axes = array<i64: 0>, inserted_axes = array<i64: 0>, window_axes = array<i64: 1>, index_vector_axis = 1} {
  ^bb0(%old: f32, %update: f32):
    %sum = arith.addf %old, %update : f32
    linalg_ext.yield %sum : f32
  } -> tensor<64x16xf32>
  return %updated, %other : tensor<64x16xf32>, tensor<8192xf32>
}

// -----

dtensor.mesh @mesh <x=4>
func.func @much(%table: tensor<64x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %speed: tensor<64x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %gradient: tensor<9x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>},
    %other: tensor<64xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<64x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, tensor<64xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %some = arith.constant dense<[[3], [63], [0], [3], [17], [-5], [80], [16], [15]]> : tensor<9x1xi32>
  %empty = tensor.empty() : tensor<9x16xf32>
  %there = linalg_ext.gather ins(%speed, %some : tensor<64x16xf32>, tensor<9x1xi32>) outs(%empty : tensor<9x16xf32>)
      {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 1, 16>} -> tensor<9x16xf32>
  %factor = arith.constant dense<0.5> : tensor<9x16xf32>
  %less = arith.mulf %there, %factor : tensor<9x16xf32>
  %step = arith.subf %less, %gradient : tensor<9x16xf32>
  %updated = linalg_ext.scatter ins(%some, %step : tensor<9x1xi32>, tensor<9x16xf32>) outs(%table : tensor<64x16xf32>)
      attributes {start_axes = array<i64: 0>, inserted_axes = array<i64: 0>, window_axes = array<i64: 1>, index_vector_axis = 1} {
  ^bb0(%old: f32, %update: f32):
    %sum = arith.addf %old, %update : f32
    linalg_ext.yield %sum : f32
  } -> tensor<64x16xf32>
  return %updated, %other : tensor<64x16xf32>, tensor<64xf32>
}
