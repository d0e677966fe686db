// RUN: grep -v -e "^//" -e "^$" %s > %t.source
// RUN: dtensor-opt %s | grep -v "^$" | diff %t.source -
// RUN: dtensor-opt %s --mlir-print-op-generic | dtensor-opt | grep -v "^$" | diff %t.source -

// Ops of several processes, in the custom form where there is one: what is printed is
// what was read, and the generic form says the same.

module {
  func.func @collective(%arg0: tensor<4x2xf32>, %arg1: tensor<4x2xi32>) {
    %0:2 = "stablehlo.all_gather"(%arg0, %arg1) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4x2xf32>, tensor<4x2xi32>) -> (tensor<4x4xf32>, tensor<4x4xi32>)
    %1 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1, 2], [3, -1, -1]]> : tensor<2x3xi64>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %7 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %7 : tensor<f32>
    }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %2 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %7 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %7 : tensor<f32>
    }) : (tensor<4x2xf32>) -> tensor<2x2xf32>
    %3 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
    %4 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %5 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %6 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<> : tensor<0x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
    return
  }
}
