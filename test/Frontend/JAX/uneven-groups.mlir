// Groups of different sizes, which StableHLO fills up with -1, and a computation
// of two ops: what is missing leaves the others as they are.
// RUN: dtensor-run %s --check
sdy.mesh @mesh = <["x"=3]>
func.func @main() {
  %a = stablehlo.iota dim = 0 : tensor<6xi32>
  %0:4 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<2xi32>) {
    %sum = "stablehlo.all_reduce"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, -1]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%c: tensor<i32>, %d: tensor<i32>):
      %2 = stablehlo.add %c, %d : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }) : (tensor<2xi32>) -> tensor<2xi32>
    %min = "stablehlo.all_reduce"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[2, 1], [0, -1]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%c: tensor<i32>, %d: tensor<i32>):
      %2 = stablehlo.minimum %c, %d : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }) : (tensor<2xi32>) -> tensor<2xi32>
    // a + b + ab, which is (1 + a)(1 + b) - 1.
    %other = "stablehlo.all_reduce"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
    ^bb0(%c: tensor<i32>, %d: tensor<i32>):
      %2 = stablehlo.add %c, %d : tensor<i32>
      %3 = stablehlo.multiply %c, %d : tensor<i32>
      %4 = stablehlo.add %2, %3 : tensor<i32>
      stablehlo.return %4 : tensor<i32>
    }) : (tensor<2xi32>) -> tensor<2xi32>
    // No groups stand for one of all.
    %all = "stablehlo.all_reduce"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<> : tensor<0x0xi64>, use_global_device_ids}> ({
    ^bb0(%c: tensor<i32>, %d: tensor<i32>):
      %2 = stablehlo.add %c, %d : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }) : (tensor<2xi32>) -> tensor<2xi32>
    sdy.return %sum, %min, %other, %all : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
  } : (tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>)
  check.expect_eq_const %0#0, dense<[4, 6, 2, 3, 4, 6]> : tensor<6xi32>
  check.expect_eq_const %0#1, dense<[0, 1, 2, 3, 2, 3]> : tensor<6xi32>
  check.expect_eq_const %0#2, dense<[14, 47, 14, 47, 14, 47]> : tensor<6xi32>
  check.expect_eq_const %0#3, dense<[6, 9, 6, 9, 6, 9]> : tensor<6xi32>
  return
}
