// RUN: dtensor-opt %s --dtensor-split-functions=max-ops=2 | FileCheck %s

// The body of an innermost loop stays whole, however long it is.
// CHECK-NOT: __part
// CHECK-LABEL: func.func @elements(
// CHECK: scf.for
// CHECK-COUNT-8: arith.addf
// CHECK: memref.store
// CHECK-NOT: __part
func.func @elements(%m: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %m[%i] : memref<?xf32>
    %1 = arith.addf %0, %0 : f32
    %2 = arith.addf %1, %1 : f32
    %3 = arith.addf %2, %2 : f32
    %4 = arith.addf %3, %3 : f32
    %5 = arith.addf %4, %4 : f32
    %6 = arith.addf %5, %5 : f32
    %7 = arith.addf %6, %6 : f32
    %8 = arith.addf %7, %7 : f32
    memref.store %8, %m[%i] : memref<?xf32>
  }
  return
}

// Functions without effects have versions for vectors.
// CHECK-LABEL: func.func @functions(
// CHECK: scf.for
// CHECK-COUNT-5: llvm.call @dt_sin_f32
// CHECK-NEXT: memref.store
// CHECK-NOT: __part
llvm.func @dt_sin_f32(f32) -> f32 attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return}
func.func @functions(%m: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %m[%i] : memref<?xf32>
    %1 = llvm.call @dt_sin_f32(%0) : (f32) -> f32
    %2 = llvm.call @dt_sin_f32(%1) : (f32) -> f32
    %3 = llvm.call @dt_sin_f32(%2) : (f32) -> f32
    %4 = llvm.call @dt_sin_f32(%3) : (f32) -> f32
    %5 = llvm.call @dt_sin_f32(%4) : (f32) -> f32
    memref.store %5, %m[%i] : memref<?xf32>
  }
  return
}
