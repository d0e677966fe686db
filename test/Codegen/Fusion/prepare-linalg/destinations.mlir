// RUN: dtensor-opt %s --convert-elementwise-to-linalg \
// RUN:   --dtensor-prepare-linalg | FileCheck %s

// Destinations that are not read are empty, and splats are scalars: the chain
// can fuse.
// CHECK-LABEL: @chain(
// CHECK-SAME: %[[X:.*]]: tensor<8xf32>)
// CHECK: %[[E0:.*]] = tensor.empty() : tensor<8xf32>
// CHECK: linalg.generic {{.*}} ins(%[[X]], %{{.*}}) outs(%[[E0]]
// CHECK-NEXT: ^bb0(%[[V0:[^:]*]]: f32,
// CHECK-NEXT: %[[C0:.*]] = arith.constant 1.500000e+00 : f32
// CHECK-NEXT: arith.mulf %[[V0]], %[[C0]]
// CHECK: %[[E1:.*]] = tensor.empty() : tensor<8xf32>
// CHECK: linalg.generic {{.*}} outs(%[[E1]]
// CHECK: arith.constant 2.500000e-01 : f32
func.func @chain(%x: tensor<8xf32>) -> tensor<8xf32> {
  %scale = arith.constant dense<1.5> : tensor<8xf32>
  %offset = arith.constant dense<0.25> : tensor<8xf32>
  %0 = arith.mulf %x, %scale : tensor<8xf32>
  %1 = arith.addf %0, %offset : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: @dynamic(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>)
// CHECK: %[[N:.*]] = tensor.dim %[[X]]
// CHECK: %[[E:.*]] = tensor.empty(%[[N]]) : tensor<?xf32>
// CHECK: outs(%[[E]] : tensor<?xf32>)
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.mulf %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// A sum reads what it is added to.
// CHECK-LABEL: @reads_destination(
// CHECK-SAME: %[[INIT:[^ :]*]]: tensor<f32>)
// CHECK: linalg.generic {{.*}} outs(%[[INIT]] : tensor<f32>)
func.func @reads_destination(%x: tensor<8xf32>, %init: tensor<f32>) -> tensor<f32> {
  %0 = linalg.reduce {arith.addf} ins(%x : tensor<8xf32>) outs(%init : tensor<f32>) dimensions = [0]
  return %0 : tensor<f32>
}
