// RUN: dtensor-opt %s --dtensor-decompose-linalg-ext | FileCheck %s

// CHECK-LABEL: func @part
// CHECK-SAME: (%[[E:.*]]: tensor<4xf32>, %[[START:.*]]: index)
// CHECK: linalg.generic
// CHECK-SAME: outs(%[[E]] : tensor<4xf32>)
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK: %[[P:.*]] = arith.addi %[[I]], %[[START]]
// CHECK: %[[N:.*]] = arith.index_cast %[[P]] : index to i64
// CHECK: %[[F:.*]] = arith.sitofp %[[N]] : i64 to f32
// CHECK: linalg.yield %[[F]]
func.func @part(%e: tensor<4xf32>, %start: index) -> tensor<4xf32> {
  %0 = linalg_ext.iota axis = 0 outs(%e : tensor<4xf32>) part [%start] of [16] -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
