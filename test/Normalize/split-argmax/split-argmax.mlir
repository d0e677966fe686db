// RUN: dtensor-opt %s --dtensor-split-argmax --split-input-file | FileCheck %s

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: @argmax
func.func @argmax(%a: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
  %least = arith.constant 0xFF800000 : f32
  %first = arith.constant 0 : i64
  %e = tensor.empty() : tensor<4xf32>
  %i = tensor.empty() : tensor<4xi64>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %g = linalg.fill ins(%first : i64) outs(%i : tensor<4xi64>) -> tensor<4xi64>
  // CHECK: %[[MAX:.+]] = linalg.generic {{.*}} outs({{.*}} : tensor<4xf32>)
  // CHECK: arith.maximumf
  // CHECK: %[[POSITION:.+]] = linalg.generic {{.*}} outs({{.*}} : tensor<4xi32>)
  // CHECK: arith.cmpf oeq
  // CHECK: arith.minsi
  // CHECK: linalg.generic {{.*}} ins(%[[POSITION]], %[[MAX]]
  // CHECK: arith.extsi
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x8xf32>) outs(%f, %g : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%x: f32, %m: f32, %p: i64):
    %0 = linalg.index 1 : index
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.maximumf %x, %m : f32
    %3 = arith.cmpf ogt, %x, %m : f32
    %4 = arith.select %3, %1, %p : i64
    linalg.yield %2, %4 : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi64>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>

// Of equal ones this takes the last: it is something else.
// CHECK-LABEL: @last
// CHECK: linalg.generic
// CHECK: arith.cmpf oge
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @last(%a: tensor<4x8xf32>, %f: tensor<4xf32>, %g: tensor<4xi64>) -> (tensor<4xf32>, tensor<4xi64>) {
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x8xf32>) outs(%f, %g : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%x: f32, %m: f32, %p: i64):
    %0 = linalg.index 1 : index
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.maximumf %x, %m : f32
    %3 = arith.cmpf oge, %x, %m : f32
    %4 = arith.select %3, %1, %p : i64
    linalg.yield %2, %4 : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi64>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d1)>

// Integers, positions of type index, initial values that are constants.
// CHECK-LABEL: @argmin
func.func @argmin(%a: tensor<4x8xi32>) -> (tensor<8xi32>, tensor<8xindex>) {
  %f = arith.constant dense<2147483647> : tensor<8xi32>
  %g = arith.constant dense<0> : tensor<8xindex>
  // CHECK: linalg.generic
  // CHECK: arith.minsi
  // CHECK: linalg.generic
  // CHECK: arith.cmpi eq
  // CHECK: arith.minsi
  // CHECK: linalg.generic
  // CHECK: arith.index_cast %{{.*}} : i32 to index
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["reduction", "parallel"]} ins(%a : tensor<4x8xi32>) outs(%f, %g : tensor<8xi32>, tensor<8xindex>) {
  ^bb0(%x: i32, %m: i32, %p: index):
    %0 = linalg.index 0 : index
    %2 = arith.minsi %m, %x : i32
    %3 = arith.cmpi slt, %x, %m : i32
    %4 = arith.select %3, %0, %p : index
    linalg.yield %2, %4 : i32, index
  } -> (tensor<8xi32>, tensor<8xindex>)
  return %r#0, %r#1 : tensor<8xi32>, tensor<8xindex>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d1)>

// As TOSA has it: the position first, and a NaN, the first of them, exceeds all.
// CHECK-LABEL: @argmax_of_nan
func.func @argmax_of_nan(%a: tensor<4x8xf32>) -> (tensor<8xi32>, tensor<8xf32>) {
  %f = arith.constant dense<0> : tensor<8xi32>
  %g = arith.constant dense<-3.0e38> : tensor<8xf32>
  // CHECK: %[[MAX:.*]] = linalg.generic
  // CHECK: arith.maximumf
  // CHECK: linalg.generic
  // CHECK: %[[EQUAL:.*]] = arith.cmpf oeq
  // CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[IN:.*]], %[[IN]]
  // CHECK: arith.ori %[[EQUAL]], %[[NAN]]
  // CHECK: arith.minsi
  // CHECK: %[[AT:.*]] = linalg.generic
  // CHECK: return %[[AT]], %[[MAX]]
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["reduction", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%f, %g : tensor<8xi32>, tensor<8xf32>) {
  ^bb0(%x: f32, %p: i32, %m: f32):
    %0 = linalg.index 0 : index
    %1 = arith.index_cast %0 : index to i32
    %2 = arith.cmpf ugt, %x, %m : f32
    %3 = arith.cmpf ord, %m, %m : f32
    %4 = arith.andi %2, %3 : i1
    %5 = arith.select %4, %x, %m : f32
    %6 = arith.select %4, %1, %p : i32
    linalg.yield %6, %5 : i32, f32
  } -> (tensor<8xi32>, tensor<8xf32>)
  return %r#0, %r#1 : tensor<8xi32>, tensor<8xf32>
}
