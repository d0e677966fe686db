// RUN: dtensor-opt %s -dtensor-insert-relayouts -split-input-file -verify-diagnostics -allow-unregistered-dialect

// Layouts come from propagation.
dtensor.mesh @mesh <x=2>
// expected-error @below {{a value of type 'tensor<4xf32>' has no layout: run dtensor-propagate-layouts first}}
func.func @argument(%a: tensor<4xf32>) {
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @inside(%a: tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) {
  // expected-error @below {{a value of type 'tensor<4xf32>' has no layout: run dtensor-propagate-layouts first}}
  %0 = math.exp %a : tensor<4xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @unknown(%a: tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) {
  // expected-error @below {{'test.unknown' has no sharding rule}}
  %0 = "test.unknown"() : () -> tensor<4xf32>
  return
}
