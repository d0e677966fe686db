// RUN: dtensor-opt %s -dtensor-expand-spmd -split-input-file -verify-diagnostics

// Operands must agree with the rule before: relayouts are another pass's.
dtensor.mesh @mesh <x=2>
func.func @disagree(%a: tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) {
  // expected-error @below {{has operands or results whose layouts do not agree with its sharding rule ([i])->([i]) {i=4}; run dtensor-insert-relayouts first}}
  %0 = math.exp %a {dtensor.layouts = [#dtensor.layout<@mesh, [unsharded]>]} : tensor<4xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @annotation(%a: tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) {
  // expected-error @below {{needs its operand in the layout of its result; run dtensor-insert-relayouts first}}
  %0 = dtensor.constrain %a : tensor<4xf32> to #dtensor.layout<@mesh, [unsharded]>
  return
}

// -----

dtensor.mesh @mesh <x=2>
// expected-error @below {{a value of type 'tensor<4xf32>' has no layout: run dtensor-propagate-layouts first}}
func.func @missing(%a: tensor<4xf32>) {
  return
}

// -----

// Which axis is asked for is data.
dtensor.mesh @mesh <x=2>
func.func @axis(%a: tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}, %i: index) -> index {
  // expected-error @below {{asks for an axis that is not known before the program runs, of a sharded value; make the index a constant}}
  %0 = tensor.dim %a, %i : tensor<4xf32>
  return %0 : index
}

// -----

dtensor.mesh @mesh <x=2>

func.func @no_axis(%a: tensor<4x6xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) -> index {
  %minus = arith.constant -1 : index
  // expected-error @below {{required: one of the 2 axes of 'tensor<4x6xf32>', found -1}}
  %0 = tensor.dim %a, %minus : tensor<4x6xf32>
  return %0 : index
}
