// RUN: dtensor-opt %s -dtensor-propagate-layouts -dtensor-insert-relayouts -dtensor-expand-spmd -canonicalize -cse -verify-roundtrip | FileCheck %s

// Each row of the relayout table, by what a function takes and gives.

dtensor.mesh @mesh <x=2, y=2>
#whole = #dtensor.layout<@mesh, [unsharded]>
#x = #dtensor.layout<@mesh, [x]>
#sum = #dtensor.layout<@mesh, [unsharded], partial<sum, [x]>>

// CHECK-LABEL: func @gather
// CHECK: comm.all_gather ins(%arg0 : tensor<?xf32>) outs(%{{.*}} : tensor<5xf32>) <@mesh, [x]> to <@mesh, [unsharded]> of [5]
func.func @gather(%a: tensor<5xf32> {dtensor.layout = #x}) -> (tensor<5xf32> {dtensor.layout = #whole}) {
  return %a : tensor<5xf32>
}

// CHECK-LABEL: func @move
// CHECK: comm.all_to_all ins(%arg0 : tensor<4x2xf32>) {{.*}} <@mesh, [unsharded, x]> to <@mesh, [x, unsharded]> of [4, 4]
func.func @move(%a: tensor<4x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>})
    -> (tensor<4x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) {
  return %a : tensor<4x4xf32>
}

// CHECK-LABEL: func @slice
// CHECK-NOT: comm.all
// CHECK-DAG: %[[S:.*]] = comm.shard_offset @mesh [x] of 5
// CHECK-DAG: %[[N:.*]] = comm.shard_extent @mesh [x] of 5
// CHECK: tensor.extract_slice %arg0[%[[S]]] [%[[N]]] [1]
func.func @slice(%a: tensor<5xf32> {dtensor.layout = #whole}) -> (tensor<5xf32> {dtensor.layout = #x}) {
  return %a : tensor<5xf32>
}

// From x to x and y: a part of the part.
// CHECK-LABEL: func @slice_again
// CHECK-DAG: %[[I:.*]] = comm.shard_offset @mesh [x, y] of 8
// CHECK-DAG: %[[O:.*]] = comm.shard_offset @mesh [x] of 8
// CHECK: %[[D:.*]] = arith.subi %[[I]], %[[O]]
// CHECK: tensor.extract_slice %arg0[%[[D]]] [2] [1] : tensor<4xf32> to tensor<2xf32>
func.func @slice_again(%a: tensor<8xf32> {dtensor.layout = #x})
    -> (tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x + y]>}) {
  return %a : tensor<8xf32>
}

// CHECK-LABEL: func @reduce
// CHECK: comm.all_reduce ins(%arg0 : tensor<5xf32>) {{.*}} partial<sum, [x]>> to <@mesh, [unsharded]>
func.func @reduce(%a: tensor<5xf32> {dtensor.layout = #sum}) -> (tensor<5xf32> {dtensor.layout = #whole}) {
  return %a : tensor<5xf32>
}

// CHECK-LABEL: func @scatter
// CHECK: comm.reduce_scatter ins(%arg0 : tensor<5xf32>) outs(%{{.*}} : tensor<?xf32>) {{.*}} partial<sum, [x]>> to <@mesh, [x]>
func.func @scatter(%a: tensor<5xf32> {dtensor.layout = #sum}) -> (tensor<5xf32> {dtensor.layout = #x}) {
  return %a : tensor<5xf32>
}

// Coordinate 0 keeps the value, the others take the identity.
// CHECK-LABEL: func @first_keeps
// CHECK-DAG: %[[ZERO:.*]] = arith.constant -0.000000e+00 : f32
// CHECK-DAG: %[[AT:.*]] = comm.coordinate @mesh x
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[AT]]
// CHECK: arith.select %[[FIRST]], %{{.*}}, %[[ZERO]]
// CHECK-NOT: comm.all
func.func @first_keeps(%a: tensor<5xf32> {dtensor.layout = #whole}) -> (tensor<5xf32> {dtensor.layout = #sum}) {
  return %a : tensor<5xf32>
}

// Of an idempotent kind all keep it.
// CHECK-LABEL: func @all_keep
// CHECK-NEXT: return %arg0
func.func @all_keep(%a: tensor<5xf32> {dtensor.layout = #whole})
    -> (tensor<5xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<max, [x]>>}) {
  return %a : tensor<5xf32>
}

// A shard in its place, the identity elsewhere; where x and y have both to be
// made partial, also only on the first along y.
// CHECK-LABEL: func @place
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG: %[[S:.*]] = comm.shard_offset @mesh [x] of 8
// CHECK: %[[F:.*]] = linalg.fill ins(%[[ONE]] : f32)
// CHECK: %[[I:.*]] = tensor.insert_slice %arg0 into %[[F]][%[[S]]] [4] [1]
// CHECK: comm.coordinate @mesh y
// CHECK: linalg.generic {{.*}} ins(%[[I]]
// CHECK: arith.select
// CHECK-NOT: comm.all
func.func @place(%a: tensor<8xf32> {dtensor.layout = #x})
    -> (tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<product, [x, y]>>}) {
  return %a : tensor<8xf32>
}

// Another order of two dimensions moves whole components.
// CHECK-LABEL: func @order
// CHECK: comm.permute ins(%arg0 : tensor<2xf32>) {{.*}} <@mesh, [x + y]> to <@mesh, [y + x]> of [8]
func.func @order(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x + y]>})
    -> (tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [y + x]>}) {
  return %a : tensor<8xf32>
}

// The mean of one value and zeros is so much less.
// CHECK-LABEL: func @shard_of_average
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-DAG: %[[ZERO:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: arith.mulf %{{.*}}, %[[TWO]]
// CHECK: linalg.fill ins(%[[ZERO]] : f32)
// CHECK: tensor.insert_slice
func.func @shard_of_average(%a: tensor<4xf32> {dtensor.layout = #x})
    -> (tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<avg, [x]>>}) {
  return %a : tensor<4xf32>
}
