// RUN: dtensor-opt %s --dtensor-import-stablehlo | FileCheck %s

// A helper of few ops, called twice, and a loop's body, called once: neither is
// a function any more.
// CHECK-LABEL: func.func @main(
// CHECK-NOT: call @
// CHECK: scf.for
// CHECK-NOT: call @
// CHECK: return
// CHECK-NOT: func.func private @helper
// CHECK-NOT: func.func private @body
func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %h = func.call @helper(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %0:2 = stablehlo.while(%i = %c, %y = %h) : tensor<i32>, tensor<4xf32>
  cond {
    %n = stablehlo.constant dense<8> : tensor<i32>
    %m = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %z = func.call @body(%y) : (tensor<4xf32>) -> tensor<4xf32>
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k, %z : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}
func.func private @body(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @helper(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.multiply %0, %x : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @helper(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// What is annotated stays a function, and so does what calls itself.
// CHECK-LABEL: func.func @others(
// CHECK: call @annotated
func.func @others(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @annotated(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @annotated(%x: tensor<4xf32> {mhlo.layout_mode = "default"}) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
