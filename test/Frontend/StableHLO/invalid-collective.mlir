// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{requires replica_groups of rank 2, found 'tensor<2xi64>'}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<4x2xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{has process 0 twice in replica_groups}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{requires shapes that differ by a factor along axis 1, found 4x2 and 4x3}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{requires split_count to be the group's size 2, found 3}}
  %0 = "stablehlo.all_to_all"(%x) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 3 : i64, split_dimension = 0 : i64}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{requires a result of shape 2x4, found 4x2}}
  %0 = "stablehlo.all_to_all"(%x) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{has process 0 twice as a source}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{requires source_target_pairs of shape nx2, found 'tensor<1x3xi64>'}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}
