// RUN: dtensor-opt %s --dtensor-import-stablehlo | FileCheck %s

// A counter with constant ends is the induction variable of a loop that
// everybody knows the turns of.
// CHECK-LABEL: func.func @scan(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
// CHECK: %[[L:.*]] = scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[Y:.*]] = %[[X]]) -> (tensor<4xf32>)
// CHECK: %[[N:.*]] = arith.index_cast %[[I]] : index to i32
// CHECK: tensor.from_elements %[[N]] : tensor<i32>
// CHECK: scf.yield
// CHECK: %[[END:.*]] = arith.constant dense<8> : tensor<i32>
// CHECK: return %[[END]], %[[L]]
func.func @scan(%x: tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c, %y = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %n = stablehlo.constant dense<8> : tensor<i32>
    %m = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %f = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %z = stablehlo.add %y, %b : tensor<4xf32>
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k, %z : tensor<i32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<i32>, tensor<4xf32>
}

// 3, 6, 9: the last one is not used. A loop that carries nothing else.
// CHECK-LABEL: func.func @steps(
// CHECK: scf.for
// CHECK: arith.constant dense<12> : tensor<i64>
func.func @steps() -> tensor<i64> {
  %c = stablehlo.constant dense<3> : tensor<i64>
  %n = stablehlo.constant dense<10> : tensor<i64>
  %0 = stablehlo.while(%i = %c) : tensor<i64>
  cond {
    %m = stablehlo.compare GT, %n, %i, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  } do {
    %s = stablehlo.constant dense<3> : tensor<i64>
    %k = stablehlo.add %s, %i : tensor<i64>
    stablehlo.return %k : tensor<i64>
  }
  return %0 : tensor<i64>
}

// What else ends a loop is not counted.
// CHECK-LABEL: func.func @until(
// CHECK: scf.while
func.func @until(%x: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c, %y = %x) : tensor<i32>, tensor<f32>
  cond {
    %n = stablehlo.constant dense<8> : tensor<i32>
    %m = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %e = stablehlo.constant dense<1.0> : tensor<f32>
    %l = stablehlo.compare GT, %y, %e, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %a = stablehlo.and %m, %l : tensor<i1>
    stablehlo.return %a : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %k = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.multiply %y, %y : tensor<f32>
    stablehlo.return %k, %z : tensor<i32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
}
