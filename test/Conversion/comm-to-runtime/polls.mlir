// RUN: dtensor-opt %s --convert-comm-to-runtime | FileCheck %s

// An interruption ends the loops of a program. Where devices wait, they notice it anyway.

dtensor.mesh @mesh <x=2>

// CHECK-LABEL: func @rounds
// CHECK-SAME: (%[[DEVICE:.+]]: !llvm.ptr
// CHECK: scf.while
// CHECK: } do {
// CHECK-NEXT: llvm.call @dt_poll(%[[DEVICE]])
// CHECK: scf.while
// CHECK-NOT: llvm.call @dt_poll
// CHECK: scf.for
// CHECK-NOT: llvm.call @dt_poll
// CHECK: return
func.func @rounds(%flag: memref<i1>, %n: index) {
  scf.while : () -> () {
    %c = memref.load %flag[] : memref<i1>
    scf.condition(%c)
  } do {
    scf.yield
  }
  scf.while : () -> () {
    %c = memref.load %flag[] : memref<i1>
    scf.condition(%c)
  } do {
    comm.barrier @mesh [x]
    scf.yield
  }
  // The loops of an op.
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    scf.while : () -> () {
      %c = memref.load %flag[] : memref<i1>
      scf.condition(%c)
    } do {
      scf.yield
    }
  }
  return
}

// Short rounds: an outer loop polls. A round counts as six ops, and 65536 / 6 is 10922.
// CHECK-LABEL: func @short
// CHECK-SAME: (%[[DEVICE:.+]]: !llvm.ptr, %[[A:.+]]: memref<8xf32>, %[[INIT:.+]]: f32)
// CHECK-DAG: %[[N:.+]] = arith.constant 1000000 : index
// CHECK-DAG: %[[FIRST:.+]] = arith.constant 3 : index
// CHECK-DAG: %[[STEP:.+]] = arith.constant 2 : index
// CHECK-DAG: %[[SIZE:.+]] = arith.constant 21844 : index
// CHECK: %[[RESULT:.+]] = scf.for %[[OUTER:.+]] = %[[FIRST]] to %[[N]] step %[[SIZE]] iter_args(%[[X:.+]] = %[[INIT]])
// CHECK-NEXT: llvm.call @dt_poll(%[[DEVICE]])
// CHECK: %[[REST:.+]] = arith.subi %[[N]], %[[OUTER]]
// CHECK: %[[PART:.+]] = arith.minsi %[[REST]], %[[SIZE]]
// CHECK: %[[END:.+]] = arith.addi %[[OUTER]], %[[PART]]
// CHECK: %[[INNER:.+]] = scf.for %{{.+}} = %[[OUTER]] to %[[END]] step %[[STEP]] iter_args(%{{.+}} = %[[X]])
// CHECK-NOT: llvm.call @dt_poll
// CHECK: scf.yield %[[INNER]]
// CHECK: return %[[RESULT]]
func.func @short(%a: memref<8xf32>, %init: f32) -> f32 {
  %n = arith.constant 1000000 : index
  %first = arith.constant 3 : index
  %step = arith.constant 2 : index
  %r = scf.for %i = %first to %n step %step iter_args(%x = %init) -> f32 {
    %seven = arith.constant 7 : index
    %j = arith.andi %i, %seven : index
    %y = memref.load %a[%j] : memref<8xf32>
    %z = arith.addf %x, %y : f32
    scf.yield %z : f32
  } loc(fused<"dtensor.control_flow">["a"])
  return %r : f32
}

// Rounds that are counted at run time may be many, however short each is. More rounds than an
// unsigned number of 64 bits has are many as well.
// CHECK-LABEL: func @unknown
// CHECK-SAME: (%[[DEVICE:.+]]: !llvm.ptr
// CHECK: scf.for
// CHECK-NEXT: llvm.call @dt_poll(%[[DEVICE]])
// CHECK: scf.for
// CHECK-NOT: llvm.call @dt_poll
// CHECK: memref.store
// CHECK: scf.for
// CHECK-NEXT: llvm.call @dt_poll(%[[DEVICE]])
// CHECK: memref.store
func.func @unknown(%a: memref<f32>, %x: f32, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    memref.store %x, %a[] : memref<f32>
  } loc(fused<"dtensor.control_flow">["a"])
  %zero_wide = arith.constant 0 : i128
  %one_wide = arith.constant 1 : i128
  %many = arith.constant 36893488147419103232 : i128
  scf.for %i = %zero_wide to %many step %one_wide : i128 {
    memref.store %x, %a[] : memref<f32>
  } loc(fused<"dtensor.control_flow">["a"])
  return
}

// Long rounds, among them those with a kernel: each polls. So does a loop within that is not
// counted.
// CHECK-LABEL: func @long
// CHECK-SAME: (%[[DEVICE:.+]]: !llvm.ptr
// CHECK: scf.for
// CHECK-NEXT: llvm.call @dt_poll(%[[DEVICE]])
// CHECK: memref.copy
// CHECK: scf.for
// CHECK-NEXT: llvm.call @dt_poll(%[[DEVICE]])
// CHECK: linalg.matmul
// CHECK: scf.while
// CHECK: } do {
// CHECK-NEXT: llvm.call @dt_poll(%[[DEVICE]])
func.func @long(%a: memref<512x512xf32>, %b: memref<512x512xf32>, %n: i32, %flag: memref<i1>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    memref.copy %a, %b : memref<512x512xf32> to memref<512x512xf32>
  } loc(fused<"dtensor.control_flow">["a"])
  scf.for %i = %zero to %n step %one : i32 {
    linalg.matmul ins(%a, %a : memref<512x512xf32>, memref<512x512xf32>) outs(%b : memref<512x512xf32>)
    scf.while : () -> () {
      %c = memref.load %flag[] : memref<i1>
      scf.condition(%c)
    } do {
      scf.yield
    } loc(fused<"dtensor.control_flow">["a"])
  } loc(fused<"dtensor.control_flow">["a"])
  return
}

// No polls: few rounds, rounds in which devices wait, and the loops of an op.
// CHECK-LABEL: func @others
// CHECK-NOT: llvm.call @dt_poll
// CHECK: return
func.func @others(%a: memref<8xf32>, %b: memref<8xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %few = arith.constant 100 : index
  scf.for %i = %zero to %few step %one {
    memref.copy %a, %b : memref<8xf32> to memref<8xf32>
  } loc(fused<"dtensor.control_flow">["a"])
  scf.for %i = %zero to %n step %one {
    memref.copy %a, %b : memref<8xf32> to memref<8xf32>
    comm.barrier @mesh [x]
  } loc(fused<"dtensor.control_flow">["a"])
  scf.for %i = %zero to %n step %one {
    memref.copy %a, %b : memref<8xf32> to memref<8xf32>
  }
  return
}
