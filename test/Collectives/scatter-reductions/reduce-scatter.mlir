// RUN: dtensor-opt %s -dtensor-scatter-reductions -verify-roundtrip | FileCheck %s

// all_reduce, then this device's part along the dimensions that were reduced.

dtensor.mesh @mesh <x=2, y=2>

// CHECK-LABEL: func @scattered
// CHECK-NOT: comm.all_reduce
// CHECK: %[[E:.*]] = tensor.empty() : tensor<2xf32>
// CHECK: %[[R:.*]] = comm.reduce_scatter ins(%arg0 : tensor<4xf32>) outs(%[[E]] : tensor<2xf32>)
// CHECK-SAME: <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [x]> of [4] because "why"
// CHECK-NOT: tensor.extract_slice
// CHECK: return %[[R]]
func.func @scattered(%a: tensor<4xf32>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = comm.all_reduce ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] because "why" -> tensor<4xf32>
  %s = comm.shard_offset @mesh [x] of 4
  %1 = tensor.extract_slice %0[%s] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %1 : tensor<2xf32>
}

// Uneven parts, of a value that is sharded otherwise along another axis.
// CHECK-LABEL: func @uneven
// CHECK-NOT: comm.all_reduce
// CHECK: comm.reduce_scatter ins(%arg0 : tensor<5x2xf32>) outs(%{{.*}} : tensor<?x2xf32>)
// CHECK-SAME: <@mesh, [unsharded, y], partial<sum, [x]>> to <@mesh, [x, y]> of [5, 4]
func.func @uneven(%a: tensor<5x2xf32>) -> tensor<?x2xf32> {
  %e = tensor.empty() : tensor<5x2xf32>
  %0 = comm.all_reduce ins(%a : tensor<5x2xf32>) outs(%e : tensor<5x2xf32>)
      <@mesh, [unsharded, y], partial<sum, [x]>> to <@mesh, [unsharded, y]> of [5, 4] -> tensor<5x2xf32>
  %s = comm.shard_offset @mesh [x] of 5
  %n = comm.shard_extent @mesh [x] of 5
  %1 = tensor.extract_slice %0[%s, 0] [%n, 2] [1, 1] : tensor<5x2xf32> to tensor<?x2xf32>
  return %1 : tensor<?x2xf32>
}

// The whole is used as well.
// CHECK-LABEL: func @another_user
// CHECK: comm.all_reduce
// CHECK-NOT: comm.reduce_scatter
// CHECK: return
func.func @another_user(%a: tensor<4xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = comm.all_reduce ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %s = comm.shard_offset @mesh [x] of 4
  %1 = tensor.extract_slice %0[%s] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %1, %0 : tensor<2xf32>, tensor<4xf32>
}

// Reduced over x, cut along y; reduced over both, cut along one; reduced over
// one, cut along both.
// CHECK-LABEL: func @other_groups
// CHECK-COUNT-3: comm.all_reduce
// CHECK-NOT: comm.reduce_scatter
// CHECK: return
func.func @other_groups(%a: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<1xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = comm.all_reduce ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %y = comm.shard_offset @mesh [y] of 4
  %1 = tensor.extract_slice %0[%y] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %2 = comm.all_reduce ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x, y]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %3 = tensor.extract_slice %2[%y] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %4 = comm.all_reduce ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [y]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %xy = comm.shard_offset @mesh [x, y] of 4
  %5 = tensor.extract_slice %4[%xy] [1] [1] : tensor<4xf32> to tensor<1xf32>
  return %1, %3, %5 : tensor<2xf32>, tensor<2xf32>, tensor<1xf32>
}

// Slices that are not the device's own part: a constant place, another size,
// a stride, a start that was computed otherwise, the start of another extent.
// CHECK-LABEL: func @other_slices
// CHECK-COUNT-5: comm.all_reduce
// CHECK-NOT: comm.reduce_scatter
// CHECK: return
func.func @other_slices(%a: tensor<8xf32>, %i: index)
    -> (tensor<4xf32>, tensor<2xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %s = comm.shard_offset @mesh [x] of 8
  %t = comm.shard_offset @mesh [x] of 6
  %0 = comm.all_reduce ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [8] -> tensor<8xf32>
  %1 = tensor.extract_slice %0[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %2 = comm.all_reduce ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [8] -> tensor<8xf32>
  %3 = tensor.extract_slice %2[%s] [2] [1] : tensor<8xf32> to tensor<2xf32>
  %4 = comm.all_reduce ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [8] -> tensor<8xf32>
  %5 = tensor.extract_slice %4[0] [4] [2] : tensor<8xf32> to tensor<4xf32>
  %6 = comm.all_reduce ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [8] -> tensor<8xf32>
  %7 = tensor.extract_slice %6[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %8 = comm.all_reduce ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [8] -> tensor<8xf32>
  %9 = tensor.extract_slice %8[%t] [4] [1] : tensor<8xf32> to tensor<4xf32>
  return %1, %3, %5, %7, %9 : tensor<4xf32>, tensor<2xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Not into a loop: it would run in every turn.
// CHECK-LABEL: func @before_a_loop
// CHECK: comm.all_reduce
// CHECK: scf.for
// CHECK-NOT: comm.reduce_scatter
// CHECK: return
func.func @before_a_loop(%a: tensor<4xf32>, %b: tensor<2xf32>, %n: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %0 = comm.all_reduce ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %s = comm.shard_offset @mesh [x] of 4
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %b) -> tensor<2xf32> {
    %2 = tensor.extract_slice %0[%s] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %3 = arith.addf %c, %2 : tensor<2xf32>
    scf.yield %3 : tensor<2xf32>
  }
  return %1 : tensor<2xf32>
}
