// RUN: dtensor-opt %s --convert-math-to-runtime | FileCheck %s
// RUN: dtensor-opt %s --convert-math-to-runtime=fused=false | FileCheck %s --check-prefix=OLD

// Each is declared once, without effects.
// CHECK-DAG: llvm.func @dt_exp_f64(f64) -> f64 attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return}
// CHECK-DAG: llvm.func @dt_pow_f64(f64, f64) -> f64
// CHECK-DAG: llvm.func @dt_sin_f32(f32) -> f32

// CHECK-LABEL: func.func @functions
// CHECK-SAME: %[[X:.+]]: f64, %[[Y:.+]]: f32
// CHECK: %[[A:.+]] = llvm.call @dt_exp_f64(%[[X]]) : (f64) -> f64
// CHECK: %[[B:.+]] = llvm.call @dt_exp_f64(%[[A]]) : (f64) -> f64
// CHECK: %[[C:.+]] = llvm.call @dt_pow_f64(%[[A]], %[[B]]) : (f64, f64) -> f64
// CHECK: %[[D:.+]] = llvm.call @dt_sin_f32(%[[Y]]) : (f32) -> f32
// CHECK: return %[[C]], %[[D]]
// OLD-LABEL: func.func @functions
// OLD: llvm.call @dt_exp_f64_unfused
// OLD: llvm.call @dt_pow_f64_unfused
// OLD: llvm.call @dt_sin_f32_unfused
func.func @functions(%x: f64, %y: f32) -> (f64, f32) {
  %0 = math.exp %x : f64
  %1 = math.exp %0 : f64
  %2 = math.powf %0, %1 : f64
  %3 = math.sin %y : f32
  return %2, %3 : f64, f32
}

// What the runtime does not have stays.
// CHECK-LABEL: func.func @others
// CHECK: math.sqrt
// CHECK: math.floor
func.func @others(%x: f64) -> f64 {
  %0 = math.sqrt %x : f64
  %1 = math.floor %0 : f64
  return %1 : f64
}
