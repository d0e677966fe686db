// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-plan-layouts=proposals=shared-gathers | FileCheck %s
// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-plan-layouts=proposals=-shared-gathers | FileCheck %s --check-prefix=OTHERS

// Two results are wanted whole. What both are computed from is gathered once.

// CHECK-LABEL: func.func @two_results
// CHECK: %[[X:.+]] = dtensor.constrain %arg0 {{.*}} to #dtensor.layout<@mesh, [unsharded, unsharded]>
// CHECK: math.absf %[[X]]
// CHECK: arith.negf %[[X]]

// The same is found among the gathers that ops need.

// OTHERS-LABEL: func.func @two_results
// OTHERS: dtensor.constrain %arg0

// One result is gathered anyway, and nothing is gained before.

// CHECK-LABEL: func.func @one_result
// CHECK-NOT: dtensor.constrain

dtensor.mesh @mesh <x=4>

func.func @two_results(%x: tensor<16x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
    -> (tensor<16x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>},
        tensor<16x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>}) {
  %a = math.absf %x : tensor<16x16xf32>
  %b = arith.negf %x : tensor<16x16xf32>
  return %a, %b : tensor<16x16xf32>, tensor<16x16xf32>
}

func.func @one_result(%x: tensor<16x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
    -> (tensor<16x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>}) {
  %a = math.absf %x : tensor<16x16xf32>
  return %a : tensor<16x16xf32>
}
