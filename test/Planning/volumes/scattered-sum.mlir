// RUN: dtensor-run %s --mesh x=4 --layout arg0=x,unsharded --random-inputs=1 --check --report 2>&1 | FileCheck %s
// RUN: dtensor-run %s --mesh x=4 --layout arg0=x,unsharded --random-inputs=1 --check --report --plan=-scattered-sums 2>&1 | FileCheck %s --check-prefix=WITHOUT

// Each device has a part of each of 64 sums. It receives what is missing of 16
// of them, 3 * 16 * 4 bytes, and a sum of 4 bytes is combined afterwards: 2 * 3/4 *
// 4 bytes. Otherwise it would receive all of them: 2 * 3/4 * 64 * 4 bytes.

// CHECK: bytes received by the most loaded: 198,
// WITHOUT: bytes received by the most loaded: 384,
func.func @main(%x: tensor<8x64xf32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8x64xf32>, tensor<f32>) -> tensor<64xf32>
  %t = stablehlo.tanh %s : tensor<64xf32>
  %r = stablehlo.reduce(%t init: %z) applies stablehlo.add across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
