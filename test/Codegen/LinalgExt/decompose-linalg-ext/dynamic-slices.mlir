// RUN: dtensor-opt %s --dtensor-decompose-linalg-ext --canonicalize | FileCheck %s

// CHECK-LABEL: func @slice
// CHECK-SAME: (%[[A:.*]]: tensor<9x4xf32>, %[[I:.*]]: index)
// CHECK: %[[LOW:.*]] = arith.minsi %[[I]], %c7
// CHECK: %[[AT:.*]] = arith.maxsi %[[LOW]], %c0
// CHECK: %[[S:.*]] = tensor.extract_slice %[[A]][%[[AT]], 0] [2, 4] [1, 1]
// CHECK: return %[[S]]
func.func @slice(%a: tensor<9x4xf32>, %i: index) -> tensor<2x4xf32> {
  %e = tensor.empty() : tensor<2x4xf32>
  %0 = linalg_ext.dynamic_slice ins(%a : tensor<9x4xf32>) at [%i, %i] sizes = [2, 4] outs(%e : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// Of a part: what of the update is there. The start is clamped on the whole.
// CHECK-LABEL: func @part
// CHECK-SAME: (%[[A:.*]]: tensor<?x4xf32>, %[[U:.*]]: tensor<2x4xf32>,
// CHECK: arith.minsi %{{.*}}, %c7
// CHECK: %[[HERE:.*]] = tensor.extract_slice %[[U]]
// CHECK: tensor.insert_slice %[[HERE]] into %[[A]]
func.func @part(%a: tensor<?x4xf32>, %u: tensor<2x4xf32>, %i: index, %start: index) -> tensor<?x4xf32> {
  %0 = linalg_ext.dynamic_update_slice ins(%u : tensor<2x4xf32>) at [%i, %i] outs(%a : tensor<?x4xf32>) part [%start, 0] of [9, ?] -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
