// RUN: dtensor-opt %s --dtensor-expand-math | FileCheck %s
// RUN: dtensor-opt %s --dtensor-expand-math="fuse-multiply-add=false convert-halves=false" | FileCheck %s --check-prefix=OLD

// CHECK-LABEL: @f32
// CHECK-NOT: math.{{exp|log|tanh|erf|cbrt|sinh|cosh|asinh|acosh|atanh|powf|rsqrt}}
// CHECK-NOT: llvm.ldexp
// CHECK: math.fma
// CHECK: return
// OLD-LABEL: @f32
// OLD-NOT: math.fma
// OLD: math.tanh
// OLD-NOT: math.fma
// OLD: math.erf
// OLD-NOT: math.fma
// OLD: return
func.func @f32(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  %1 = math.log %0 : f32
  %2 = math.tanh %1 : f32
  %3 = math.erf %2 : f32
  %4 = math.cbrt %3 : f32
  %5 = math.sinh %4 : f32
  %6 = math.cosh %5 : f32
  %7 = math.asinh %6 : f32
  %8 = math.acosh %7 : f32
  %9 = math.atanh %8 : f32
  %10 = math.powf %9, %x : f32
  %11 = math.rsqrt %10 : f32
  return %11 : f32
}

// The runtime's functions.
// CHECK-LABEL: @of_the_runtime
// CHECK: math.sin
// CHECK: math.cos
// CHECK: math.log1p
// CHECK: math.powf
// CHECK: math.powf
func.func @of_the_runtime(%x: f32, %y: f64) -> (f32, f32, f64) {
  %0, %1 = math.sincos %x : f32
  %2 = math.log1p %1 : f32
  %3 = math.powf %y, %y : f64
  // By roots of roots it would be further off.
  %c = arith.constant 0.75 : f64
  %4 = math.powf %3, %c : f64
  return %0, %2, %4 : f32, f32, f64
}

// CHECK-LABEL: @constant_powers
// CHECK-SAME: %[[X:.+]]: f64
// CHECK: arith.mulf %[[X]], %[[X]]
// CHECK: %[[ROOT:.+]] = math.sqrt
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[ROOT]]
// CHECK: arith.divf %{{.*}}, %[[X]]
func.func @constant_powers(%x: f64) -> (f64, f64, f64) {
  %two = arith.constant 2.0 : f64
  %half = arith.constant 0.5 : f64
  %less = arith.constant -1.0 : f64
  %0 = math.powf %x, %two : f64
  %1 = math.powf %x, %half : f64
  %2 = math.powf %x, %less : f64
  return %0, %1, %2 : f64, f64, f64
}

// What a program has itself rounds once everywhere.
// CHECK-LABEL: @fma
// CHECK: math.fma %{{.*}}, %{{.*}}, %{{.*}} : f32
// OLD-LABEL: @fma
// OLD: math.fma %{{.*}}, %{{.*}}, %{{.*}} : f32
func.func @fma(%x: f32, %y: f32, %z: f32) -> f32 {
  %0 = math.fma %x, %y, %z : f32
  return %0 : f32
}

// CHECK-LABEL: @halves
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.truncf %{{.*}} : f64 to f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
// OLD-LABEL: @halves
// OLD-NOT: arith.extf {{.*}}f16
// OLD-NOT: arith.truncf {{.*}} to f16
// OLD: return
func.func @halves(%x: f16, %y: f64, %v: vector<4xf16>)
    -> (f32, f16, vector<4xf32>) {
  %0 = arith.extf %x : f16 to f32
  %1 = arith.truncf %y : f64 to f16
  %2 = arith.extf %v : vector<4xf16> to vector<4xf32>
  return %0, %1, %2 : f32, f16, vector<4xf32>
}

// CHECK-LABEL: @f64
// CHECK: math.exp
// CHECK: math.log1p
// CHECK-NOT: math.rsqrt
// CHECK: return
func.func @f64(%x: f64) -> f64 {
  %0 = math.exp %x : f64
  %1 = math.log1p %0 : f64
  %2 = math.rsqrt %1 : f64
  return %2 : f64
}

// A maximum stays one: LLVM vectorises it, and does not what it expands to.
// CHECK-LABEL: @maximum
// CHECK: arith.maximumf
func.func @maximum(%x: f32, %y: f32) -> f32 {
  %0 = arith.maximumf %x, %y : f32
  return %0 : f32
}

// CHECK-LABEL: @bf16
// CHECK-NOT: arith.truncf
func.func @bf16(%x: f32) -> bf16 {
  %0 = arith.truncf %x : f32 to bf16
  return %0 : bf16
}

// CHECK-LABEL: @maxnum
// CHECK-SAME: %[[A:.*]]: f32, %[[B:.*]]: f32
// CHECK: %[[LEFT:.*]] = arith.cmpf uge, %[[A]], %[[B]]
// CHECK: %[[BETTER:.*]] = arith.select %[[LEFT]], %[[A]], %[[B]]
// CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[A]], %[[A]]
// CHECK: arith.select %[[NAN]], %[[B]], %[[BETTER]]
func.func @maxnum(%a: f32, %b: f32) -> f32 {
  %0 = arith.maxnumf %a, %b : f32
  return %0 : f32
}

// CHECK-LABEL: @minnum
// CHECK: arith.cmpf ule
// CHECK-NOT: minnumf
func.func @minnum(%a: f32, %b: f32) -> f32 {
  %0 = arith.minnumf %a, %b : f32
  return %0 : f32
}

// CHECK-LABEL: @classes
// CHECK: %[[MAGNITUDE:.+]] = math.absf %{{.*}} : f32
// CHECK: arith.cmpf oeq, %[[MAGNITUDE]]
// CHECK: arith.cmpf oge
// CHECK: arith.cmpf olt
// CHECK: arith.andi
// CHECK-NOT: math.is
func.func @classes(%x: f32) -> (i1, i1) {
  %0 = math.isinf %x : f32
  %1 = math.isnormal %x : f32
  return %0, %1 : i1, i1
}

// By way of f32, whose upper half a bf16 is.
// CHECK-LABEL: @extend_bf16
// CHECK-NOT: bf16 to f
// CHECK: arith.extui %{{.+}} : i16 to i32
// CHECK: %[[NARROW:.+]] = arith.bitcast %{{.+}} : i32 to f32
// CHECK: arith.extf %[[NARROW]] : f32 to f64
func.func @extend_bf16(%a: bf16) -> f64 {
  %0 = arith.extf %a : bf16 to f64
  return %0 : f64
}

// LLVM has no conversion of an integer to a float of 8 bits.

// CHECK-LABEL: func.func @integer_to_byte(
// CHECK: %[[WIDE:.+]] = arith.sitofp %{{.+}} : i32 to f64
// CHECK-NOT: arith.sitofp
// CHECK: arith.bitcast %{{.+}} : i8 to f8E4M3FN
func.func @integer_to_byte(%x: i32) -> f8E4M3FN {
  %y = arith.sitofp %x : i32 to f8E4M3FN
  return %y : f8E4M3FN
}
