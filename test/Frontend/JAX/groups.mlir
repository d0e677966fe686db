// What jax.lax's collectives with axis_index_groups print: groups of neighbours
// and of every second device along x=4 take it apart; others, in an order of
// their own, fetch from each member.
// RUN: dtensor-run %s --check --report 2>&1 | FileCheck %s
// CHECK-DAG: all_reduce x.1 2 1 32
// CHECK-DAG: all_gather x.1 2 1 32
// CHECK-DAG: reduce_scatter x.1 2 1 16
// CHECK-DAG: all_to_all x.1 2 1 16
// CHECK-DAG: all_reduce x.0 2 1 32
// CHECK-DAG: fetch x.0,x.1 4 1 32
// CHECK-DAG: fetch x.0,x.1 4 1 32
// CHECK-DAG: fetch x.0,x.1 4 1 16
// CHECK-DAG: fetch x.0,x.1 4 1 16
module @jit_f attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
  func.func public @main() {
    %0 = stablehlo.iota dim = 0 : tensor<32xi32>
    %1 = stablehlo.reshape %0 : (tensor<32xi32>) -> tensor<16x2xi32>
    %2:4 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg0: tensor<4x2xi32>) {
      %5 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
        %9 = stablehlo.add %arg1, %arg2 : tensor<i32>
        stablehlo.return %9 : tensor<i32>
      }) : (tensor<4x2xi32>) -> tensor<4x2xi32>
      %6 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4x2xi32>) -> tensor<4x4xi32>
      %7 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
      ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
        %9 = stablehlo.add %arg1, %arg2 : tensor<i32>
        stablehlo.return %9 : tensor<i32>
      }) : (tensor<4x2xi32>) -> tensor<2x2xi32>
      %8 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x2xi32>) -> tensor<2x4xi32>
      sdy.return %5, %6, %7, %8 : tensor<4x2xi32>, tensor<4x4xi32>, tensor<2x2xi32>, tensor<2x4xi32>
    } : (tensor<16x2xi32>) -> (tensor<16x2xi32>, tensor<16x4xi32>, tensor<8x2xi32>, tensor<8x4xi32>)
    %3:4 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg0: tensor<4x2xi32>) {
      %5 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
        %9 = stablehlo.add %arg1, %arg2 : tensor<i32>
        stablehlo.return %9 : tensor<i32>
      }) : (tensor<4x2xi32>) -> tensor<4x2xi32>
      %6 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4x2xi32>) -> tensor<4x4xi32>
      %7 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
      ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
        %9 = stablehlo.add %arg1, %arg2 : tensor<i32>
        stablehlo.return %9 : tensor<i32>
      }) : (tensor<4x2xi32>) -> tensor<2x2xi32>
      %8 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x2xi32>) -> tensor<2x4xi32>
      sdy.return %5, %6, %7, %8 : tensor<4x2xi32>, tensor<4x4xi32>, tensor<2x2xi32>, tensor<2x4xi32>
    } : (tensor<16x2xi32>) -> (tensor<16x2xi32>, tensor<16x4xi32>, tensor<8x2xi32>, tensor<8x4xi32>)
    %4:4 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg0: tensor<4x2xi32>) {
      %5 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[3, 0], [1, 2]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
        %9 = stablehlo.add %arg1, %arg2 : tensor<i32>
        stablehlo.return %9 : tensor<i32>
      }) : (tensor<4x2xi32>) -> tensor<4x2xi32>
      %6 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[3, 0], [1, 2]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4x2xi32>) -> tensor<4x4xi32>
      %7 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[3, 0], [1, 2]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
      ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
        %9 = stablehlo.add %arg1, %arg2 : tensor<i32>
        stablehlo.return %9 : tensor<i32>
      }) : (tensor<4x2xi32>) -> tensor<2x2xi32>
      %8 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[3, 0], [1, 2]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x2xi32>) -> tensor<2x4xi32>
      sdy.return %5, %6, %7, %8 : tensor<4x2xi32>, tensor<4x4xi32>, tensor<2x2xi32>, tensor<2x4xi32>
    } : (tensor<16x2xi32>) -> (tensor<16x2xi32>, tensor<16x4xi32>, tensor<8x2xi32>, tensor<8x4xi32>)
    check.expect_eq_const %2#0, dense<[[8, 10], [12, 14], [16, 18], [20, 22], [8, 10], [12, 14], [16, 18], [20, 22], [40, 42], [44, 46], [48, 50], [52, 54], [40, 42], [44, 46], [48, 50], [52, 54]]> : tensor<16x2xi32>
    check.expect_eq_const %2#1, dense<[[0, 1, 8, 9], [2, 3, 10, 11], [4, 5, 12, 13], [6, 7, 14, 15], [0, 1, 8, 9], [2, 3, 10, 11], [4, 5, 12, 13], [6, 7, 14, 15], [16, 17, 24, 25], [18, 19, 26, 27], [20, 21, 28, 29], [22, 23, 30, 31], [16, 17, 24, 25], [18, 19, 26, 27], [20, 21, 28, 29], [22, 23, 30, 31]]> : tensor<16x4xi32>
    check.expect_eq_const %2#2, dense<[[8, 10], [12, 14], [16, 18], [20, 22], [40, 42], [44, 46], [48, 50], [52, 54]]> : tensor<8x2xi32>
    check.expect_eq_const %2#3, dense<[[0, 1, 8, 9], [2, 3, 10, 11], [4, 5, 12, 13], [6, 7, 14, 15], [16, 17, 24, 25], [18, 19, 26, 27], [20, 21, 28, 29], [22, 23, 30, 31]]> : tensor<8x4xi32>
    check.expect_eq_const %3#0, dense<[[16, 18], [20, 22], [24, 26], [28, 30], [32, 34], [36, 38], [40, 42], [44, 46], [16, 18], [20, 22], [24, 26], [28, 30], [32, 34], [36, 38], [40, 42], [44, 46]]> : tensor<16x2xi32>
    check.expect_eq_const %3#1, dense<[[0, 1, 16, 17], [2, 3, 18, 19], [4, 5, 20, 21], [6, 7, 22, 23], [8, 9, 24, 25], [10, 11, 26, 27], [12, 13, 28, 29], [14, 15, 30, 31], [0, 1, 16, 17], [2, 3, 18, 19], [4, 5, 20, 21], [6, 7, 22, 23], [8, 9, 24, 25], [10, 11, 26, 27], [12, 13, 28, 29], [14, 15, 30, 31]]> : tensor<16x4xi32>
    check.expect_eq_const %3#2, dense<[[16, 18], [20, 22], [32, 34], [36, 38], [24, 26], [28, 30], [40, 42], [44, 46]]> : tensor<8x2xi32>
    check.expect_eq_const %3#3, dense<[[0, 1, 16, 17], [2, 3, 18, 19], [8, 9, 24, 25], [10, 11, 26, 27], [4, 5, 20, 21], [6, 7, 22, 23], [12, 13, 28, 29], [14, 15, 30, 31]]> : tensor<8x4xi32>
    check.expect_eq_const %4#0, dense<[[24, 26], [28, 30], [32, 34], [36, 38], [24, 26], [28, 30], [32, 34], [36, 38], [24, 26], [28, 30], [32, 34], [36, 38], [24, 26], [28, 30], [32, 34], [36, 38]]> : tensor<16x2xi32>
    check.expect_eq_const %4#1, dense<[[24, 25, 0, 1], [26, 27, 2, 3], [28, 29, 4, 5], [30, 31, 6, 7], [8, 9, 16, 17], [10, 11, 18, 19], [12, 13, 20, 21], [14, 15, 22, 23], [8, 9, 16, 17], [10, 11, 18, 19], [12, 13, 20, 21], [14, 15, 22, 23], [24, 25, 0, 1], [26, 27, 2, 3], [28, 29, 4, 5], [30, 31, 6, 7]]> : tensor<16x4xi32>
    check.expect_eq_const %4#2, dense<[[32, 34], [36, 38], [24, 26], [28, 30], [32, 34], [36, 38], [24, 26], [28, 30]]> : tensor<8x2xi32>
    check.expect_eq_const %4#3, dense<[[28, 29, 4, 5], [30, 31, 6, 7], [8, 9, 16, 17], [10, 11, 18, 19], [12, 13, 20, 21], [14, 15, 22, 23], [24, 25, 0, 1], [26, 27, 2, 3]]> : tensor<8x4xi32>
    return
  }
}
