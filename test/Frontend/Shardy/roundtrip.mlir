// RUN: grep -v -e "^//" -e "^$" %s > %t.source
// RUN: dtensor-opt %s | grep -v "^$" | diff %t.source -
// RUN: dtensor-opt %s --mlir-print-op-generic | dtensor-opt | grep -v "^$" | diff %t.source -

// Meshes, annotations and manual computations, in the custom form where there is one: what is printed is
// what was read, and the generic form says the same.

module {
  sdy.mesh @mesh = <["x"=2, "y"=8]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
  sdy.mesh @ordered = <["x"=2, "y"=2], device_ids=[0, 2, 1, 3]>
  sdy.mesh @one = <[], device_ids=[3]>
  sdy.mesh @none = <[]>
  func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y", ?}p2]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {?}], replicated={"x", "y":(1)2}, unreduced={"y":(2)4}>}, %arg2: tensor<f32> {sdy.sharding = #sdy.sharding<@one, []>}) -> (tensor<8x8xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<mesh<["z"=4]>, [{"z"}, {}]>}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"y":(4)2}, {"x", "y":(1)4}]> : tensor<8x8xf32>
    %1 = sdy.reshard %arg0 <@ordered, [{"y"}, {}]> : tensor<8x8xf32>
    sdy.sharding_group %1 group_id=7 : tensor<8x8xf32>
    %2 = sdy.propagation_barrier %1 allowed_direction=NONE : tensor<8x8xf32>
    %3 = sdy.data_flow_edge %2 sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
    %4 = sdy.constant dense<1.000000e+00> : tensor<8x8xf32>
    %5 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {"y"}]>] out_shardings=[<@mesh, [{"y"}, {}]>] manual_axes={"x", "y"} (%arg3: tensor<4x8xf32>, %arg4: tensor<8x1xf32>) {
      %10 = stablehlo.slice %arg3 [0:1, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
      sdy.return %10 : tensor<1x8xf32>
    } : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %6 = sdy.named_computation<"part">(%arg0) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] (%arg3: tensor<8x8xf32>) {
      sdy.return %arg3 : tensor<8x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %7 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {?}]>]>} : tensor<8x8xf32>
    %8 = stablehlo.custom_call @custom(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k])->([k, i, j]) {i=2, j=4, k=8} reduction={k} need_replication={i, j}, custom>} : (tensor<8x8xf32>) -> tensor<8x2x4xf32>
    %9:2 = stablehlo.custom_call @custom(%arg2) {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([], [i]) {i=2} permutation={i} blocked_propagation={i}>} : (tensor<f32>) -> (tensor<f32>, tensor<2xf32>)
    return %7 : tensor<8x8xf32>
  }
  func.func @unreduced(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}], unreduced=max{"y":(1)2}>}) {
    %0 = sdy.sharded_to_unreduced [{}, {"y":(4)2}] %arg0 out_sharding=<@mesh, [{"x"}, {"y":(1)4}], unreduced={"y":(4)2}> : tensor<8x8xf32>
    %1 = sdy.sharded_to_unreduced [{"x"}, {"y":(1)4}] %0 out_sharding=<@mesh, [{}, {}], unreduced={"x", "y"}> : tensor<8x8xf32>
    %2 = sdy.replicated_to_unreduced {"y":(2)4} %arg1 out_sharding=<@mesh, [{"x"}], unreduced=max{"y"}> : tensor<8xf32>
    return
  }
}
