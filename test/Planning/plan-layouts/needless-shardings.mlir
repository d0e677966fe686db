// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-plan-layouts=proposals=needless-shardings | FileCheck %s
// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-plan-layouts=proposals=-needless-shardings | FileCheck %s --check-prefix=OTHERS

// Every device has what the scores and the values are computed from. Values are
// sharded on features, and the scores do not have to follow.

// CHECK-LABEL: func.func @main
// CHECK: %[[T:.+]] = math.tanh
// CHECK: %[[ROW:.+]] = dtensor.constrain %[[T]] {{.*}} to #dtensor.layout<@mesh, [unsharded, unsharded]>
// CHECK: %[[SUM:.+]] = arith.addf %arg1, %[[ROW]]
// CHECK: %[[K:.+]] = dtensor.constrain %[[SUM]] {{.*}} to #dtensor.layout<@mesh, [unsharded, unsharded]>
// CHECK: arith.addf %arg2, %[[ROW]]
// CHECK: linalg.generic {{.*}} ins(%arg0, %[[K]]
// OTHERS-LABEL: func.func @main
// OTHERS-NOT: dtensor.constrain

dtensor.mesh @mesh <x=4>

func.func @main(%q: tensor<4x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>},
    %keys: tensor<3x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>},
    %values: tensor<3x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
    %row: tensor<3x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>})
    -> (tensor<4x3xf32>, tensor<3x16xf32>) {
  %scaled = math.tanh %row : tensor<3x16xf32>
  %k = arith.addf %keys, %scaled : tensor<3x16xf32>
  %v = arith.addf %values, %scaled : tensor<3x16xf32>
  %init = arith.constant dense<0.0> : tensor<4x3xf32>
  %scores = linalg.generic {
      indexing_maps = [affine_map<(i, j, d) -> (i, d)>, affine_map<(i, j, d) -> (j, d)>, affine_map<(i, j, d) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<4x16xf32>, tensor<3x16xf32>) outs(%init : tensor<4x3xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x3xf32>
  return %scores, %v : tensor<4x3xf32>, tensor<3x16xf32>
}
