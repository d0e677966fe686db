// RUN: dtensor-opt %s --pass-pipeline='builtin.module(func.func(dtensor-place-results))' | FileCheck %s

// The loop carries its state in the memory of the result.
// CHECK-LABEL: @state
// CHECK-NOT: memref.alloc
// CHECK: memref.copy %arg0, %arg1
// CHECK: scf.for
// CHECK: linalg.exp ins(%arg1 : memref<4xf32>) outs(%arg1 : memref<4xf32>)
// CHECK-NOT: memref.copy
// CHECK: return
func.func @state(%a: memref<4xf32>, %result: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %s = memref.alloc() : memref<4xf32>
  memref.copy %a, %s : memref<4xf32> to memref<4xf32>
  scf.for %i = %c0 to %c5 step %c1 {
    linalg.exp ins(%s : memref<4xf32>) outs(%s : memref<4xf32>)
  }
  memref.copy %s, %result : memref<4xf32> to memref<4xf32>
  return
}

// Of two results that are the same, the last one is computed in place.
// CHECK-LABEL: @twice
// CHECK-NOT: memref.alloc
// CHECK: linalg.exp ins(%arg0 : memref<4xf32>) outs(%arg2 : memref<4xf32>)
// CHECK-NEXT: memref.copy %arg2, %arg1
// CHECK-NEXT: return
func.func @twice(%a: memref<4xf32>, %first: memref<4xf32>, %second: memref<4xf32>) {
  %s = memref.alloc() : memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%s : memref<4xf32>)
  memref.copy %s, %first : memref<4xf32> to memref<4xf32>
  memref.copy %s, %second : memref<4xf32> to memref<4xf32>
  return
}

// A view of the buffer is written afterwards.
// CHECK-LABEL: @written_later
// CHECK: memref.copy {{.*}}, %arg1
func.func @written_later(%a: memref<4xf32>, %result: memref<4xf32>, %other: memref<2xf32>) {
  %s = memref.alloc() : memref<4xf32>
  %view = memref.subview %s[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  linalg.exp ins(%a : memref<4xf32>) outs(%s : memref<4xf32>)
  memref.copy %s, %result : memref<4xf32> to memref<4xf32>
  linalg.exp ins(%other : memref<2xf32>) outs(%view : memref<2xf32, strided<[1]>>)
  return
}

// A donated argument has the result's memory, and is read.
// CHECK-LABEL: @donated
// CHECK: memref.copy {{.*}}, %arg0
func.func @donated(%a: memref<4xf32>) {
  %s = memref.alloc() : memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%s : memref<4xf32>)
  memref.copy %s, %a : memref<4xf32> to memref<4xf32>
  return
}

// Memory that devices share is written by collectives only.
// CHECK-LABEL: @shared
// CHECK: memref.copy {{.*}}, %arg1
func.func @shared(%a: memref<4xf32>, %result: memref<4xf32> {comm.shared_along = ["x"]}) {
  %s = memref.alloc() : memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%s : memref<4xf32>)
  memref.copy %s, %result : memref<4xf32> to memref<4xf32>
  return
}
