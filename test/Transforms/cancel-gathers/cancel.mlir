// RUN: dtensor-opt %s -dtensor-cancel-gathers -canonicalize -verify-roundtrip | FileCheck %s

// A gather of which each device takes what it had before.

dtensor.mesh @mesh <x=2, y=2>

// CHECK-LABEL: func @cancelled
// CHECK-NEXT: return %arg0
func.func @cancelled(%a: tensor<2xf32>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = comm.all_gather ins(%a : tensor<2xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %s = comm.shard_offset @mesh [x] of 4
  %1 = tensor.extract_slice %0[%s] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %1 : tensor<2xf32>
}

// The gather stays for its other user.
// CHECK-LABEL: func @another_user
// CHECK: %[[G:.*]] = comm.all_gather
// CHECK: return %arg0, %[[G]]
func.func @another_user(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = comm.all_gather ins(%a : tensor<2xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %s = comm.shard_offset @mesh [x] of 4
  %1 = tensor.extract_slice %0[%s] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %1, %0 : tensor<2xf32>, tensor<4xf32>
}

// Another device's part.
// CHECK-LABEL: func @other_part
// CHECK: %[[G:.*]] = comm.all_gather
// CHECK: tensor.extract_slice %[[G]]
func.func @other_part(%a: tensor<2xf32>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = comm.all_gather ins(%a : tensor<2xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %s = comm.shard_offset @mesh [y] of 4
  %1 = tensor.extract_slice %0[%s] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %1 : tensor<2xf32>
}
