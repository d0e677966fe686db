// RUN: dtensor-opt %s -dtensor-propagate-layouts -dtensor-insert-relayouts -dtensor-expand-spmd -verify-roundtrip | FileCheck %s

#rows = #dtensor.layout<@mesh, [x, unsharded]>
#vector = #dtensor.layout<@mesh, [x]>
dtensor.mesh @mesh <x=2>

// Each device gathers what it has of the table; the bits of the one that has an
// element are joined with the others' zeros.
// CHECK-LABEL: func @table
// CHECK: %[[S:.*]] = comm.shard_offset @mesh [x] of 9
// CHECK: %[[G:.*]] = linalg_ext.gather ins(%arg0, %arg1 : tensor<?x4xf32>, tensor<5xi64>) outs(%{{.*}} : tensor<5x4xf32>) part [%[[S]], 0] of [9, ?]
// CHECK-SAME: slice_sizes = array<i64: 1, -1>
// CHECK: comm.all_reduce ins(%[[G]] : tensor<5x4xf32>)
// CHECK-SAME: partial<or, [x]>
func.func @table(%table: tensor<9x4xf32> {dtensor.layout = #rows}, %at: tensor<5xi64>) -> tensor<5x4xf32> {
  %e = tensor.empty() : tensor<5x4xf32>
  %0 = linalg_ext.gather ins(%table, %at : tensor<9x4xf32>, tensor<5xi64>) outs(%e : tensor<5x4xf32>)
      {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 1, 4>} -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// Each device does its updates; what was there before counts on the first.
// CHECK-LABEL: func @updates
// CHECK: %[[KEPT:.*]] = linalg.generic
// CHECK: arith.select
// CHECK: linalg_ext.scatter ins(%arg1, %arg2 : tensor<2xi64>, tensor<2x4xf32>) outs(%[[KEPT]] : tensor<9x4xf32>)
// CHECK-NOT: part
// CHECK: comm.all_reduce
// CHECK-SAME: partial<sum, [x]>
func.func @updates(%table: tensor<9x4xf32>, %at: tensor<4xi64> {dtensor.layout = #vector}, %rows: tensor<4x4xf32> {dtensor.layout = #rows}) -> tensor<9x4xf32> {
  %0 = linalg_ext.scatter ins(%at, %rows : tensor<4xi64>, tensor<4x4xf32>) outs(%table : tensor<9x4xf32>)
      attributes {start_axes = array<i64: 0>, inserted_axes = array<i64: 0>, window_axes = array<i64: 1>, index_vector_axis = 1} {
  ^bb0(%old: f32, %update: f32):
    %sum = arith.addf %old, %update : f32
    linalg_ext.yield %sum : f32
  } -> tensor<9x4xf32>
  return %0 : tensor<9x4xf32>
}

// Who has the rows hands them out. The start is clamped before.
// CHECK-LABEL: func @source
// CHECK: %[[LOW:.*]] = arith.maxsi %arg1, %c0
// CHECK: %[[AT:.*]] = arith.minsi %[[LOW]], %c7
// CHECK: comm.fetch ins(%arg0 : tensor<?x4xf32>)
// CHECK-NEXT: from <@mesh, [x, unsharded]> of [9, 4] at [%[[AT]], 0] step [1, 1] count [2, 4] to [0, 0] step [1, 1]
// CHECK-NOT: linalg_ext.dynamic_slice ins
// CHECK: return
func.func @source(%a: tensor<9x4xf32> {dtensor.layout = #rows}, %i: index) -> (tensor<2x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>}) {
  %e = tensor.empty() : tensor<2x4xf32>
  %0 = linalg_ext.dynamic_slice ins(%a : tensor<9x4xf32>) at [%i, %i] sizes = [2, 4] outs(%e : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// Where a loop never leaves the axis nothing is clamped.
// CHECK-LABEL: func @walk
// CHECK: scf.for %[[I:[a-z0-9]+]] =
// CHECK-NOT: arith.minsi
// CHECK: comm.fetch
// CHECK-NEXT: from <@mesh, [x, unsharded]> of [9, 4] at [%[[I]], 0]
func.func @walk(%a: tensor<9x4xf32> {dtensor.layout = #rows}, %s: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%v = %s) -> tensor<1x4xf32> {
    %e = tensor.empty() : tensor<1x4xf32>
    %0 = linalg_ext.dynamic_slice ins(%a : tensor<9x4xf32>) at [%i, %c0] sizes = [1, 4] outs(%e : tensor<1x4xf32>) -> tensor<1x4xf32>
    %1 = arith.mulf %v, %0 : tensor<1x4xf32>
    scf.yield %1 : tensor<1x4xf32>
  }
  return %r : tensor<1x4xf32>
}

// Each device overwrites what falls into its part.
// CHECK-LABEL: func @destination
// CHECK: %[[S:.*]] = comm.shard_offset @mesh [x] of 9
// CHECK: linalg_ext.dynamic_update_slice ins(%arg1 : tensor<2x4xf32>) at[%arg2, %arg2] outs(%arg0 : tensor<?x4xf32>) part [%[[S]], 0] of [9, ?]
// CHECK-NOT: comm.all
// CHECK: return
func.func @destination(%a: tensor<9x4xf32> {dtensor.layout = #rows}, %u: tensor<2x4xf32>, %i: index) -> (tensor<9x4xf32> {dtensor.layout = #rows}) {
  %0 = linalg_ext.dynamic_update_slice ins(%u : tensor<2x4xf32>) at [%i, %i] outs(%a : tensor<9x4xf32>) -> tensor<9x4xf32>
  return %0 : tensor<9x4xf32>
}
