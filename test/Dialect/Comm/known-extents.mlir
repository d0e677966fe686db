// RUN: dtensor-opt %s -canonicalize | FileCheck %s
// RUN: dtensor-opt %s -canonicalize | dtensor-opt | FileCheck %s

dtensor.mesh @mesh <x=2>

// The extent of an axis that devices have whole may be known to one of them.
// CHECK-LABEL: func @known_locally
// CHECK-SAME: (%[[A:.*]]: tensor<7x5xf32>
// CHECK: comm.all_reduce ins(%[[A]] : tensor<7x5xf32>)
func.func @known_locally(%a: tensor<7x5xf32>, %e: tensor<?x5xf32>) -> tensor<?x5xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %e, %c0 : tensor<?x5xf32>
  %0 = tensor.cast %a : tensor<7x5xf32> to tensor<?x5xf32>
  %1 = comm.all_reduce ins(%0 : tensor<?x5xf32>) outs(%e : tensor<?x5xf32>)
      <@mesh, [unsharded, unsharded], partial<sum, [x]>> to <@mesh, [unsharded, unsharded]> of [%d, 5]
      -> tensor<?x5xf32>
  return %1 : tensor<?x5xf32>
}
