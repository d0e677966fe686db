// Functions that may be approximated are shorter.
// RUN: dtensor-opt %s --dtensor-expand-math | FileCheck %s

// A subnormal result is zero, so no second sum of bits is made for it.
// CHECK-LABEL: @exponential
// CHECK-NOT: arith.maxsi
// CHECK: return
func.func @exponential(%x: f32) -> f32 {
  %0 = math.exp %x fastmath<afn> : f32
  return %0 : f32
}

// CHECK-LABEL: @exact_exponential
// CHECK: arith.maxsi
func.func @exact_exponential(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}

// Subnormal arguments are not scaled.
// CHECK-LABEL: @logarithm
// CHECK-NOT: 8.388608E+6
// CHECK: return
func.func @logarithm(%x: f32) -> f32 {
  %0 = math.log %x fastmath<afn> : f32
  return %0 : f32
}

// The quotient is not corrected. Nothing else may be infinite here.
// CHECK-LABEL: @hyperbolic_tangent
// CHECK: %[[QUOTIENT:.+]] = arith.divf %{{.+}}, %{{.+}} fastmath<ninf,arcp> : f32
// CHECK-NEXT: math.copysign %[[QUOTIENT]]
func.func @hyperbolic_tangent(%x: f32) -> f32 {
  %0 = math.tanh %x fastmath<afn> : f32
  return %0 : f32
}
