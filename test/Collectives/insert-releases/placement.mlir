// RUN: dtensor-opt %s -dtensor-insert-releases -verify-roundtrip | FileCheck %s
// RUN: dtensor-opt %s -dtensor-insert-releases -dtensor-insert-releases | FileCheck %s

dtensor.mesh @mesh <x=2>

// At the end of the collective's own block, and once.
// CHECK-LABEL: func @releases
// CHECK: %[[G:.*]] = comm.all_gather
// CHECK: scf.for
// CHECK: %[[R:.*]] = comm.all_gather
// CHECK: %[[S:.*]] = arith.addf
// CHECK-NEXT: comm.release %[[R]] : tensor<4xf32>
// CHECK-NEXT: scf.yield %[[S]]
// CHECK: math.exp
// CHECK-NEXT: comm.release %[[G]] : tensor<4xf32>
// CHECK-NEXT: return
func.func @releases(%a: tensor<2xf32>, %b: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %0 = comm.all_gather ins(%a : tensor<2xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %b) -> tensor<4xf32> {
    %f = tensor.empty() : tensor<4xf32>
    %2 = comm.all_gather ins(%a : tensor<2xf32>) outs(%f : tensor<4xf32>)
        <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
    %3 = arith.addf %c, %2 : tensor<4xf32>
    scf.yield %3 : tensor<4xf32>
  }
  %4 = arith.addf %0, %1 : tensor<4xf32>
  %5 = math.exp %4 : tensor<4xf32>
  return %5 : tensor<4xf32>
}
