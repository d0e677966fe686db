// RUN: dtensor-opt %s --dtensor-eliminate-empty-tensors | FileCheck %s

// What is written goes to its place at once.
// CHECK-LABEL: @direct
// CHECK: linalg.exp ins(%arg0 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>)
func.func @direct(%a: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = bufferization.materialize_in_destination %x in %out : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// What a branch hands on does not.
// CHECK-LABEL: @branch
// CHECK: %[[E:.+]] = tensor.empty
// CHECK: linalg.exp ins(%arg0 : tensor<4xf32>) outs(%[[E]] : tensor<4xf32>)
func.func @branch(%a: tensor<4xf32>, %p: i1, %out: tensor<4xf32>) -> tensor<4xf32> {
  %b = scf.if %p -> tensor<4xf32> {
    scf.yield %a : tensor<4xf32>
  } else {
    %e = tensor.empty() : tensor<4xf32>
    %x = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %x : tensor<4xf32>
  }
  %r = bufferization.materialize_in_destination %b in %out : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// Nor what a branch yields besides.
// CHECK-LABEL: @yielded_too
// CHECK: %[[E:.+]] = tensor.empty
// CHECK: linalg.exp ins(%arg0 : tensor<4xf32>) outs(%[[E]] : tensor<4xf32>)
func.func @yielded_too(%a: tensor<4xf32>, %p: i1, %out: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = scf.if %p -> tensor<4xf32> {
    scf.yield %a : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  %r = bufferization.materialize_in_destination %x in %out : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r, %b : tensor<4xf32>, tensor<4xf32>
}
