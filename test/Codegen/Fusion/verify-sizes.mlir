// RUN: dtensor-opt %s --dtensor-codegen --split-input-file --verify-diagnostics

// A reduction of so many rows was unrolled: its work was counted as 0.
func.func @overflows(%a: tensor<4611686018427387904x4xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'linalg.reduce' has a value of 'tensor<4611686018427387904x4xf32>', which is too large; required: less than 2^47 bytes on a device}}
  %sum = linalg.reduce {arith.addf} ins(%a : tensor<4611686018427387904x4xf32>) outs(%init : tensor<4xf32>) dimensions = [0]
  return %sum : tensor<4xf32>
}

// -----

func.func @just(%a: tensor<35184372088832xf32>) -> tensor<35184372088832xf32> {
  // expected-error@+1 {{'math.tanh' has a value of 'tensor<35184372088832xf32>', which is too large}}
  %0 = math.tanh %a : tensor<35184372088832xf32>
  return %0 : tensor<35184372088832xf32>
}

// -----

func.func @returned(%a: tensor<?x140737488355328xi8>) -> tensor<?x140737488355328xi8> {
  // expected-error@+1 {{'func.return' has a value of 'tensor<?x140737488355328xi8>', which is too large}}
  return %a : tensor<?x140737488355328xi8>
}

// -----

// One element less, and a tensor without elements.
func.func @fit(%a: tensor<35184372088831xf32>, %b: tensor<35184372088832x0xf32>) -> (tensor<35184372088831xf32>, tensor<35184372088832x0xf32>) {
  %0 = math.tanh %a : tensor<35184372088831xf32>
  return %0, %b : tensor<35184372088831xf32>, tensor<35184372088832x0xf32>
}
