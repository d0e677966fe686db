// RUN: dtensor-opt %s -dtensor-place-gathers -verify-roundtrip | FileCheck %s
// RUN: dtensor-opt %s -dtensor-place-gathers=regather=101 | FileCheck %s --check-prefix=KEEP

dtensor.mesh @mesh <x=2>

// Each weight is gathered right before it is used.
// CHECK-LABEL: func @late
// CHECK: %[[G0:.*]] = comm.all_gather ins(%arg1
// CHECK-NEXT: %[[H:.*]] = arith.addf %arg0, %[[G0]]
// CHECK: %[[G1:.*]] = comm.all_gather ins(%arg2
// CHECK-NEXT: arith.addf %[[H]], %[[G1]]
func.func @late(%x: tensor<4xf32>, %w0: tensor<2xf32>, %w1: tensor<2xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = comm.all_gather ins(%w0 : tensor<2xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %1 = comm.all_gather ins(%w1 : tensor<2xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %2 = arith.addf %x, %0 : tensor<4xf32>
  %3 = arith.addf %2, %1 : tensor<4xf32>
  return %3 : tensor<4xf32>
}

// Weights forward, then in reverse: all but the last are gathered again, which
// halves what must be held at once.
// CHECK-LABEL: func @again
// CHECK: comm.all_gather ins(%arg1
// CHECK: comm.all_gather ins(%arg2
// CHECK: comm.all_gather ins(%arg3
// CHECK-NOT: comm.all_gather ins(%arg3
// CHECK: comm.all_gather ins(%arg2 {{.*}}dtensor.regathered = 1
// CHECK: comm.all_gather ins(%arg1 {{.*}}dtensor.regathered = 1
// CHECK: return
// KEEP-LABEL: func @again
// KEEP-COUNT-3: comm.all_gather
// KEEP-NOT: comm.all_gather
// KEEP: return
func.func @again(%x: tensor<4xf32>, %w0: tensor<2xf32>, %w1: tensor<2xf32>, %w2: tensor<2xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = comm.all_gather ins(%w0 : tensor<2xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %1 = comm.all_gather ins(%w1 : tensor<2xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %2 = comm.all_gather ins(%w2 : tensor<2xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %3 = arith.addf %x, %0 : tensor<4xf32>
  %4 = arith.mulf %3, %1 : tensor<4xf32>
  %5 = arith.addf %4, %2 : tensor<4xf32>
  %6 = arith.mulf %5, %2 : tensor<4xf32>
  %7 = arith.addf %6, %1 : tensor<4xf32>
  %8 = arith.mulf %7, %0 : tensor<4xf32>
  return %8 : tensor<4xf32>
}

// Where something else decides the peak, nothing is gathered twice.
// CHECK-LABEL: func @elsewhere
// CHECK-COUNT-2: comm.all_gather
// CHECK-NOT: comm.all_gather
// CHECK: return
func.func @elsewhere(%x: tensor<4xf32>, %w0: tensor<2xf32>, %w1: tensor<2xf32>, %big: tensor<1024xf32>)
    -> (tensor<4xf32>, tensor<1024xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = comm.all_gather ins(%w0 : tensor<2xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %1 = comm.all_gather ins(%w1 : tensor<2xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %2 = arith.addf %x, %0 : tensor<4xf32>
  %3 = arith.mulf %2, %1 : tensor<4xf32>
  %4 = arith.addf %3, %0 : tensor<4xf32>
  %5 = math.sin %big : tensor<1024xf32>
  %6 = math.cos %5 : tensor<1024xf32>
  %7 = arith.addf %5, %6 : tensor<1024xf32>
  return %4, %7 : tensor<4xf32>, tensor<1024xf32>
}

// Not into a loop: there it would be done in every turn.
// CHECK-LABEL: func @loop
// CHECK: comm.all_gather
// CHECK-NEXT: scf.for
func.func @loop(%x: tensor<4xf32>, %w: tensor<2xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %0 = comm.all_gather ins(%w : tensor<2xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %1 = math.sin %x : tensor<4xf32>
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %1) -> tensor<4xf32> {
    %3 = arith.addf %c, %0 : tensor<4xf32>
    scf.yield %3 : tensor<4xf32>
  }
  return %2 : tensor<4xf32>
}
