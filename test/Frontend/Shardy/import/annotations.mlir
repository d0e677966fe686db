// RUN: dtensor-opt %s --split-input-file --dtensor-import-shardy | FileCheck %s

// CHECK: dtensor.mesh @grid <x=2, y=4>
// CHECK-NOT: sdy
sdy.mesh @grid = <["x"=2, "y"=4]>

// What is closed is said in full; what is open, or has a priority, is less.
// CHECK-LABEL: func @arguments
// CHECK-SAME: %arg0: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@grid, [y + x, unsharded]>}
// CHECK-SAME: %arg1: tensor<8x8xf32> {dtensor.layout = #dtensor.constraint<@grid, [x + any, any], replicated = [y]>}
// CHECK-SAME: %arg2: tensor<8x8xf32> {dtensor.layout = #dtensor.constraint<@grid, [unsharded, y], priority = [0, 2]>}
// CHECK-SAME: %arg3: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@grid, [unsharded, x], partial<max, [y]>>}
// CHECK-SAME: %arg4: tensor<f32> {dtensor.layout = #dtensor.layout<@grid, []>}
// CHECK-SAME: -> (tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@grid, [unsharded, unsharded]>, jax.result_info = "result"})
func.func @arguments(
    %a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"y", "x"}, {}]>},
    %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"x", ?}, {?}], replicated={"y"}>},
    %c: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{}, {"y"}p2]>},
    %d: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{}, {"x"}], unreduced=max{"y"}>},
    %e: tensor<f32> {sdy.sharding = #sdy.sharding<@grid, []>})
    -> (tensor<8x8xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@grid, [{}, {}]>}) {
  return %a : tensor<8x8xf32>
}

// CHECK-LABEL: func @values
func.func @values(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: %[[A:.*]] = dtensor.constrain %arg0 : tensor<8x8xf32> to #dtensor.layout<@grid, [x, unsharded]>
  %0 = sdy.sharding_constraint %a <@grid, [{"x"}, {}]> : tensor<8x8xf32>
  // CHECK: %[[B:.*]] = dtensor.constrain %[[A]] : tensor<8x8xf32> to #dtensor.constraint<@grid, [unsharded, any]>
  %1 = sdy.reshard %0 <@grid, [{}, {?}]> : tensor<8x8xf32>
  // CHECK: %[[SUM:.*]] = stablehlo.add %[[B]], %[[B]] : tensor<8x8xf32>
  // CHECK: %[[C:.*]] = dtensor.constrain %[[SUM]] : tensor<8x8xf32> to #dtensor.layout<@grid, [y, unsharded]>
  %2 = stablehlo.add %1, %1 {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"y"}, {}]>]>} : tensor<8x8xf32>
  // CHECK: %[[D:.*]] = dtensor.constrain %[[C]] : tensor<8x8xf32> to #dtensor.constraint<@grid, [any, any]> group 5
  sdy.sharding_group %2 group_id=5 : tensor<8x8xf32>
  // CHECK: %[[E:.*]] = dtensor.constrain %[[D]] : tensor<8x8xf32> to #dtensor.constraint<@grid, [any, any]> spread none
  %3 = sdy.propagation_barrier %2 allowed_direction=NONE : tensor<8x8xf32>
  %4 = sdy.data_flow_edge %3 : tensor<8x8xf32>
  // CHECK: %[[ONE:.*]] = stablehlo.constant dense<1.000000e+00>
  %5 = sdy.constant dense<1.0> : tensor<8x8xf32>
  // CHECK: %[[IN:.*]] = dtensor.constrain %[[E]] : tensor<8x8xf32> to #dtensor.layout<@grid, [unsharded, y]>
  // CHECK: %[[ONES:.*]] = dtensor.constrain %[[ONE]] : tensor<8x8xf32> to #dtensor.constraint<@grid, [any, any]>
  // CHECK: %[[PRODUCT:.*]] = stablehlo.multiply %[[IN]], %[[ONES]]
  // CHECK: %[[OUT:.*]] = dtensor.constrain %[[PRODUCT]] : tensor<8x8xf32> to #dtensor.constraint<@grid, [any, any]>
  %6 = sdy.named_computation<"part">(%4, %5) in_shardings=[<@grid, [{}, {"y"}]>, <@grid, [{?}, {?}]>] out_shardings=[<@grid, [{?}, {?}]>] (%c: tensor<8x8xf32>, %d: tensor<8x8xf32>) {
    %7 = stablehlo.multiply %c, %d : tensor<8x8xf32>
    sdy.return %7 : tensor<8x8xf32>
  } : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: return %[[OUT]]
  return %6 : tensor<8x8xf32>
}

// CHECK-LABEL: func @manual
func.func @manual(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: dtensor.local_map(%arg0 : tensor<8x8xf32>)
  // CHECK-SAME: in [#dtensor.layout<@grid, [x, y]>]
  // CHECK-SAME: out [#dtensor.layout<@grid, [y, x]>]
  %0 = sdy.manual_computation(%a) in_shardings=[<@grid, [{"x"}, {"y"}]>] out_shardings=[<@grid, [{"y"}, {"x"}]>] manual_axes={"x", "y"} (%b: tensor<4x2xf32>) {
    // CHECK: stablehlo.transpose
    %1 = stablehlo.transpose %b, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
    // CHECK: dtensor.local_yield
    sdy.return %1 : tensor<2x4xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// Several meshes are one, which has the parts of all.
// CHECK: dtensor.mesh @second <x.0=2, x.1=2, x.2=2>
sdy.mesh @first = <["x"=8]>
sdy.mesh @second = <["a"=2, "b"=4], device_ids=[0, 4, 1, 5, 2, 6, 3, 7]>
sdy.mesh @none = <[]>
// CHECK-LABEL: func @meshes
// CHECK-SAME: %arg0: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@second, [x.0 + x.1 + x.2, unsharded]>}
// CHECK-SAME: %arg1: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@second, [x.2, x.1]>}
// CHECK-SAME: %arg2: tensor<8x8xf32>)
func.func @meshes(
    %a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@first, [{"x"}, {}]>},
    %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@first, [{"x":(4)2}, {"x":(2)2}]>},
    %c: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@none, [{?}, {?}]>}) {
  // CHECK: dtensor.constrain %arg0 : tensor<8x8xf32> to #dtensor.layout<@second, [x.0 + x.1, x.2]>
  %0 = sdy.sharding_constraint %a <@second, [{"b":(2)2, "a"}, {"b":(1)2}]> : tensor<8x8xf32>
  return
}

// -----

// An order that nothing else contradicts says only what devices are called.
// CHECK: dtensor.mesh @mesh <x=2, y=2>
sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[0, 1, 3, 2]>
// CHECK-LABEL: func @order
// CHECK-SAME: #dtensor.layout<@mesh, [y]>
func.func @order(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  return
}

// -----

// A mesh that nobody names says how many devices there are.
// CHECK: dtensor.mesh @mesh <x=4>
sdy.mesh @mesh = <["x"=4]>
// CHECK-LABEL: func @unnamed
func.func @unnamed(%a: tensor<8xf32>) {
  return
}
