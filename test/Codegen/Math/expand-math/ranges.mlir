// RUN: dtensor-opt %s --dtensor-expand-math | FileCheck %s

// tanh is up to 1. So the exponential of it is a normal number.
// CHECK-LABEL: @exp_of_tanh
// CHECK: math.copysign
// CHECK-NOT: arith.cmpf
// CHECK: arith.addi
// CHECK-NEXT: %[[POWER:.+]] = arith.bitcast %{{.+}} : i32 to f32
// CHECK-NEXT: %[[RESULT:.+]] = arith.mulf %{{.+}}, %[[POWER]]
// CHECK-NEXT: return %[[RESULT]]
func.func @exp_of_tanh(%x: f32) -> f32 {
  %t = math.tanh %x : f32
  %e = math.exp %t : f32
  return %e : f32
}

// The exponential plus 1 is neither negative nor subnormal. It may be infinite
// or NaN.
// CHECK-LABEL: @softplus
// CHECK: arith.cmpf ugt
// CHECK: %[[X:.+]] = arith.addf %{{.+}}, %{{.+}} : f32
// CHECK-NOT: arith.cmp
// CHECK: arith.sitofp
// CHECK-NOT: arith.cmp
// CHECK: %[[LESS:.+]] = arith.cmpf olt, %[[X]]
// CHECK: arith.select %[[LESS]], %{{.+}}, %[[X]]
// CHECK-NEXT: return
func.func @softplus(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %e = math.exp %x : f32
  %s = arith.addf %e, %one : f32
  %l = math.log %s : f32
  return %l : f32
}

// An exponential may be zero or subnormal, a difference negative, and a product
// of infinity and zero NaN.
// CHECK-LABEL: @none
// CHECK-COUNT-3: arith.cmpi slt
func.func @none(%x: f32, %y: f32) -> (f32, f32, f32) {
  %e = math.exp %x : f32
  %0 = math.log %e : f32
  %t = math.tanh %y : f32
  %d = arith.subf %e, %t : f32
  %1 = math.log %d : f32
  %u = arith.addf %t, %t : f32
  %v = arith.mulf %e, %u : f32
  %2 = math.log %v : f32
  return %0, %1, %2 : f32, f32, f32
}
