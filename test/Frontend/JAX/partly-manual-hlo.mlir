// The same as partly-manual.mlir in XLA's form, which JAX prints without Shardy.
// RUN: dtensor-run %s --check
module @jit_f attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main() {
    %0 = stablehlo.iota dim = 0 : tensor<32xi32>
    %1 = stablehlo.reshape %0 : (tensor<32xi32>) -> tensor<8x4xi32>
    %2 = stablehlo.custom_call @Sharding(%1) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"} : (tensor<8x4xi32>) -> tensor<8x4xi32>
    %3 = stablehlo.custom_call @SPMDFullToShardShape(%2) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<8x4xi32>) -> tensor<4x4xi32>
    %4:7 = call @shmap_body(%3) : (tensor<4x4xi32>) -> (tensor<4x4xi32>, tensor<4x8xi32>, tensor<4x2xi32>, tensor<8x2xi32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<4x4xi32>)
    %5 = stablehlo.custom_call @Sharding(%4#0) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<4x4xi32>) -> tensor<4x4xi32>
    %6 = stablehlo.custom_call @SPMDShardToFullShape(%5) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{replicated}"} : (tensor<4x4xi32>) -> tensor<4x4xi32>
    %7 = stablehlo.custom_call @Sharding(%4#1) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<4x8xi32>) -> tensor<4x8xi32>
    %8 = stablehlo.custom_call @SPMDShardToFullShape(%7) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"} : (tensor<4x8xi32>) -> tensor<8x8xi32>
    %9 = stablehlo.custom_call @Sharding(%4#2) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<4x2xi32>) -> tensor<4x2xi32>
    %10 = stablehlo.custom_call @SPMDShardToFullShape(%9) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"} : (tensor<4x2xi32>) -> tensor<8x2xi32>
    %11 = stablehlo.custom_call @Sharding(%4#3) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<8x2xi32>) -> tensor<8x2xi32>
    %12 = stablehlo.custom_call @SPMDShardToFullShape(%11) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"} : (tensor<8x2xi32>) -> tensor<16x2xi32>
    %13 = stablehlo.custom_call @Sharding(%4#4) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<4x4xi32>) -> tensor<4x4xi32>
    %14 = stablehlo.custom_call @SPMDShardToFullShape(%13) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"} : (tensor<4x4xi32>) -> tensor<8x4xi32>
    %15 = stablehlo.custom_call @Sharding(%4#5) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<4x4xi32>) -> tensor<4x4xi32>
    %16 = stablehlo.custom_call @SPMDShardToFullShape(%15) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"} : (tensor<4x4xi32>) -> tensor<8x4xi32>
    %17 = stablehlo.custom_call @Sharding(%4#6) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<4x4xi32>) -> tensor<4x4xi32>
    %18 = stablehlo.custom_call @SPMDShardToFullShape(%17) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"} : (tensor<4x4xi32>) -> tensor<8x4xi32>
    check.expect_eq_const %6, dense<[[16, 18, 20, 22], [24, 26, 28, 30], [32, 34, 36, 38], [40, 42, 44, 46]]> : tensor<4x4xi32>
    check.expect_eq_const %8, dense<[[0, 1, 2, 3, 16, 17, 18, 19], [4, 5, 6, 7, 20, 21, 22, 23], [8, 9, 10, 11, 24, 25, 26, 27], [12, 13, 14, 15, 28, 29, 30, 31], [0, 1, 2, 3, 16, 17, 18, 19], [4, 5, 6, 7, 20, 21, 22, 23], [8, 9, 10, 11, 24, 25, 26, 27], [12, 13, 14, 15, 28, 29, 30, 31]]> : tensor<8x8xi32>
    check.expect_eq_const %10, dense<[[16, 18], [24, 26], [32, 34], [40, 42], [20, 22], [28, 30], [36, 38], [44, 46]]> : tensor<8x2xi32>
    check.expect_eq_const %12, dense<[[0, 1], [4, 5], [8, 9], [12, 13], [16, 17], [20, 21], [24, 25], [28, 29], [2, 3], [6, 7], [10, 11], [14, 15], [18, 19], [22, 23], [26, 27], [30, 31]]> : tensor<16x2xi32>
    check.expect_eq_const %14, dense<[[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]> : tensor<8x4xi32>
    check.expect_eq_const %16, dense<[[2, 3, 0, 1], [6, 7, 4, 5], [10, 11, 8, 9], [14, 15, 12, 13], [18, 19, 16, 17], [22, 23, 20, 21], [26, 27, 24, 25], [30, 31, 28, 29]]> : tensor<8x4xi32>
    check.expect_eq_const %18, dense<[[33, 37, 41, 45], [49, 53, 57, 61], [65, 69, 73, 77], [81, 85, 89, 93], [34, 38, 42, 46], [50, 54, 58, 62], [66, 70, 74, 78], [82, 86, 90, 94]]> : tensor<8x4xi32>
    return
  }
  func.func private @shmap_body(%arg0: tensor<4x4xi32>) -> (tensor<4x4xi32> {jax.result_info = "[None, None]"}, tensor<4x8xi32> {jax.result_info = "[('x',), None]"}, tensor<4x2xi32> {jax.result_info = "[('x',), None]"}, tensor<8x2xi32> {jax.result_info = "[('x',), None]"}, tensor<4x4xi32> {jax.result_info = "[('x',), None]"}, tensor<4x4xi32> {jax.result_info = "[('x',), None]"}, tensor<4x4xi32> {jax.result_info = "[('x',), None]"}) {
    %0 = stablehlo.custom_call @Sharding(%arg0) {backend_config = "", mhlo.sharding = "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dims={manual}}"} : (tensor<4x4xi32>) -> tensor<4x4xi32>
    %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %21 = stablehlo.add %arg1, %arg2 : tensor<i32>
      %22 = stablehlo.custom_call @Sharding(%21) {backend_config = "", mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<i32>) -> tensor<i32>
      stablehlo.return %22 : tensor<i32>
    }) : (tensor<4x4xi32>) -> tensor<4x4xi32>
    %2 = "stablehlo.all_gather"(%0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4x4xi32>) -> tensor<4x8xi32>
    %3 = "stablehlo.reduce_scatter"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %21 = stablehlo.add %arg1, %arg2 : tensor<i32>
      %22 = stablehlo.custom_call @Sharding(%21) {backend_config = "", mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<i32>) -> tensor<i32>
      stablehlo.return %22 : tensor<i32>
    }) : (tensor<4x4xi32>) -> tensor<4x2xi32>
    %4 = "stablehlo.all_to_all"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<4x4xi32>) -> tensor<8x2xi32>
    %5 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xi32>) -> tensor<4x4xi32>
    %6 = call @shmap_body_0() : () -> tensor<i32>
    %7 = stablehlo.custom_call @Sharding(%6) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<i32>) -> tensor<i32>
    %8 = stablehlo.custom_call @SPMDShardToFullShape(%7) {backend_config = "", mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<i32>) -> tensor<i32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
    %10 = stablehlo.custom_call @Sharding(%9) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<4x4xi32>) -> tensor<4x4xi32>
    %11 = stablehlo.add %5, %10 : tensor<4x4xi32>
    %12 = stablehlo.custom_call @Sharding(%11) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<4x4xi32>) -> tensor<4x4xi32>
    %13 = stablehlo.custom_call @Sharding(%0) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dims={manual}}"} : (tensor<4x4xi32>) -> tensor<4x4xi32>
    %14 = stablehlo.custom_call @SPMDFullToShardShape(%13) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{manual}"} : (tensor<4x4xi32>) -> tensor<4x2xi32>
    %15 = call @shmap_body_1(%14) : (tensor<4x2xi32>) -> tensor<4x2xi32>
    %16 = stablehlo.custom_call @Sharding(%15) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{manual}"} : (tensor<4x2xi32>) -> tensor<4x2xi32>
    %17 = stablehlo.custom_call @SPMDShardToFullShape(%16) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dims={manual}}"} : (tensor<4x2xi32>) -> tensor<4x4xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %18:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %0) : tensor<i32>, tensor<4x4xi32>
    cond {
      %c_1 = stablehlo.constant dense<2> : tensor<i32>
      %21 = stablehlo.custom_call @Sharding(%iterArg) {backend_config = "", mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<i32>) -> tensor<i32>
      %22 = stablehlo.custom_call @Sharding(%c_1) {backend_config = "", mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<i32>) -> tensor<i32>
      %23 = stablehlo.compare LT, %21, %22, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %23 : tensor<i1>
    } do {
      %21 = func.call @closed_call(%iterArg_0) : (tensor<4x4xi32>) -> tensor<4x4xi32>
      %c_1 = stablehlo.constant dense<1> : tensor<i32>
      %22 = stablehlo.custom_call @Sharding(%iterArg) {backend_config = "", mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<i32>) -> tensor<i32>
      %23 = stablehlo.custom_call @Sharding(%c_1) {backend_config = "", mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<i32>) -> tensor<i32>
      %24 = stablehlo.add %22, %23 : tensor<i32>
      %25 = stablehlo.custom_call @Sharding(%24) {backend_config = "", mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<i32>) -> tensor<i32>
      stablehlo.return %25, %21 : tensor<i32>, tensor<4x4xi32>
    }
    %19 = stablehlo.custom_call @Sharding(%18#0) {backend_config = "", mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<i32>) -> tensor<i32>
    %20 = stablehlo.custom_call @Sharding(%18#1) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<4x4xi32>) -> tensor<4x4xi32>
    return %1, %2, %3, %4, %12, %17, %20 : tensor<4x4xi32>, tensor<4x8xi32>, tensor<4x2xi32>, tensor<8x2xi32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<4x4xi32>
  }
  func.func private @shmap_body_0() -> (tensor<i32> {jax.result_info = "[]"}) {
    %c = stablehlo.constant dense<2> : tensor<ui32>
    %c_0 = stablehlo.constant dense<2> : tensor<ui32>
    %0 = stablehlo.partition_id : tensor<ui32>
    %1 = stablehlo.divide %0, %c : tensor<ui32>
    %2 = stablehlo.remainder %1, %c_0 : tensor<ui32>
    %3 = stablehlo.convert %2 : (tensor<ui32>) -> tensor<i32>
    return %3 : tensor<i32>
  }
  func.func private @shmap_body_1(%arg0: tensor<4x2xi32>) -> (tensor<4x2xi32> {jax.result_info = "[None, ('y',)]"}) {
    %0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0], [2, 3], [3, 2]]> : tensor<4x2xi64>}> : (tensor<4x2xi32>) -> tensor<4x2xi32>
    return %0 : tensor<4x2xi32>
  }
  func.func private @closed_call(%arg0: tensor<4x4xi32>) -> tensor<4x4xi32> {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %8 = stablehlo.add %arg1, %arg2 : tensor<i32>
      %9 = stablehlo.custom_call @Sharding(%8) {backend_config = "", mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<i32>) -> tensor<i32>
      stablehlo.return %9 : tensor<i32>
    }) : (tensor<4x4xi32>) -> tensor<4x4xi32>
    %1 = call @shmap_body_0() : () -> tensor<i32>
    %2 = stablehlo.custom_call @Sharding(%1) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<i32>) -> tensor<i32>
    %3 = stablehlo.custom_call @SPMDShardToFullShape(%2) {backend_config = "", mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<i32>) -> tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
    %5 = stablehlo.custom_call @Sharding(%4) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<4x4xi32>) -> tensor<4x4xi32>
    %6 = stablehlo.add %0, %5 : tensor<4x4xi32>
    %7 = stablehlo.custom_call @Sharding(%6) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<4x4xi32>) -> tensor<4x4xi32>
    return %7 : tensor<4x4xi32>
  }
}
