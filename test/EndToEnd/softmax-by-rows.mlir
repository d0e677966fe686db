// A softmax over an axis that is sharded, of more rows than fit in a cache: some
// rows at a time, with two all_reduces for each of 16 tiles, or of 32 if both
// devices share a core.

// RUN: dtensor-run %s --mesh x=2 --layout arg0=unsharded,x --random-inputs 1 --check=reference
// RUN: dtensor-run %s --mesh x=2 --layout arg0=unsharded,x --random-inputs 1 --kernels=generated --check
// RUN: dtensor-run %s --mesh x=2,y=2 --layout arg0=y,x --random-inputs 1 --check
// RUN: dtensor-run %s --mesh x=2 --layout arg0=unsharded,x --random-inputs 1 --time=1 --profile=%t.json | FileCheck %s
// CHECK-DAG: {{16|32}} {{.*}} collective all_reduce
// CHECK-DAG: {{16|32}} {{.*}} loops

func.func @main(%x: tensor<1024x2048xf32>) -> (tensor<1024x2048xf32>, tensor<1024xf32>) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %max = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<1024x2048xf32>, tensor<f32>) -> tensor<1024xf32>
  %maxima = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<1024xf32>) -> tensor<1024x2048xf32>
  %shifted = stablehlo.subtract %x, %maxima : tensor<1024x2048xf32>
  %exp = stablehlo.exponential %shifted : tensor<1024x2048xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%exp init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1024x2048xf32>, tensor<f32>) -> tensor<1024xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<1024xf32>) -> tensor<1024x2048xf32>
  %p = stablehlo.divide %exp, %sums : tensor<1024x2048xf32>
  return %p, %max : tensor<1024x2048xf32>, tensor<1024xf32>
}
