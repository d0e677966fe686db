// RUN: dtensor-opt %s --pass-pipeline='builtin.module(func.func(dtensor-decompose-linalg-ext))' | FileCheck %s

// Rounded once, behind.
// CHECK-LABEL: func @scan
// CHECK: %[[WIDE:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<?xbf16>)
// CHECK: arith.extf
// CHECK: linalg_ext.scan ins(%[[WIDE]] : tensor<?xf32>) outs(%{{.*}} : tensor<?xf32>) axis = 0 reverse {
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
// CHECK: %[[HALF:.*]] = arith.extf %{{.*}} : bf16 to f32
// CHECK: %[[M:.*]] = arith.mulf %[[A]], %[[HALF]] : f32
// CHECK: arith.addf %[[M]], %[[B]] : f32
// CHECK: linalg.generic {{.*}} outs(%arg1 : tensor<?xbf16>)
// CHECK: arith.truncf
func.func @scan(%x: tensor<?xbf16>, %d: tensor<?xbf16>) -> tensor<?xbf16> {
  %half = arith.constant 0.5 : bf16
  %0 = linalg_ext.scan ins(%x : tensor<?xbf16>) outs(%d : tensor<?xbf16>) axis = 0 reverse {
  ^bb0(%a: bf16, %b: bf16):
    %1 = arith.mulf %a, %half : bf16
    %2 = arith.addf %1, %b : bf16
    linalg_ext.yield %2 : bf16
  } -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// What the destination held counts, and what is no half stays.
// CHECK-LABEL: func @reduce
// CHECK-COUNT-2: arith.extf
// CHECK: linalg_ext.reduce ins(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xi32>) outs(%{{.*}}, %{{.*}} : tensor<f32>, tensor<i32>)
// CHECK: arith.cmpf ogt, %{{.*}} : f32
// CHECK: arith.addf %{{.*}} : f32
// CHECK: arith.truncf
func.func @reduce(%x: tensor<4xf16>, %n: tensor<4xi32>, %d: tensor<f16>, %e: tensor<i32>) -> (tensor<f16>, tensor<i32>) {
  %0:2 = linalg_ext.reduce ins(%x, %n : tensor<4xf16>, tensor<4xi32>) outs(%d, %e : tensor<f16>, tensor<i32>) dimensions = [0] {
  ^bb0(%a: f16, %i: i32, %b: f16, %j: i32):
    %more = arith.cmpf ogt, %a, %b : f16
    %1 = arith.addf %a, %b : f16
    %2 = arith.select %more, %i, %j : i32
    linalg_ext.yield %1, %2 : f16, i32
  } -> tensor<f16>, tensor<i32>
  return %0#0, %0#1 : tensor<f16>, tensor<i32>
}

// A maximum is one of its numbers, and of bits nobody knows more.
// CHECK-LABEL: func @exact
// CHECK-NOT: extf
func.func @exact(%x: tensor<4xf16>, %d: tensor<4xf16>) -> (tensor<4xf16>, tensor<4xf16>) {
  %0 = linalg_ext.scan ins(%x : tensor<4xf16>) outs(%d : tensor<4xf16>) axis = 0 {
  ^bb0(%a: f16, %b: f16):
    %1 = arith.maximumf %a, %b : f16
    linalg_ext.yield %1 : f16
  } -> tensor<4xf16>
  %2 = linalg_ext.scan ins(%x : tensor<4xf16>) outs(%d : tensor<4xf16>) axis = 0 {
  ^bb0(%a: f16, %b: f16):
    %3 = arith.bitcast %a : f16 to i16
    %4 = arith.bitcast %3 : i16 to f16
    %5 = arith.addf %4, %b : f16
    linalg_ext.yield %5 : f16
  } -> tensor<4xf16>
  return %0, %2 : tensor<4xf16>, tensor<4xf16>
}
