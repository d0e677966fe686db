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

// What is gathered was cut out of what all devices along x have: an argument
// that is replicated, or what they compute of what was gathered before.
// CHECK-LABEL: func @cut
// CHECK-NOT: comm.all_gather
// CHECK: return %arg0
func.func @cut(%a: tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %s = comm.shard_offset @mesh [x] of 4
  %0 = tensor.extract_slice %a[%s] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %1 = comm.all_gather ins(%0 : tensor<2xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func @computed
// CHECK: %[[G:.*]] = comm.all_gather
// CHECK: %[[E:.*]] = math.exp %[[G]]
// CHECK-NOT: comm.all_gather
// CHECK: return %[[E]]
func.func @computed(%a: tensor<2xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = comm.all_gather ins(%a : tensor<2xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %1 = math.exp %0 : tensor<4xf32>
  %s = comm.shard_offset @mesh [x] of 4
  %2 = tensor.extract_slice %1[%s] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %3 = comm.all_gather ins(%2 : tensor<2xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// Devices along x have different ones: an argument that is partial, or computed
// from where they are.
// CHECK-LABEL: func @differs
// CHECK-COUNT-2: comm.all_gather
// CHECK: return
func.func @differs(%a: tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<sum, [x]>>}) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %s = comm.shard_offset @mesh [x] of 4
  %0 = tensor.extract_slice %a[%s] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %1 = comm.all_gather ins(%0 : tensor<2xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %i = arith.index_cast %s : index to i32
  %f = arith.sitofp %i : i32 to f32
  %t = tensor.splat %f : tensor<4xf32>
  %2 = tensor.extract_slice %t[%s] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %3 = comm.all_gather ins(%2 : tensor<2xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}
