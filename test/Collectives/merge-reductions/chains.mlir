// RUN: dtensor-opt %s -dtensor-merge-reductions -verify-roundtrip | FileCheck %s

// Three terms, on whole tensors, and reduce_scatters.

dtensor.mesh @mesh <x=2, y=2>

// CHECK-LABEL: func @three
// CHECK: %[[A:.*]] = arith.addf %arg0, %arg1
// CHECK: %[[B:.*]] = arith.subf %[[A]], %arg2
// CHECK: %[[R:.*]] = comm.all_reduce ins(%[[B]]
// CHECK-NOT: comm.all_reduce
// CHECK: return %[[R]]
func.func @three(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = comm.all_reduce ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %1 = comm.all_reduce ins(%b : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %2 = arith.addf %0, %1 : tensor<4xf32>
  %3 = comm.all_reduce ins(%c : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %4 = arith.subf %2, %3 : tensor<4xf32>
  return %4 : tensor<4xf32>
}

// CHECK-LABEL: func @scattered
// CHECK: %[[S:.*]] = arith.addf %arg0, %arg1 : tensor<4xf32>
// CHECK: %[[R:.*]] = comm.reduce_scatter ins(%[[S]] : tensor<4xf32>)
// CHECK-NOT: comm.reduce_scatter
// CHECK: return %[[R]]
func.func @scattered(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<2xf32>
  %0 = comm.reduce_scatter ins(%a : tensor<4xf32>) outs(%e : tensor<2xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [x]> of [4] -> tensor<2xf32>
  %1 = comm.reduce_scatter ins(%b : tensor<4xf32>) outs(%e : tensor<2xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [x]> of [4] -> tensor<2xf32>
  %2 = arith.addf %0, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}

// One of the sums is used whole: reducing the sum of both would be a third.
// CHECK-LABEL: func @another_user
// CHECK-COUNT-2: comm.all_reduce
// CHECK-NOT: comm.all_reduce
// CHECK: return
func.func @another_user(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = comm.all_reduce ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %1 = comm.all_reduce ins(%b : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %2 = arith.addf %0, %1 : tensor<4xf32>
  return %0, %2 : tensor<4xf32>, tensor<4xf32>
}
