// RUN: dtensor-opt %s --dtensor-guard-integer-division | FileCheck %s

// CHECK-LABEL: @in_loop
// CHECK: %[[FAILED:.+]] = scf.for {{.*}} iter_args(%[[F:.+]] = %{{.+}}) -> (i1)
// CHECK: %[[ZERO:.+]] = arith.cmpi eq, %{{.+}}, %{{.+}} : i32
// CHECK: %[[SAFE:.+]] = arith.select
// CHECK: arith.divsi %{{.+}}, %[[SAFE]]
// CHECK: %[[G:.+]] = arith.ori %[[F]], %[[ZERO]]
// CHECK: scf.yield %[[G]]
// CHECK: arith.xori %[[FAILED]]
// CHECK: cf.assert %{{.+}}, "division by zero in arith.divsi"
func.func @in_loop(%a: memref<8xi32>, %b: memref<8xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<8xi32>
    %y = memref.load %b[%i] : memref<8xi32>
    %q = arith.divsi %x, %y : i32
    memref.store %q, %a[%i] : memref<8xi32>
  }
  return
}

// CHECK-LABEL: @constant
// CHECK-NOT: cf.assert
func.func @constant(%x: i32) -> i32 {
  %c = arith.constant 3 : i32
  %q = arith.remsi %x, %c : i32
  return %q : i32
}

dtensor.mesh @mesh <x=2>

// Peers would wait in the loop for a device that fails behind it.
// CHECK-LABEL: @collective
// CHECK: scf.for
// CHECK: cf.assert %{{.+}}, "division by zero in arith.remui"
// CHECK: arith.remui
// CHECK: comm.barrier
func.func @collective(%x: i32, %y: i32, %n: index, %m: memref<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %q = arith.remui %x, %y : i32
    memref.store %q, %m[] : memref<i32>
    comm.barrier @mesh [x]
  }
  return
}
