// RUN: dtensor-opt %s --canonicalize | FileCheck %s

dtensor.mesh @mesh <x=2, y=4, one=1>

// CHECK-LABEL: func @coordinate
func.func @coordinate() -> (index, index) {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[X:.*]] = comm.coordinate @mesh x
  // CHECK: return %[[X]], %[[ZERO]]
  %0 = comm.coordinate @mesh x
  %1 = comm.coordinate @mesh one
  return %0, %1 : index, index
}

// CHECK-LABEL: func @shard_extent
// CHECK-SAME: (%[[N:.*]]: index)
func.func @shard_extent(%n: index) -> (index, index, index, index, index) {
  // CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : index
  // CHECK-DAG: %[[EMPTY:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[UNEVEN:.*]] = comm.shard_extent @mesh [x, y] of 18
  // CHECK-DAG: %[[WAS_CONSTANT:.*]] = comm.shard_extent @mesh [x] of 5
  // CHECK: return %[[TWO]], %[[UNEVEN]], %[[WAS_CONSTANT]], %[[N]], %[[EMPTY]]
  %five = arith.constant 5 : index
  %0 = comm.shard_extent @mesh [x, y] of 16
  %1 = comm.shard_extent @mesh [x, y] of 18
  %2 = comm.shard_extent @mesh [x] of %five
  %3 = comm.shard_extent @mesh [one] of %n
  %4 = comm.shard_extent @mesh [y] of 0
  return %0, %1, %2, %3, %4 : index, index, index, index, index
}

// CHECK-LABEL: func @shard_offset
func.func @shard_offset(%n: index) -> (index, index, index) {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[EVEN:.*]] = comm.shard_offset @mesh [x, y] of 16
  // CHECK: return %[[EVEN]], %[[ZERO]], %[[ZERO]]
  %0 = comm.shard_offset @mesh [x, y] of 16
  %1 = comm.shard_offset @mesh [one] of %n
  %2 = comm.shard_offset @mesh [x] of 0
  return %0, %1, %2 : index, index, index
}

// CHECK-LABEL: func @alone
// CHECK-SAME: (%[[A:[^:]*]]: tensor<8xf32>
func.func @alone(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // A device that is alone in its group has all that it needs, and shows it to
  // nobody.
  // CHECK-NEXT: return %[[A]], %[[A]]
  %0 = comm.all_gather ins(%a : tensor<8xf32>) outs(%b : tensor<8xf32>)
      <@mesh, [one]> to <@mesh, [unsharded]> of [8] -> tensor<8xf32>
  comm.release %0 : tensor<8xf32>
  %1 = comm.all_reduce ins(%a : tensor<8xf32>) outs(%b : tensor<8xf32>)
      <@mesh, [unsharded], partial<sum, [one]>> to <@mesh, [unsharded]> of [8] -> tensor<8xf32>
  comm.release %1 : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// Equal types do not say that nothing changes.
// CHECK-LABEL: func @slices
func.func @slices(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-NEXT: comm.exchange
  %0 = comm.exchange ins(%a : tensor<?xf32>) outs(%b : tensor<?xf32>)
      <@mesh, [one]> to <@mesh, [x]> of [9] -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func @in_company
func.func @in_company(%a: tensor<4xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[G:.*]] = comm.all_gather
  // CHECK-NEXT: comm.release %[[G]]
  // CHECK-NEXT: return %[[G]]
  %0 = comm.all_gather ins(%a : tensor<4xf32>) outs(%b : tensor<8xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [8] -> tensor<8xf32>
  comm.release %0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func @nobody_needs_it
func.func @nobody_needs_it(%a: tensor<4xf32>, %b: tensor<8xf32>) {
  // CHECK-NEXT: return
  %0 = comm.all_gather ins(%a : tensor<4xf32>) outs(%b : tensor<8xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [8] -> tensor<8xf32>
  return
}
