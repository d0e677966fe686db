// RUN: dtensor-opt %s -dtensor-decompose-aggregates -split-input-file | FileCheck %s

// The maximum, which is NaN if anything is, then the first position that has it.
// CHECK-LABEL: func @argmax
// CHECK: %[[MAX:.+]] = linalg.reduce { arith.maximumf } ins(%arg0 : tensor<4x6xf32>) outs(%arg1
// CHECK: %[[FIRST:.+]] = linalg.generic {{.*}} ins(%arg0, %[[MAX]] :
// CHECK: linalg.index 1
// CHECK: arith.cmpf oeq
// CHECK: arith.cmpf uno
// CHECK: arith.minsi
// CHECK: %[[RESULT:.+]] = linalg.generic {{.*}} ins(%[[FIRST]], %[[MAX]], %arg1, %arg2 :
// CHECK: return %[[RESULT]]
func.func @argmax(%a: tensor<4x6xf32>, %d: tensor<4xf32>, %e: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tensor.empty() : tensor<4x6xi32>
  %n = linalg_ext.iota axis = 1 outs(%0 : tensor<4x6xi32>) -> tensor<4x6xi32>
  %1:2 = linalg_ext.reduce ins(%a, %n : tensor<4x6xf32>, tensor<4x6xi32>) outs(%d, %e : tensor<4xf32>, tensor<4xi32>) dimensions = [1] {
  ^bb0(%v: f32, %p: i32, %x: f32, %q: i32):
    %better = arith.cmpf ogt, %v, %x : f32
    %nan = arith.cmpf une, %v, %v : f32
    %wins = arith.ori %better, %nan : i1
    %equal = arith.cmpf oeq, %v, %x : f32
    %first = arith.cmpi slt, %p, %q : i32
    %tie = arith.andi %equal, %first : i1
    %keeps = arith.ori %wins, %tie : i1
    %r = arith.select %wins, %v, %x : f32
    %s = arith.select %keeps, %p, %q : i32
    linalg_ext.yield %r, %s : f32, i32
  } -> tensor<4xf32>, tensor<4xi32>
  return %1#1 : tensor<4xi32>
}

// -----

// Integers have no NaN.
// CHECK-LABEL: func @argmin
// CHECK: arith.minsi
// CHECK: arith.cmpi eq
// CHECK-NOT: linalg_ext.reduce
func.func @argmin(%a: tensor<6x4xi8>, %d: tensor<4xi8>, %e: tensor<4xi32>) -> (tensor<4xi8>, tensor<4xi32>) {
  %0 = tensor.empty() : tensor<6x4xi32>
  %n = linalg_ext.iota axis = 0 outs(%0 : tensor<6x4xi32>) -> tensor<6x4xi32>
  %1:2 = linalg_ext.reduce ins(%a, %n : tensor<6x4xi8>, tensor<6x4xi32>) outs(%d, %e : tensor<4xi8>, tensor<4xi32>) dimensions = [0] {
  ^bb0(%v: i8, %p: i32, %x: i8, %q: i32):
    %wins = arith.cmpi slt, %v, %x : i8
    %equal = arith.cmpi eq, %v, %x : i8
    %first = arith.cmpi slt, %p, %q : i32
    %tie = arith.andi %equal, %first : i1
    %keeps = arith.ori %wins, %tie : i1
    %r = arith.select %wins, %v, %x : i8
    %s = arith.select %keeps, %p, %q : i32
    linalg_ext.yield %r, %s : i8, i32
  } -> tensor<4xi8>, tensor<4xi32>
  return %1#0, %1#1 : tensor<4xi8>, tensor<4xi32>
}

// -----

// The other number is not the position along the axis.
// CHECK-LABEL: func @beside
// CHECK: linalg_ext.reduce
func.func @beside(%a: tensor<4x6xi32>, %n: tensor<4x6xi32>, %d: tensor<4xi32>, %e: tensor<4xi32>) -> tensor<4xi32> {
  %1:2 = linalg_ext.reduce ins(%a, %n : tensor<4x6xi32>, tensor<4x6xi32>) outs(%d, %e : tensor<4xi32>, tensor<4xi32>) dimensions = [1] {
  ^bb0(%v: i32, %p: i32, %x: i32, %q: i32):
    %wins = arith.cmpi sgt, %v, %x : i32
    %equal = arith.cmpi eq, %v, %x : i32
    %first = arith.cmpi slt, %p, %q : i32
    %tie = arith.andi %equal, %first : i1
    %keeps = arith.ori %wins, %tie : i1
    %r = arith.select %wins, %v, %x : i32
    %s = arith.select %keeps, %p, %q : i32
    linalg_ext.yield %r, %s : i32, i32
  } -> tensor<4xi32>, tensor<4xi32>
  return %1#1 : tensor<4xi32>
}
