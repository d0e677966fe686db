// An attention whose scores do not fit in a cache: they are computed for some
// heads at a time, in loops that have both products.

// RUN: dtensor-run %s --random-inputs 1 --check=reference
// RUN: dtensor-run %s --random-inputs 1 --check=reference --kernels=generated
// RUN: dtensor-run %s --mesh x=3 --layout arg0=unsharded,x,unsharded,unsharded --random-inputs 1 --check
// RUN: dtensor-run %s --random-inputs 1 --time=1 --profile=%t.json | FileCheck %s
// CHECK: 18 kernel stablehlo.dot_general
// CHECK: 18 kernel stablehlo.dot_general

func.func @main(%q: tensor<2x9x300x4xf32>, %k: tensor<2x9x300x4xf32>, %v: tensor<2x9x300x3xf32>) -> tensor<2x9x300x3xf32> {
  %scores = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<2x9x300x4xf32>, tensor<2x9x300x4xf32>) -> tensor<2x9x300x300xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %max = stablehlo.reduce(%scores init: %least) applies stablehlo.maximum across dimensions = [3] : (tensor<2x9x300x300xf32>, tensor<f32>) -> tensor<2x9x300xf32>
  %maxima = stablehlo.broadcast_in_dim %max, dims = [0, 1, 2] : (tensor<2x9x300xf32>) -> tensor<2x9x300x300xf32>
  %shifted = stablehlo.subtract %scores, %maxima : tensor<2x9x300x300xf32>
  %exp = stablehlo.exponential %shifted : tensor<2x9x300x300xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%exp init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<2x9x300x300xf32>, tensor<f32>) -> tensor<2x9x300xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2] : (tensor<2x9x300xf32>) -> tensor<2x9x300x300xf32>
  %p = stablehlo.divide %exp, %sums : tensor<2x9x300x300xf32>
  %r = stablehlo.dot_general %p, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<2x9x300x300xf32>, tensor<2x9x300x3xf32>) -> tensor<2x9x300x3xf32>
  return %r : tensor<2x9x300x3xf32>
}
