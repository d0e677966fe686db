// RUN: dtensor-opt %s -dtensor-merge-equal-ops | FileCheck %s

// Unused ops are erased, and equal ops are computed once. Their order does not
// matter to ops that commute.
// CHECK-LABEL: func @plain
// CHECK-NEXT: %[[S:.*]] = arith.addf %arg0, %arg1
// CHECK-NEXT: %[[D:.*]] = arith.subf %[[S]], %[[S]]
// CHECK-NEXT: return %[[D]]
func.func @plain(%arg0: f32, %arg1: f32) -> f32 {
  %0 = arith.addf %arg0, %arg1 : f32
  %1 = arith.addf %arg1, %arg0 : f32
  %2 = arith.mulf %0, %1 : f32
  %3 = arith.subf %0, %1 : f32
  return %3 : f32
}

// A loop is equal to another one if what is in it is. This one reads %a, and
// this one %b.
// CHECK-LABEL: func @loops
// CHECK: %[[A:.*]] = scf.for
// CHECK: math.tanh
// CHECK: tensor.extract %arg0
// CHECK: %[[B:.*]] = scf.for
// CHECK: tensor.extract %arg1
// CHECK-NOT: scf.for
// CHECK: return %[[A]], %[[B]], %[[A]]
func.func @loops(%a: tensor<8xf32>, %b: tensor<8xf32>, %x: f32) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = scf.for %i = %c0 to %c8 step %c1 iter_args(%sum = %x) -> f32 {
    %t = math.tanh %sum : f32
    %e = tensor.extract %a[%i] : tensor<8xf32>
    %s = arith.addf %t, %e : f32
    scf.yield %s : f32
  }
  %1 = scf.for %i = %c0 to %c8 step %c1 iter_args(%sum = %x) -> f32 {
    %t = math.tanh %sum : f32
    %e = tensor.extract %b[%i] : tensor<8xf32>
    %s = arith.addf %t, %e : f32
    scf.yield %s : f32
  }
  %2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%sum = %x) -> f32 {
    %t = math.tanh %sum : f32
    %e = tensor.extract %a[%i] : tensor<8xf32>
    %s = arith.addf %t, %e : f32
    scf.yield %s : f32
  }
  return %0, %1, %2 : f32, f32, f32
}

// A branch sees the ops before it. Nobody else sees the ops of a branch.
// CHECK-LABEL: func @branches
// CHECK-NEXT: %[[T:.*]] = math.tanh
// CHECK-NEXT: scf.if
// CHECK-NEXT: %[[E:.*]] = math.exp
// CHECK-NEXT: arith.addf %[[E]], %[[T]]
// CHECK: } else {
// CHECK-NEXT: math.exp
// CHECK: }
// CHECK-NEXT: math.exp
func.func @branches(%x: f32, %cond: i1) -> (f32, f32, f32) {
  %0 = math.tanh %x : f32
  %1 = scf.if %cond -> f32 {
    %e = math.exp %x : f32
    %t = math.tanh %x : f32
    %s = arith.addf %e, %t : f32
    scf.yield %s : f32
  } else {
    %e = math.exp %x : f32
    scf.yield %e : f32
  }
  %2 = math.exp %x : f32
  return %0, %1, %2 : f32, f32, f32
}

// Blocks of one region may not have run.
// CHECK-LABEL: func @blocks
// CHECK: ^bb1:
// CHECK-NEXT: math.exp
// CHECK: ^bb2:
// CHECK-NEXT: math.exp
func.func @blocks(%x: f32, %cond: i1) -> f32 {
  cf.cond_br %cond, ^bb1, ^bb2
^bb1:
  %0 = math.exp %x : f32
  return %0 : f32
^bb2:
  %1 = math.exp %x : f32
  return %1 : f32
}

// Each call may do something else, and so may each read of memory.
// CHECK-LABEL: func @effects
// CHECK-COUNT-2: call @other
// CHECK-COUNT-2: memref.load
func.func private @other() -> f32
func.func @effects(%m: memref<f32>) -> (f32, f32, f32, f32) {
  %0 = call @other() : () -> f32
  %1 = call @other() : () -> f32
  %2 = memref.load %m[] : memref<f32>
  %3 = memref.load %m[] : memref<f32>
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
