// RUN: dtensor-opt %s --split-input-file --dtensor-import-shardy | FileCheck %s

// XLA's form: tiles, last tile dimensions, tuples, lists of devices.
// CHECK: dtensor.mesh @mesh <d0=2, d1=4>
// CHECK-LABEL: func @texts
// CHECK-SAME: %arg0: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [d0, d1]>}
// CHECK-SAME: %arg1: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, d0]>}
// CHECK-SAME: %arg2: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [d1 + d0, unsharded]>}
// CHECK-SAME: %arg3: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>}
// CHECK-SAME: -> (tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [d0 + d1, unsharded]>})
func.func @texts(
    %a: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,4]<=[8]}"},
    %b: tensor<8x8xf32> {mhlo.sharding = "{devices=[1,2,4]<=[8] last_tile_dim_replicate}"},
    %c: tensor<8x8xf32> {mhlo.sharding = "{devices=[8,1]0,4,1,5,2,6,3,7}"},
    %d: tensor<8x8xf32> {mhlo.sharding = "{replicated}"})
    -> (tensor<8x8xf32> {mhlo.sharding = "{devices=[8,1]<=[8]}"}) {
  // CHECK: %[[A:.*]] = dtensor.constrain %arg0 : tensor<8x8xf32> to #dtensor.layout<@mesh, [unsharded, d0 + d1]>
  %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{devices=[1,8]<=[8]}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: %[[B:.*]] = dtensor.constrain %[[A]] : tensor<8x8xf32> to #dtensor.constraint<@mesh, [d0, any]>
  %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: %[[BOTH:.*]]:2 = stablehlo.optimization_barrier %[[B]], %[[B]]
  // CHECK: %[[FIRST:.*]] = dtensor.constrain %[[BOTH]]#0 : tensor<8x8xf32> to #dtensor.layout<@mesh, [unsharded, unsharded]>
  // CHECK: %[[SECOND:.*]] = dtensor.constrain %[[BOTH]]#1 : tensor<8x8xf32> to #dtensor.layout<@mesh, [d0, d1]>
  %2:2 = stablehlo.optimization_barrier {mhlo.sharding = "{{replicated}, {devices=[2,4]<=[8]}}"} %1, %1 : tensor<8x8xf32>, tensor<8x8xf32>
  // CHECK: stablehlo.add %[[FIRST]], %[[SECOND]]
  %3 = stablehlo.add %2#0, %2#1 : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}

// -----

// Manual computations, and values that are sharded alike.
// CHECK-LABEL: func @manual
func.func @manual(%a: tensor<32xf32>, %b: tensor<8xf32>) -> (tensor<32xf32>, tensor<8xf32>) {
  // CHECK: %[[A:.*]] = dtensor.constrain %arg0 : tensor<32xf32> to #dtensor.layout<@mesh, [d0]>
  %0 = stablehlo.custom_call @Sharding(%a) {backend_config = "", mhlo.sharding = "{devices=[8]<=[8]}"} : (tensor<32xf32>) -> tensor<32xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<32xf32>) -> tensor<4xf32>
  // CHECK: %[[R:.*]] = dtensor.local_map(%[[A]] : tensor<32xf32>)
  // CHECK-SAME: in [#dtensor.layout<@mesh, [d0]>] out [#dtensor.layout<@mesh, [d0]>]
  // CHECK-NEXT: ^bb0(%[[C:.*]]: tensor<4xf32>):
  // CHECK: comm.fetch
  // CHECK: %[[SUM:.*]] = stablehlo.add
  // CHECK: dtensor.local_yield %[[SUM]] : tensor<4xf32>
  // CHECK: -> tensor<32xf32>
  %2:2 = call @body(%1) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %3 = stablehlo.custom_call @Sharding(%2#0) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<4xf32>
  %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {backend_config = "", mhlo.sharding = "{devices=[8]<=[8]}"} : (tensor<4xf32>) -> tensor<32xf32>
  // CHECK: %[[B:.*]] = dtensor.constrain %arg1 : tensor<8xf32> to #dtensor.constraint<@mesh, [any]> group 2
  %5 = stablehlo.custom_call @Sharding(%b) {has_side_effect = true, mhlo.sharding = "{unknown shard_as 2}"} : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK: return %[[R]], %[[B]]
  return %4, %5 : tensor<32xf32>, tensor<8xf32>
}
// CHECK-NOT: func private
func.func private @body(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = "stablehlo.collective_permute"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @Sharding(%0) {mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.add %a, %1 : tensor<4xf32>
  return %2, %1 : tensor<4xf32>, tensor<4xf32>
}
