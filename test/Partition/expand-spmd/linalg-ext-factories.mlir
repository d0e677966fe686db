// RUN: dtensor-opt %s -dtensor-propagate-layouts -dtensor-insert-relayouts -dtensor-expand-spmd -verify-roundtrip | FileCheck %s

dtensor.mesh @mesh <x=2, y=2>

// Positions are those of the whole.
// CHECK-LABEL: func @iota
// CHECK: %[[S:.*]] = comm.shard_offset @mesh [x] of 5
// CHECK: linalg_ext.iota axis = 0 outs(%{{.*}} : tensor<?x4xi32>) part [%[[S]], 0] of [5, ?] -> tensor<?x4xi32>
func.func @iota() -> (tensor<5x4xi32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) {
  %e = tensor.empty() : tensor<5x4xi32>
  %0 = linalg_ext.iota axis = 0 outs(%e : tensor<5x4xi32>) -> tensor<5x4xi32>
  return %0 : tensor<5x4xi32>
}
