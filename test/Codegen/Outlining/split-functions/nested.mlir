// RUN: dtensor-opt %s --dtensor-split-functions=max-ops=4 | FileCheck %s

// The body of a loop is divided, and then what is around the loop. An op of the
// body that is copied where it is needed, and so has no user left, asks for
// nothing from outside.

// CHECK: func.func private @nested__part(%{{[^,]+}}: memref<8xf64>, %{{[^,]+}}: index)
// CHECK: memref.load
// CHECK-LABEL: func.func private @nested__part_2(
// CHECK-SAME: %{{[^,]+}}: memref<8xf64>, %{{[^,]+}}: index) -> f64
// CHECK: scf.for
// CHECK-NEXT: func.call @nested__part(
// CHECK-NEXT: %{{.+}} = func.call @nested__part_0(
// CHECK-NEXT: func.call @nested__part_1(
// CHECK-NEXT: }
// CHECK-LABEL: func.func @nested(
// CHECK: call @nested__part_2(
llvm.func @dt_use(f64)
func.func @nested(%m: memref<8xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = memref.load %m[%c1] : memref<8xf64>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %m[%i] : memref<8xf64>
    %b = arith.negf %a : f64
    llvm.call @dt_use(%b) : (f64) -> ()
    memref.store %b, %m[%i] : memref<8xf64>
    %c = memref.load %m[%c1] : memref<8xf64>
    %d = arith.negf %c : f64
    llvm.call @dt_use(%d) : (f64) -> ()
    memref.store %d, %m[%i] : memref<8xf64>
    llvm.call @dt_use(%d) : (f64) -> ()
  }
  %e = memref.load %m[%c0] : memref<8xf64>
  llvm.call @dt_use(%e) : (f64) -> ()
  memref.store %e, %m[%c1] : memref<8xf64>
  llvm.call @dt_use(%e) : (f64) -> ()
  memref.store %z, %m[%n] : memref<8xf64>
  return
}
