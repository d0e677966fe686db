// RUN: dtensor-opt %s --dtensor-partition --dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s --dtensor-partition | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-opt %s --dtensor-partition=search=false --dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: dtensor-run %s --random-inputs=1 --check

dtensor.mesh @mesh <x=4>

// A step of momentum for some rows of a table that is sharded by rows: each
// device does it for the rows that it has. Nothing is combined, and no row
// moves.

// CHECK: @main: 0 bytes in all
// STEPS: @main: {{[1-9][0-9]*}} bytes in all

// IR-LABEL: func.func @main(

#rows = #dtensor.layout<@mesh, [x, unsharded]>
#whole = #dtensor.layout<@mesh, [unsharded, unsharded]>

func.func @main(%table: tensor<64x16xf32> {dtensor.layout = #rows},
    %speed: tensor<64x16xf32> {dtensor.layout = #rows},
    %gradient: tensor<9x16xf32> {dtensor.layout = #whole})
    -> (tensor<64x16xf32> {dtensor.layout = #rows}) {
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
  return %updated : tensor<64x16xf32>
}
