// Groups along no dimension of the mesh, and computations that no collective
// knows: each device reduces a piece of the seven elements, of nine with what
// fills them up, and fetches the others'.
// RUN: dtensor-run %s --check --report 2>&1 | FileCheck %s
// CHECK-COUNT-4: fetch x 3 1 24
// CHECK-NOT: fetch
sdy.mesh @mesh = <["x"=3]>
func.func @main() {
  %a = stablehlo.iota dim = 0 : tensor<21xi32>
  %0:2 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<7xi32>) {
    %sum = "stablehlo.all_reduce"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>, use_global_device_ids}> ({
    ^bb0(%c: tensor<i32>, %d: tensor<i32>):
      %2 = stablehlo.add %c, %d : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }) : (tensor<7xi32>) -> tensor<7xi32>
    // a + b + ab, which is (1 + a)(1 + b) - 1.
    %other = "stablehlo.all_reduce"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
    ^bb0(%c: tensor<i32>, %d: tensor<i32>):
      %2 = stablehlo.add %c, %d : tensor<i32>
      %3 = stablehlo.multiply %c, %d : tensor<i32>
      %4 = stablehlo.add %2, %3 : tensor<i32>
      stablehlo.return %4 : tensor<i32>
    }) : (tensor<7xi32>) -> tensor<7xi32>
    sdy.return %sum, %other : tensor<7xi32>, tensor<7xi32>
  } : (tensor<21xi32>) -> (tensor<21xi32>, tensor<21xi32>)
  check.expect_eq_const %0#0, dense<[21, 24, 27, 30, 33, 36, 39, 21, 24, 27, 30, 33, 36, 39, 21, 24, 27, 30, 33, 36, 39]> : tensor<21xi32>
  check.expect_eq_const %0#1, dense<[119, 287, 509, 791, 1139, 1559, 2057, 119, 287, 509, 791, 1139, 1559, 2057, 119, 287, 509, 791, 1139, 1559, 2057]> : tensor<21xi32>
  return
}
