// RUN: dtensor-opt %s --split-input-file --dtensor-import-shardy --verify-diagnostics | FileCheck %s

// No layout says that one device alone has a value.
sdy.mesh @mesh = <["x"=2]>
sdy.mesh @one = <[], device_ids=[1]>
// CHECK-LABEL: func @several
// CHECK-SAME: %arg1: tensor<6x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>}
// expected-warning@+1 {{a value that is on device 1 alone is replicated: all devices have it}}
func.func @several(%a: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
               %b: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@one, []>}) -> tensor<6x4xf32> {
  // CHECK: %[[B:.*]] = dtensor.constrain %arg1 : tensor<6x4xf32> to #dtensor.layout<@mesh, [unsharded, unsharded]>
  // expected-warning@+1 {{a value that is on device 1 alone is replicated: all devices have it}}
  %0 = sdy.reshard %b <@one, []> : tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
// CHECK-LABEL: func @hlo
// CHECK-SAME: %arg1: tensor<f32> {dtensor.layout = #dtensor.layout<@mesh, []>}
// expected-warning@+1 {{a value that is on device 0 alone is replicated: all devices have it}}
func.func @hlo(%a: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
               %b: tensor<f32> {mhlo.sharding = "{maximal device=0}"}) {
  return
}

// -----

// Without a mesh the program runs on one device anyway.
sdy.mesh @one = <[], device_ids=[0]>
// CHECK-NOT: dtensor
// CHECK-LABEL: func @alone
// CHECK-SAME: (%arg0: tensor<6xf32>)
func.func @alone(%a: tensor<6xf32> {sdy.sharding = #sdy.sharding<@one, []>}) {
  return
}
