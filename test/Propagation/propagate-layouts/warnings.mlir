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

// -----

// Nothing says what to divide along y, of which the user should know.
dtensor.mesh @mesh <x=2, y=2>
func.func @unused(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-warning@+1 {{nothing in the region is sharded on y, which is left to propagation, so all devices along it compute the same}}
  %0 = dtensor.local_map (%a : tensor<8xf32>) in [#dtensor.layout<@mesh, [x]>] out [#dtensor.layout<@mesh, [x]>] manual ["x"] {
  ^bb0(%c: tensor<4xf32>):
    %1 = math.tanh %c : tensor<4xf32>
    dtensor.local_yield %1 : tensor<4xf32>
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// A map within goes along it.
dtensor.mesh @mesh <x=2, y=2>
func.func @within(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = dtensor.local_map (%a : tensor<8xf32>) in [#dtensor.layout<@mesh, [x]>] out [#dtensor.layout<@mesh, [x]>] manual ["x"] {
  ^bb0(%c: tensor<4xf32>):
    %1 = dtensor.local_map (%c : tensor<4xf32>) in [#dtensor.layout<@mesh, [unsharded]>] out [#dtensor.layout<@mesh, [unsharded]>] manual ["y"] {
    ^bb0(%d: tensor<4xf32>):
      %2 = math.tanh %d : tensor<4xf32>
      dtensor.local_yield %2 : tensor<4xf32>
    } -> tensor<4xf32>
    dtensor.local_yield %1 : tensor<4xf32>
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
