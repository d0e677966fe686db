// RUN: dtensor-opt %s --dtensor-import-stablehlo | FileCheck %s

// A window that reaches from each position to the axis' start is a scan.
// CHECK-LABEL: func.func @cumsum(
// CHECK: %[[I:.*]] = linalg.fill {{.*}} -> tensor<4xf32>
// CHECK: linalg_ext.scan ins(%arg0 : tensor<4x6xf32>) init(%[[I]] : tensor<4xf32>)
// CHECK-SAME: axis = 1 {
// CHECK: arith.addf
func.func @cumsum(%a: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %c) <{padding = dense<[[0, 0], [5, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 6>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @cummax_reverse(
// CHECK: linalg_ext.scan {{.*}} axis = 0 reverse {
func.func @cummax_reverse(%a: tensor<4x6xi32>) -> tensor<4x6xi32> {
  %c = stablehlo.constant dense<-2147483648> : tensor<i32>
  %b = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %0 = "stablehlo.reduce_window"(%a, %b) <{padding = dense<[[0, 3], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 4, 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %1 = stablehlo.maximum %y, %x : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<4x6xi32>, tensor<i32>) -> tensor<4x6xi32>
  return %0 : tensor<4x6xi32>
}

// jax.lax.cumlogsumexp.
// CHECK-LABEL: func.func @cumlogsumexp(
// CHECK: linalg_ext.scan {{.*}} axis = 0 {
func.func @cumlogsumexp(%a: tensor<6xf32>) -> tensor<6xf32> {
  %c = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %c) <{padding = dense<[[5, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 6>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.maximum %x, %y : tensor<f32>
    %2 = stablehlo.subtract %x, %y : tensor<f32>
    %3 = stablehlo.compare NE, %2, %2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.add %x, %y : tensor<f32>
    %5 = stablehlo.abs %2 : tensor<f32>
    %6 = stablehlo.negate %5 : tensor<f32>
    %7 = stablehlo.exponential %6 : tensor<f32>
    %8 = stablehlo.log_plus_one %7 : tensor<f32>
    %9 = stablehlo.add %1, %8 : tensor<f32>
    %10 = stablehlo.select %3, %4, %9 : tensor<i1>, tensor<f32>
    stablehlo.return %10 : tensor<f32>
  }) : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// What a window counts more than once is no scan's initial value.
// CHECK-LABEL: func.func @from_one(
// CHECK-NOT: linalg_ext.scan
// CHECK: linalg.generic
func.func @from_one(%a: tensor<6xf32>) -> tensor<6xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %c) <{padding = dense<[[5, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 6>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// A moving window is none.
// CHECK-LABEL: func.func @moving(
// CHECK-NOT: linalg_ext.scan
// CHECK: linalg.generic
func.func @moving(%a: tensor<6xf32>) -> tensor<6xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %c) <{padding = dense<[[4, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 5>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// The order of a reduction is up to who implements it: what is no combiner is
// a body of linalg_ext.reduce, which can be split.
// CHECK-LABEL: func.func @argmax(
// CHECK: linalg_ext.reduce ins(%arg0, %arg1 : tensor<4x6xf32>, tensor<4x6xi32>)
// CHECK-SAME: dimensions = [1] {
func.func @argmax(%a: tensor<4x6xf32>, %i: tensor<4x6xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %c = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%a init: %c), (%i init: %z) across dimensions = [1] : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
    %1 = stablehlo.compare GE, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %x, %y : tensor<i1>, tensor<f32>
    %3 = stablehlo.select %1, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}

// CHECK-LABEL: func.func @cumprod_complex(
// CHECK: linalg_ext.scan {{.*}} axis = 0 {
func.func @cumprod_complex(%a: tensor<4x6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>> {
  %c = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
  %0 = "stablehlo.reduce_window"(%a, %c) <{padding = dense<[[3, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 4, 1>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
    %1 = stablehlo.multiply %x, %y : tensor<complex<f32>>
    stablehlo.return %1 : tensor<complex<f32>>
  }) : (tensor<4x6xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4x6xcomplex<f32>>
  return %0 : tensor<4x6xcomplex<f32>>
}

// Not from its identity.
// CHECK-LABEL: func.func @from_i(
// CHECK-NOT: linalg_ext.scan
// CHECK: return
func.func @from_i(%a: tensor<4x6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>> {
  %c = stablehlo.constant dense<(0.0, 1.0)> : tensor<complex<f32>>
  %0 = "stablehlo.reduce_window"(%a, %c) <{padding = dense<[[3, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 4, 1>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
    %1 = stablehlo.add %x, %y : tensor<complex<f32>>
    stablehlo.return %1 : tensor<complex<f32>>
  }) : (tensor<4x6xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4x6xcomplex<f32>>
  return %0 : tensor<4x6xcomplex<f32>>
}
