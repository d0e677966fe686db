// What jax.shard_map prints with axis_names={"x"} on a mesh x=2, y=2: collectives
// go along x, and y is left to the compiler, which divides inside as well. One
// axis is manual in a shard_map within, and so are both in axis_index.
// RUN: dtensor-run %s --check --report 2>&1 | FileCheck %s
// Of what is divided along y a device receives its part.
// CHECK: all_reduce x 2 1 32
// CHECK: all_gather x 2 1 32
// CHECK: reduce_scatter x 2 1 16
// CHECK: all_to_all x 2 1 16
// CHECK: fetch x 2 1 32
// CHECK: fetch x,y 4 1 32
// CHECK: all_reduce x 2 2 64
module @jit_f attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}}
  func.func public @main() {
    %0 = stablehlo.iota dim = 0 : tensor<32xi32>
    %1 = stablehlo.reshape %0 : (tensor<32xi32>) -> tensor<8x4xi32>
    %2:7 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"x", ?}, {?}]>] out_shardings=[<@mesh, [{?}, {?}]>, <@mesh, [{"x", ?}, {?}]>, <@mesh, [{"x", ?}, {?}]>, <@mesh, [{"x", ?}, {?}]>, <@mesh, [{"x", ?}, {?}]>, <@mesh, [{"x", ?}, {?}]>, <@mesh, [{"x", ?}, {?}]>] manual_axes={"x"} (%arg0: tensor<4x4xi32>) {
      %3 = sdy.sharding_constraint %arg0 <@mesh, [{}, {"y"}]> : tensor<4x4xi32>
      %4 = "stablehlo.all_reduce"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
        %18 = stablehlo.add %arg1, %arg2 : tensor<i32>
        %19 = sdy.sharding_constraint %18 <@mesh, []> : tensor<i32>
        stablehlo.return %19 : tensor<i32>
      }) : (tensor<4x4xi32>) -> tensor<4x4xi32>
      %5 = "stablehlo.all_gather"(%3) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4x4xi32>) -> tensor<4x8xi32>
      %6 = "stablehlo.reduce_scatter"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
      ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
        %18 = stablehlo.add %arg1, %arg2 : tensor<i32>
        %19 = sdy.sharding_constraint %18 <@mesh, []> : tensor<i32>
        stablehlo.return %19 : tensor<i32>
      }) : (tensor<4x4xi32>) -> tensor<4x2xi32>
      %7 = "stablehlo.all_to_all"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<4x4xi32>) -> tensor<8x2xi32>
      %8 = "stablehlo.collective_permute"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xi32>) -> tensor<4x4xi32>
      %9 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, []>] manual_axes={"y"} () {
        %c_0 = stablehlo.constant dense<2> : tensor<ui32>
        %c_1 = stablehlo.constant dense<2> : tensor<ui32>
        %18 = stablehlo.partition_id : tensor<ui32>
        %19 = stablehlo.divide %18, %c_0 : tensor<ui32>
        %20 = stablehlo.remainder %19, %c_1 : tensor<ui32>
        %21 = stablehlo.convert %20 : (tensor<ui32>) -> tensor<i32>
        sdy.return %21 : tensor<i32>
      } : () -> tensor<i32>
      %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
      %11 = sdy.sharding_constraint %10 <@mesh, [{?}, {?}]> : tensor<4x4xi32>
      %12 = stablehlo.add %8, %11 : tensor<4x4xi32>
      %13 = sdy.sharding_constraint %12 <@mesh, [{?}, {?}]> : tensor<4x4xi32>
      %14 = sdy.manual_computation(%3) in_shardings=[<@mesh, [{?}, {"y", ?}]>] out_shardings=[<@mesh, [{?}, {"y", ?}]>] manual_axes={"y"} (%arg1: tensor<4x2xi32>) {
        %18 = "stablehlo.collective_permute"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0], [2, 3], [3, 2]]> : tensor<4x2xi64>}> : (tensor<4x2xi32>) -> tensor<4x2xi32>
        sdy.return %18 : tensor<4x2xi32>
      } : (tensor<4x4xi32>) -> tensor<4x4xi32>
      %c = stablehlo.constant dense<0> : tensor<i32>
      %15:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %3) : tensor<i32>, tensor<4x4xi32>
      cond {
        %c_1 = stablehlo.constant dense<2> : tensor<i32>
        %18 = sdy.sharding_constraint %iterArg <@mesh, []> : tensor<i32>
        %19 = sdy.sharding_constraint %c_1 <@mesh, []> : tensor<i32>
        %20 = stablehlo.compare LT, %18, %19, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %20 : tensor<i1>
      } do {
        %18 = func.call @closed_call(%iterArg_0) : (tensor<4x4xi32>) -> tensor<4x4xi32>
        %c_1 = stablehlo.constant dense<1> : tensor<i32>
        %19 = sdy.sharding_constraint %iterArg <@mesh, []> : tensor<i32>
        %20 = sdy.sharding_constraint %c_1 <@mesh, []> : tensor<i32>
        %21 = stablehlo.add %19, %20 : tensor<i32>
        %22 = sdy.sharding_constraint %21 <@mesh, []> : tensor<i32>
        stablehlo.return %22, %18 : tensor<i32>, tensor<4x4xi32>
      }
      %16 = sdy.sharding_constraint %15#0 <@mesh, []> : tensor<i32>
      %17 = sdy.sharding_constraint %15#1 <@mesh, [{?}, {?}]> : tensor<4x4xi32>
      sdy.return %4, %5, %6, %7, %13, %14, %17 : tensor<4x4xi32>, tensor<4x8xi32>, tensor<4x2xi32>, tensor<8x2xi32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<4x4xi32>
    } : (tensor<8x4xi32>) -> (tensor<4x4xi32>, tensor<8x8xi32>, tensor<8x2xi32>, tensor<16x2xi32>, tensor<8x4xi32>, tensor<8x4xi32>, tensor<8x4xi32>)
    check.expect_eq_const %2#0, dense<[[16, 18, 20, 22], [24, 26, 28, 30], [32, 34, 36, 38], [40, 42, 44, 46]]> : tensor<4x4xi32>
    check.expect_eq_const %2#1, dense<[[0, 1, 2, 3, 16, 17, 18, 19], [4, 5, 6, 7, 20, 21, 22, 23], [8, 9, 10, 11, 24, 25, 26, 27], [12, 13, 14, 15, 28, 29, 30, 31], [0, 1, 2, 3, 16, 17, 18, 19], [4, 5, 6, 7, 20, 21, 22, 23], [8, 9, 10, 11, 24, 25, 26, 27], [12, 13, 14, 15, 28, 29, 30, 31]]> : tensor<8x8xi32>
    check.expect_eq_const %2#2, dense<[[16, 18], [24, 26], [32, 34], [40, 42], [20, 22], [28, 30], [36, 38], [44, 46]]> : tensor<8x2xi32>
    check.expect_eq_const %2#3, dense<[[0, 1], [4, 5], [8, 9], [12, 13], [16, 17], [20, 21], [24, 25], [28, 29], [2, 3], [6, 7], [10, 11], [14, 15], [18, 19], [22, 23], [26, 27], [30, 31]]> : tensor<16x2xi32>
    check.expect_eq_const %2#4, dense<[[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]> : tensor<8x4xi32>
    check.expect_eq_const %2#5, dense<[[2, 3, 0, 1], [6, 7, 4, 5], [10, 11, 8, 9], [14, 15, 12, 13], [18, 19, 16, 17], [22, 23, 20, 21], [26, 27, 24, 25], [30, 31, 28, 29]]> : tensor<8x4xi32>
    check.expect_eq_const %2#6, dense<[[33, 37, 41, 45], [49, 53, 57, 61], [65, 69, 73, 77], [81, 85, 89, 93], [34, 38, 42, 46], [50, 54, 58, 62], [66, 70, 74, 78], [82, 86, 90, 94]]> : tensor<8x4xi32>
    return
  }
  func.func private @closed_call(%arg0: tensor<4x4xi32>) -> tensor<4x4xi32> {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %6 = stablehlo.add %arg1, %arg2 : tensor<i32>
      %7 = sdy.sharding_constraint %6 <@mesh, []> : tensor<i32>
      stablehlo.return %7 : tensor<i32>
    }) : (tensor<4x4xi32>) -> tensor<4x4xi32>
    %1 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, []>] manual_axes={"y"} () {
      %c = stablehlo.constant dense<2> : tensor<ui32>
      %c_0 = stablehlo.constant dense<2> : tensor<ui32>
      %6 = stablehlo.partition_id : tensor<ui32>
      %7 = stablehlo.divide %6, %c : tensor<ui32>
      %8 = stablehlo.remainder %7, %c_0 : tensor<ui32>
      %9 = stablehlo.convert %8 : (tensor<ui32>) -> tensor<i32>
      sdy.return %9 : tensor<i32>
    } : () -> tensor<i32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{?}, {?}]> : tensor<4x4xi32>
    %4 = stablehlo.add %0, %3 : tensor<4x4xi32>
    %5 = sdy.sharding_constraint %4 <@mesh, [{?}, {?}]> : tensor<4x4xi32>
    return %5 : tensor<4x4xi32>
  }
}
