// RUN: dtensor-opt %s --dtensor-import-stablehlo --split-input-file | FileCheck %s

// Of functions that call each other in a tree, those that have come to few ops
// are inlined: @c has 128 with what it calls, @d 512.
// CHECK-LABEL: func.func @tree(
// CHECK-COUNT-4: call @d(
// CHECK-NOT: call
// CHECK: return
// CHECK-LABEL: func.func private @d(
// CHECK-COUNT-512: math.tanh
// CHECK-NOT: math.tanh
// CHECK-NOT: func.func
func.func @tree(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @e(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @e(%x0: tensor<4xf32>) -> tensor<4xf32> {
  %x1 = func.call @d(%x0) : (tensor<4xf32>) -> tensor<4xf32>
  %x2 = func.call @d(%x1) : (tensor<4xf32>) -> tensor<4xf32>
  %x3 = func.call @d(%x2) : (tensor<4xf32>) -> tensor<4xf32>
  %x4 = func.call @d(%x3) : (tensor<4xf32>) -> tensor<4xf32>
  return %x4 : tensor<4xf32>
}
func.func private @d(%x0: tensor<4xf32>) -> tensor<4xf32> {
  %x1 = func.call @c(%x0) : (tensor<4xf32>) -> tensor<4xf32>
  %x2 = func.call @c(%x1) : (tensor<4xf32>) -> tensor<4xf32>
  %x3 = func.call @c(%x2) : (tensor<4xf32>) -> tensor<4xf32>
  %x4 = func.call @c(%x3) : (tensor<4xf32>) -> tensor<4xf32>
  return %x4 : tensor<4xf32>
}
func.func private @c(%x0: tensor<4xf32>) -> tensor<4xf32> {
  %x1 = func.call @b(%x0) : (tensor<4xf32>) -> tensor<4xf32>
  %x2 = func.call @b(%x1) : (tensor<4xf32>) -> tensor<4xf32>
  %x3 = func.call @b(%x2) : (tensor<4xf32>) -> tensor<4xf32>
  %x4 = func.call @b(%x3) : (tensor<4xf32>) -> tensor<4xf32>
  return %x4 : tensor<4xf32>
}
func.func private @b(%x0: tensor<4xf32>) -> tensor<4xf32> {
  %x1 = func.call @a(%x0) : (tensor<4xf32>) -> tensor<4xf32>
  %x2 = func.call @a(%x1) : (tensor<4xf32>) -> tensor<4xf32>
  %x3 = func.call @a(%x2) : (tensor<4xf32>) -> tensor<4xf32>
  %x4 = func.call @a(%x3) : (tensor<4xf32>) -> tensor<4xf32>
  return %x4 : tensor<4xf32>
}
func.func private @a(%x0: tensor<4xf32>) -> tensor<4xf32> {
  %x1 = func.call @leaf(%x0) : (tensor<4xf32>) -> tensor<4xf32>
  %x2 = func.call @leaf(%x1) : (tensor<4xf32>) -> tensor<4xf32>
  %x3 = func.call @leaf(%x2) : (tensor<4xf32>) -> tensor<4xf32>
  %x4 = func.call @leaf(%x3) : (tensor<4xf32>) -> tensor<4xf32>
  return %x4 : tensor<4xf32>
}
func.func private @leaf(%x0: tensor<4xf32>) -> tensor<4xf32> {
  %x1 = stablehlo.tanh %x0 : tensor<4xf32>
  %x2 = stablehlo.tanh %x1 : tensor<4xf32>
  return %x2 : tensor<4xf32>
}

// -----

// Copies of @large would make the module too large: only what it calls is
// inlined.
// CHECK-LABEL: func.func @growth(
// CHECK-COUNT-10: call @large(
// CHECK: return
// CHECK-LABEL: func.func private @large(
// CHECK-COUNT-128: math.tanh
// CHECK-NOT: math.tanh
// CHECK-NOT: func.func
func.func @growth(%x0: tensor<4xf32>) -> tensor<4xf32> {
  %x1 = func.call @large(%x0) : (tensor<4xf32>) -> tensor<4xf32>
  %x2 = func.call @large(%x1) : (tensor<4xf32>) -> tensor<4xf32>
  %x3 = func.call @large(%x2) : (tensor<4xf32>) -> tensor<4xf32>
  %x4 = func.call @large(%x3) : (tensor<4xf32>) -> tensor<4xf32>
  %x5 = func.call @large(%x4) : (tensor<4xf32>) -> tensor<4xf32>
  %x6 = func.call @large(%x5) : (tensor<4xf32>) -> tensor<4xf32>
  %x7 = func.call @large(%x6) : (tensor<4xf32>) -> tensor<4xf32>
  %x8 = func.call @large(%x7) : (tensor<4xf32>) -> tensor<4xf32>
  %x9 = func.call @large(%x8) : (tensor<4xf32>) -> tensor<4xf32>
  %x10 = func.call @large(%x9) : (tensor<4xf32>) -> tensor<4xf32>
  return %x10 : tensor<4xf32>
}
func.func private @large(%x0: tensor<4xf32>) -> tensor<4xf32> {
  %x1 = func.call @middle(%x0) : (tensor<4xf32>) -> tensor<4xf32>
  %x2 = func.call @middle(%x1) : (tensor<4xf32>) -> tensor<4xf32>
  %x3 = func.call @middle(%x2) : (tensor<4xf32>) -> tensor<4xf32>
  %x4 = func.call @middle(%x3) : (tensor<4xf32>) -> tensor<4xf32>
  %x5 = func.call @middle(%x4) : (tensor<4xf32>) -> tensor<4xf32>
  %x6 = func.call @middle(%x5) : (tensor<4xf32>) -> tensor<4xf32>
  %x7 = func.call @middle(%x6) : (tensor<4xf32>) -> tensor<4xf32>
  %x8 = func.call @middle(%x7) : (tensor<4xf32>) -> tensor<4xf32>
  return %x8 : tensor<4xf32>
}
func.func private @middle(%x0: tensor<4xf32>) -> tensor<4xf32> {
  %x1 = func.call @small(%x0) : (tensor<4xf32>) -> tensor<4xf32>
  %x2 = func.call @small(%x1) : (tensor<4xf32>) -> tensor<4xf32>
  %x3 = func.call @small(%x2) : (tensor<4xf32>) -> tensor<4xf32>
  %x4 = func.call @small(%x3) : (tensor<4xf32>) -> tensor<4xf32>
  %x5 = func.call @small(%x4) : (tensor<4xf32>) -> tensor<4xf32>
  %x6 = func.call @small(%x5) : (tensor<4xf32>) -> tensor<4xf32>
  %x7 = func.call @small(%x6) : (tensor<4xf32>) -> tensor<4xf32>
  %x8 = func.call @small(%x7) : (tensor<4xf32>) -> tensor<4xf32>
  return %x8 : tensor<4xf32>
}
func.func private @small(%x0: tensor<4xf32>) -> tensor<4xf32> {
  %x1 = stablehlo.tanh %x0 : tensor<4xf32>
  %x2 = stablehlo.tanh %x1 : tensor<4xf32>
  return %x2 : tensor<4xf32>
}

// -----

// What calls itself by way of another is inlined once at most.
// CHECK-LABEL: func.func @recursive(
// CHECK: call @even(
// CHECK-LABEL: func.func private @even(
// CHECK: call @even(
// CHECK-NOT: @odd
func.func @recursive(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @even(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @even(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @odd(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @odd(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @even(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
