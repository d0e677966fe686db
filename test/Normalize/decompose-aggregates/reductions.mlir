// RUN: dtensor-opt %s -dtensor-decompose-aggregates -split-input-file | FileCheck %s

// CHECK-LABEL: func @known
// CHECK: %[[S:.*]] = linalg.reduce { arith.addi {{.*}}} ins(%arg0 : tensor<4x6xi32>) outs(%arg2 : tensor<i32>) dimensions = [0, 1]
// CHECK: %[[M:.*]] = linalg.reduce { arith.maximumf } ins(%arg1 : tensor<4x6xf32>) outs(%arg3 : tensor<f32>) dimensions = [0, 1]
// CHECK: return %[[S]], %[[M]]
func.func @known(%a: tensor<4x6xi32>, %b: tensor<4x6xf32>, %p: tensor<i32>, %q: tensor<f32>) -> (tensor<i32>, tensor<f32>) {
  %0:2 = linalg_ext.reduce ins(%a, %b : tensor<4x6xi32>, tensor<4x6xf32>) outs(%p, %q : tensor<i32>, tensor<f32>) dimensions = [1, 0] {
  ^bb0(%p0: i32, %q0: f32, %p1: i32, %q1: f32):
    %r = arith.addi %p0, %p1 : i32
    %s = arith.maximumf %q0, %q1 : f32
    linalg_ext.yield %r, %s : i32, f32
  } -> tensor<i32>, tensor<f32>
  return %0#0, %0#1 : tensor<i32>, tensor<f32>
}

// -----

// The one depends on the other.
// CHECK-LABEL: func @together
// CHECK: linalg_ext.reduce
func.func @together(%a: tensor<6xi32>, %b: tensor<6xi32>, %p: tensor<i32>) -> tensor<i32> {
  %0:2 = linalg_ext.reduce ins(%a, %b : tensor<6xi32>, tensor<6xi32>) outs(%p, %p : tensor<i32>, tensor<i32>) dimensions = [0] {
  ^bb0(%p0: i32, %q0: i32, %p1: i32, %q1: i32):
    %r = arith.muli %p0, %p1 : i32
    %m = arith.muli %q0, %p1 : i32
    %s = arith.addi %m, %q1 : i32
    linalg_ext.yield %r, %s : i32, i32
  } -> tensor<i32>, tensor<i32>
  return %0#1 : tensor<i32>
}
