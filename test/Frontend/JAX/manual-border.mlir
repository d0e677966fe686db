// Shardings at the border of a manual computation: what they say of axes that are
// left to the compiler holds inside, and closed is closed.
// RUN: dtensor-run %s --check --print-layouts | FileCheck %s
// CHECK: %0#0 tensor<8xi32> x+y
// CHECK: %0#1 tensor<8xi32> x [4]
// CHECK: %0#2 tensor<8xi32> x [4]
// CHECK: %b tensor<4xi32> y
// CHECK: %c tensor<4xi32> unsharded
// CHECK: %e tensor<8xi32> y
// CHECK: %1 tensor<4xi32> y
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main() {
  %a = stablehlo.iota dim = 0 : tensor<8xi32>
  %0:4 = sdy.manual_computation(%a, %a, %a, %a) in_shardings=[<@mesh, [{"x","y"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x", ?}], replicated={"y"}>, <@mesh, [{"y"}]>] out_shardings=[<@mesh, [{"x","y"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x", ?}]>, <@mesh, [{"x"}], replicated={"y"}>] manual_axes={"x"} (%b: tensor<4xi32>, %c: tensor<4xi32>, %d: tensor<4xi32>, %e: tensor<8xi32>) {
    %1 = "stablehlo.all_reduce"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %2 = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }) : (tensor<4xi32>) -> tensor<4xi32>
    %s = stablehlo.slice %e [2:6] : (tensor<8xi32>) -> tensor<4xi32>
    sdy.return %1, %c, %d, %s : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
  } : (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>)
  check.expect_eq_const %0#0, dense<[4, 6, 8, 10, 4, 6, 8, 10]> : tensor<8xi32>
  check.expect_eq_const %0#1, dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xi32>
  check.expect_eq_const %0#2, dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xi32>
  check.expect_eq_const %0#3, dense<[2, 3, 4, 5, 2, 3, 4, 5]> : tensor<8xi32>
  return
}
