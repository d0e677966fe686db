// RUN: dtensor-opt %s --dtensor-import-shardy | FileCheck %s

// CHECK: dtensor.mesh @mesh <x=2, y=4>
sdy.mesh @mesh = <["x"=2, "y"=4]>

// CHECK-LABEL: func @collectives
func.func @collectives(%a: tensor<32x16xf32>, %b: tensor<8xui32>) -> tensor<32x16xf32> {
  %0 = sdy.manual_computation(%a, %b) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%c: tensor<16x16xf32>, %u: tensor<8xui32>) {
    // CHECK: ^bb0(%[[C:.*]]: tensor<16x16xf32>, %[[U:.*]]: tensor<8xui32>):
    // CHECK: comm.all_reduce ins(%[[C]] : tensor<16x16xf32>) outs(%{{.*}} : tensor<16x16xf32>)
    // CHECK-SAME: <@mesh, [unsharded, unsharded], partial<sum, [y]>> to <@mesh, [unsharded, unsharded]> of [16, 16]
    %1 = "stablehlo.all_reduce"(%c) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
    ^bb0(%d: tensor<f32>, %e: tensor<f32>):
      %2 = stablehlo.add %d, %e : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<16x16xf32>) -> tensor<16x16xf32>
    // CHECK: comm.all_reduce ins(%[[U]]
    // CHECK-SAME: partial<max_unsigned, [x, y]>> to <@mesh, [unsharded]> of [8]
    %max = "stablehlo.all_reduce"(%u) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({
    ^bb0(%d: tensor<ui32>, %e: tensor<ui32>):
      %2 = stablehlo.maximum %d, %e : tensor<ui32>
      stablehlo.return %2 : tensor<ui32>
    }) : (tensor<8xui32>) -> tensor<8xui32>
    // CHECK: comm.reduce_scatter
    // CHECK-SAME: partial<max, [x]>> to <@mesh, [x, unsharded]> of [16, 16]
    // CHECK-SAME: tensor<8x16xf32>
    %3 = "stablehlo.reduce_scatter"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
    ^bb0(%d: tensor<f32>, %e: tensor<f32>):
      %2 = stablehlo.maximum %d, %e : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<16x16xf32>) -> tensor<8x16xf32>
    // Devices of a group in an order of their own: y is the major one.
    // CHECK: comm.all_gather
    // CHECK-SAME: <@mesh, [unsharded, y + x]> to <@mesh, [unsharded, unsharded]> of [8, 128]
    %4 = "stablehlo.all_gather"(%3) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 4, 1, 5, 2, 6, 3, 7]]> : tensor<1x8xi64>, use_global_device_ids}> : (tensor<8x16xf32>) -> tensor<8x128xf32>
    // CHECK: comm.all_to_all
    // CHECK-SAME: <@mesh, [unsharded, y]> to <@mesh, [y, unsharded]> of [8, 512]
    // CHECK-SAME: tensor<2x512xf32>
    %5 = "stablehlo.all_to_all"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, split_count = 4 : i64, split_dimension = 0 : i64}> : (tensor<8x128xf32>) -> tensor<2x512xf32>
    // A group of one device has nothing to do.
    // CHECK-NOT: comm.all_reduce
    %6 = "stablehlo.all_reduce"(%c) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0], [1], [2], [3], [4], [5], [6], [7]]> : tensor<8x1xi64>, use_global_device_ids}> ({
    ^bb0(%d: tensor<f32>, %e: tensor<f32>):
      %2 = stablehlo.add %d, %e : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<16x16xf32>) -> tensor<16x16xf32>
    // One axis that is split and joined: rows of pieces become columns.
    // CHECK: comm.all_to_all
    // CHECK-SAME: <@mesh, [y, unsharded, unsharded, unsharded]> to <@mesh, [unsharded, y, unsharded, unsharded]> of [4, 4, 4, 16]
    // CHECK-SAME: tensor<4x1x4x16xf32>
    %same = "stablehlo.all_to_all"(%c) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, split_count = 4 : i64, split_dimension = 0 : i64}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
    // A ring: all but the last device go one on, the last to the first.
    // CHECK: %[[ROW:.*]] = tensor.expand_shape %[[C]] {{.*}} into tensor<1x16x16xf32>
    // CHECK: comm.fetch ins(%[[ROW]], %[[ROW]]
    // CHECK-SAME: <@mesh, [x + y, unsharded, unsharded]> of [8, 16, 16]
    // CHECK-NEXT: from <@mesh, [x + y, unsharded, unsharded]> of [8, 16, 16] at [0, 0, 0] step [1, 1, 1] count [7, 16, 16] to [1, 0, 0] step [1, 1, 1]
    // CHECK-NEXT: at [7, 0, 0] step [1, 1, 1] count [1, 16, 16] to [0, 0, 0]
    %ring = "stablehlo.collective_permute"(%c) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[7, 0], [0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7]]> : tensor<8x2xi64>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
    // Who is nobody's target gets zeros.
    // CHECK: %[[ZEROS:.*]] = stablehlo.constant dense<0> : tensor<1x8xui32>
    // CHECK: comm.fetch ins({{.*}}) outs(%[[ZEROS]]
    %first = "stablehlo.collective_broadcast"(%u) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[2, 1, 0], [4, 6, -1]]> : tensor<2x3xi64>}> : (tensor<8xui32>) -> tensor<8xui32>
    // CHECK: comm.coordinate @mesh x
    // CHECK: comm.coordinate @mesh y
    // CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<i32>) -> tensor<ui32>
    %7 = stablehlo.partition_id : tensor<ui32>
    %8 = stablehlo.convert %7 : (tensor<ui32>) -> tensor<f32>
    // What jax.lax.axis_index prints is the place along one axis alone.
    // CHECK-NOT: comm.coordinate @mesh y
    // CHECK: comm.coordinate @mesh x
    // CHECK: %[[X:.*]] = stablehlo.bitcast_convert
    // CHECK-NOT: comm.coordinate @mesh y
    // CHECK: stablehlo.convert %[[X]]
    %four = stablehlo.constant dense<4> : tensor<ui32>
    %two = stablehlo.constant dense<2> : tensor<ui32>
    %9 = stablehlo.partition_id : tensor<ui32>
    %10 = stablehlo.divide %9, %four : tensor<ui32>
    %11 = stablehlo.remainder %10, %two : tensor<ui32>
    %12 = stablehlo.convert %11 : (tensor<ui32>) -> tensor<f32>
    sdy.return %6 : tensor<16x16xf32>
  } : (tensor<32x16xf32>, tensor<8xui32>) -> tensor<32x16xf32>
  return %0 : tensor<32x16xf32>
}
