// RUN: dtensor-opt %s --split-input-file --dtensor-import-shardy | FileCheck %s

// CHECK: dtensor.mesh @mesh <x=2, y=2>
sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK-LABEL: func @ops
func.func @ops(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x8xf32> {
  // CHECK: %[[X:.*]] = dtensor.constrain %arg0 : tensor<8x8xf32> to #dtensor.layout<@mesh, [x, unsharded], partial<sum, [y]>>
  %0 = sdy.sharded_to_unreduced [{}, {"y"}] %a out_sharding=<@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<8x8xf32>
  // CHECK: %[[WHOLE:.*]] = dtensor.constrain %[[X]] : tensor<8x8xf32> to #dtensor.layout<@mesh, [unsharded, unsharded]>
  %1 = sdy.reshard %0 <@mesh, [{}, {}]> : tensor<8x8xf32>
  // CHECK: %[[SUM:.*]] = dtensor.constrain %[[WHOLE]] : tensor<8x8xf32> to #dtensor.layout<@mesh, [unsharded, unsharded], partial<sum, [x, y]>>
  %2 = sdy.replicated_to_unreduced {"x", "y"} %1 out_sharding=<@mesh, [{}, {}], unreduced={"x", "y"}> : tensor<8x8xf32>
  // CHECK: return %[[SUM]]
  return %2 : tensor<8x8xf32>
}

// -----

// JAX leaves axes of unreduced values open where some axes of its mesh are not
// explicit.
sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK-LABEL: func @open
// CHECK-SAME: dtensor.layout = #dtensor.layout<@mesh, [y, unsharded], partial<sum, [x]>>
func.func @open(%a: tensor<6x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", ?}p1, {?}], unreduced={"x"}>}) {
  return
}
