// RUN: dtensor-opt %s --dtensor-decompose-linalg-ext --split-input-file | FileCheck %s

// Scratch memory has twice the elements that are kept of a long row.

// CHECK-LABEL: @few
// CHECK: tensor.empty() : tensor<2x6xf32>
func.func @few(%a: tensor<8x100xf32>, %d: tensor<8x3xf32>) -> tensor<8x3xf32> {
  %0 = linalg_ext.sort ins(%a : tensor<8x100xf32>) outs(%d : tensor<8x3xf32>) axis = 1 {
  ^bb0(%x: f32, %y: f32):
    %p = arith.cmpf olt, %x, %y : f32
    linalg_ext.yield %p : i1
  } -> tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}

// -----

// A short row is sorted whole.

// CHECK-LABEL: @many
// CHECK: tensor.empty() : tensor<2x11xf32>
func.func @many(%a: tensor<11xf32>, %d: tensor<3xf32>) -> tensor<3xf32> {
  %0 = linalg_ext.sort ins(%a : tensor<11xf32>) outs(%d : tensor<3xf32>) axis = 0 {
  ^bb0(%x: f32, %y: f32):
    %p = arith.cmpf olt, %x, %y : f32
    linalg_ext.yield %p : i1
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
