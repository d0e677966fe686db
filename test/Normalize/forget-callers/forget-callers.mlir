// RUN: dtensor-opt %s -dtensor-forget-callers -inline -mlir-print-debuginfo | FileCheck %s

// An inlined op keeps its own place, and does not get that of the call.
// CHECK-LABEL: func @main
// CHECK: math.tanh %{{.*}} : f32 loc(#[[TANH:.*]])
// CHECK-NOT: callsite
// CHECK: #[[TANH]] = loc("inner.mlir":3:7)
// CHECK-NOT: callsite
func.func private @inner(%x: f32) -> f32 {
  %0 = math.tanh %x : f32 loc("inner.mlir":3:7)
  return %0 : f32
}
func.func private @outer(%x: f32) -> f32 {
  %0 = call @inner(%x) : (f32) -> f32 loc("outer.mlir":5:2)
  return %0 : f32
}
func.func @main(%x: f32) -> f32 {
  %0 = call @outer(%x) : (f32) -> f32 loc("main.mlir":8:1)
  return %0 : f32
}
