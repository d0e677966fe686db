// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-plan-layouts=proposals=merged-axes | FileCheck %s
// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-plan-layouts=proposals=-merged-axes | FileCheck %s --check-prefix=OTHERS

// Heads are merged with the batch, and heads are divided. Apart, both products have
// one axis more, and the reshapes before and behind them disappear.

// CHECK-LABEL: func.func @attention
// CHECK: %[[S:.+]] = linalg.generic {{.*}} ins(%arg0, %arg1 : tensor<2x4x8x8xf32>, tensor<2x4x8x8xf32>)
// CHECK: } -> tensor<2x4x8x8xf32>
// CHECK: %[[T:.+]] = math.tanh %[[S]] : tensor<2x4x8x8xf32>
// CHECK: linalg.generic {{.*}} ins(%[[T]], %arg1 : tensor<2x4x8x8xf32>, tensor<2x4x8x8xf32>)
// CHECK-NOT: tensor.expand_shape
// CHECK: return
// OTHERS-LABEL: func.func @attention
// OTHERS: math.tanh %{{.+}} : tensor<8x8x8xf32>
// OTHERS: tensor.expand_shape

dtensor.mesh @mesh <x=4>

func.func @attention(%q: tensor<2x4x8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded, unsharded]>},
    %k: tensor<2x4x8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded, unsharded]>})
    -> (tensor<2x4x8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded, unsharded]>}) {
  %init = arith.constant dense<0.0> : tensor<8x8x8xf32>
  %a = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x4x8x8xf32> into tensor<8x8x8xf32>
  %b = tensor.collapse_shape %k [[0, 1], [2], [3]] : tensor<2x4x8x8xf32> into tensor<8x8x8xf32>
  %s = linalg.batch_matmul ins(%a, %b : tensor<8x8x8xf32>, tensor<8x8x8xf32>) outs(%init : tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
  %t = math.tanh %s : tensor<8x8x8xf32>
  %o = linalg.batch_matmul ins(%t, %b : tensor<8x8x8xf32>, tensor<8x8x8xf32>) outs(%init : tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
  %r = tensor.expand_shape %o [[0, 1], [2], [3]] output_shape [2, 4, 8, 8] : tensor<8x8x8xf32> into tensor<2x4x8x8xf32>
  return %r : tensor<2x4x8x8xf32>
}
