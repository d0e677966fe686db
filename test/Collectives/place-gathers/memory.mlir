// RUN: dtensor-opt %s -dtensor-place-gathers -split-input-file | FileCheck %s

// Gathered again, the weights lower the peak of memory by less than a quarter.
// That is done only if the peak is above the limit of the module.

// CHECK-LABEL: module attributes {dtensor.memory_per_device = 70
// CHECK: comm.all_gather ins(%arg1
// CHECK: comm.all_gather ins(%arg2
// CHECK: comm.all_gather ins(%arg1 {{.*}}dtensor.regathered = 1
module attributes {dtensor.memory_per_device = 70 : i64} {
  dtensor.mesh @mesh <x=2>
  func.func @main(%x: tensor<4xf32>, %w0: tensor<2xf32>, %w1: tensor<2xf32>) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %0 = comm.all_gather ins(%w0 : tensor<2xf32>) outs(%e : tensor<4xf32>)
        <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
    %1 = comm.all_gather ins(%w1 : tensor<2xf32>) outs(%e : tensor<4xf32>)
        <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
    %2 = arith.addf %x, %0 : tensor<4xf32>
    %3 = arith.mulf %2, %1 : tensor<4xf32>
    %4 = arith.addf %3, %0 : tensor<4xf32>
    return %4 : tensor<4xf32>
  }
}

// -----

// CHECK-LABEL: module attributes {dtensor.memory_per_device = 1000
// CHECK-COUNT-2: comm.all_gather
// CHECK-NOT: comm.all_gather
module attributes {dtensor.memory_per_device = 1000 : i64} {
  dtensor.mesh @mesh <x=2>
  func.func @main(%x: tensor<4xf32>, %w0: tensor<2xf32>, %w1: tensor<2xf32>) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %0 = comm.all_gather ins(%w0 : tensor<2xf32>) outs(%e : tensor<4xf32>)
        <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
    %1 = comm.all_gather ins(%w1 : tensor<2xf32>) outs(%e : tensor<4xf32>)
        <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
    %2 = arith.addf %x, %0 : tensor<4xf32>
    %3 = arith.mulf %2, %1 : tensor<4xf32>
    %4 = arith.addf %3, %0 : tensor<4xf32>
    return %4 : tensor<4xf32>
  }
}
