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

// What else counts is not carried either: fori_loop's position, down and up by
// another step than the loop. One that would leave its type is.
// CHECK-LABEL: func.func @others(
// CHECK: %[[L:.*]]:2 = scf.for %[[I:[a-z0-9]+]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (tensor<i8>, tensor<4xf32>)
// CHECK: scf.yield
// CHECK-DAG: %[[DOWN:.*]] = arith.constant dense<-1> : tensor<i32>
// CHECK-DAG: %[[UP:.*]] = arith.constant dense<13> : tensor<i64>
// CHECK: return %[[DOWN]], %[[UP]], %[[L]]#0, %[[L]]#1
func.func @others(%x: tensor<4xf32>) -> (tensor<i32>, tensor<i64>, tensor<i8>, tensor<4xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %c5 = stablehlo.constant dense<5> : tensor<i64>
  %c7 = stablehlo.constant dense<7> : tensor<i8>
  %0:5 = stablehlo.while(%down = %c3, %i = %c0, %up = %c5, %byte = %c7, %y = %x) : tensor<i32>, tensor<i32>, tensor<i64>, tensor<i8>, tensor<4xf32>
  cond {
    %n = stablehlo.constant dense<7> : tensor<i32>
    %m = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  } do {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %k = stablehlo.add %i, %two : tensor<i32>
    %minus = stablehlo.constant dense<-1> : tensor<i32>
    %d = stablehlo.add %down, %minus : tensor<i32>
    %step = stablehlo.constant dense<2> : tensor<i64>
    %u = stablehlo.add %step, %up : tensor<i64>
    %large = stablehlo.constant dense<60> : tensor<i8>
    %b = stablehlo.add %byte, %large : tensor<i8>
    %f = stablehlo.convert %down : (tensor<i32>) -> tensor<f32>
    %g = stablehlo.convert %up : (tensor<i64>) -> tensor<f32>
    %s = stablehlo.multiply %f, %g : tensor<f32>
    %t = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %z = stablehlo.add %y, %t : tensor<4xf32>
    stablehlo.return %d, %k, %u, %b, %z : tensor<i32>, tensor<i32>, tensor<i64>, tensor<i8>, tensor<4xf32>
  }
  return %0#0, %0#2, %0#3, %0#4 : tensor<i32>, tensor<i64>, tensor<i8>, tensor<4xf32>
}
