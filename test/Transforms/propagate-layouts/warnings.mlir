// RUN: dtensor-opt %s -dtensor-propagate-layouts=replicate-unknown -split-input-file -verify-diagnostics -o %t.out
// RUN: FileCheck %s < %t.out

// Told to, propagation runs what it does not know on gathered operands.
// CHECK-LABEL: func @unknown
// CHECK-SAME: tensor<4x1xindex> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>}
// CHECK: tensor.gather {{.*}} {dtensor.layouts = [#dtensor.layout<@mesh, [unsharded, unsharded]>]{{[,}]}}
dtensor.mesh @mesh <x=2>
func.func @unknown(%a: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
                   %i: tensor<4x1xindex>) -> tensor<4x8xf32> {
  %0 = math.exp %a : tensor<4x8xf32>
  // expected-warning @below {{'tensor.gather' has no sharding rule and runs on gathered operands}}
  %1 = tensor.gather %0[%i] gather_dims([0]) : (tensor<4x8xf32>, tensor<4x1xindex>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// Only a mesh.
// expected-warning @unknown {{nothing is sharded}}
dtensor.mesh @mesh <x=2>
func.func @nothing(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.exp %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// One device is no reason to warn.
dtensor.mesh @mesh <x=1, y=1>
func.func @one_device(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.exp %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Without a mesh the program is left as it is.
// CHECK-LABEL: func @no_mesh(%arg0: tensor<4xf32>) -> tensor<4xf32> {
func.func @no_mesh(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.exp %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
