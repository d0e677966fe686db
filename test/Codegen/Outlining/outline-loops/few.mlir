// RUN: dtensor-opt %s --dtensor-outline-loops | FileCheck %s

// A small function is compiled soonest as it is, without what is there twice.

// CHECK: func.func private @few__loops
// CHECK: arith.mulf
// CHECK-NOT: func.func private
// CHECK: func.func @few(
// CHECK: call @few__loops
// CHECK: scf.for
// CHECK: arith.addf
// CHECK: call @few__loops
func.func @few(%a: memref<8xf32>, %b: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%i] : memref<8xf32>
    %y = arith.mulf %x, %x : f32
    memref.store %y, %b[%i] : memref<8xf32>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%i] : memref<8xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %a[%i] : memref<8xf32>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %b[%i] : memref<8xf32>
    %y = arith.mulf %x, %x : f32
    memref.store %y, %a[%i] : memref<8xf32>
  }
  return
}
