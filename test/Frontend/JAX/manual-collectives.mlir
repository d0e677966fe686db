// Collectives of a manual computation, with their values: a ring, a broadcast
// to some, and an all_to_all that splits and joins one axis.
// RUN: dtensor-run %s --check
sdy.mesh @mesh = <["x"=4]>
func.func @main() {
  %a = stablehlo.iota dim = 0 : tensor<8xf32>
  %i = stablehlo.iota dim = 0 : tensor<8xui32>
  %j = stablehlo.iota dim = 0 : tensor<16xi32>
  %0:3 = sdy.manual_computation(%a, %i, %j) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<2xf32>, %c: tensor<2xui32>, %d: tensor<4xi32>) {
    %ring = func.call @ring(%b) : (tensor<2xf32>) -> tensor<2xf32>
    %some = "stablehlo.collective_broadcast"(%c) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[2, 0, 3]]> : tensor<1x3xi64>}> : (tensor<2xui32>) -> tensor<2xui32>
    %pieces = "stablehlo.all_to_all"(%d) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : i64, split_dimension = 0 : i64}> : (tensor<4xi32>) -> tensor<4xi32>
    sdy.return %ring, %some, %pieces : tensor<2xf32>, tensor<2xui32>, tensor<4xi32>
  } : (tensor<8xf32>, tensor<8xui32>, tensor<16xi32>) -> (tensor<8xf32>, tensor<8xui32>, tensor<16xi32>)
  check.expect_eq_const %0#0, dense<[6.0, 7.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<8xf32>
  check.expect_eq_const %0#1, dense<[4, 5, 0, 0, 4, 5, 4, 5]> : tensor<8xui32>
  check.expect_eq_const %0#2, dense<[0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15]> : tensor<16xi32>
  return
}
func.func private @ring(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.collective_permute"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[3, 0], [0, 1], [1, 2], [2, 3]]> : tensor<4x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
