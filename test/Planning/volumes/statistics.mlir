// RUN: dtensor-run %s --mesh x=4 --layout arg0=x --random-inputs=1 --check --report 2>&1 | FileCheck %s

// Mean, variance, third moment and the range of a divided axis. Each of the five
// is one number, combined among 4 devices: 2 * 3/4 * 4 bytes.

// CHECK: bytes received by the most loaded: 30,
func.func @main(%x: tensor<64xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<64.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %high = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
  %mean = stablehlo.divide %sum, %n : tensor<f32>
  %means = stablehlo.broadcast_in_dim %mean, dims = [] : (tensor<f32>) -> tensor<64xf32>
  %d = stablehlo.subtract %x, %means : tensor<64xf32>
  %d2 = stablehlo.multiply %d, %d : tensor<64xf32>
  %d3 = stablehlo.multiply %d2, %d : tensor<64xf32>
  %sum2 = stablehlo.reduce(%d2 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
  %sum3 = stablehlo.reduce(%d3 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
  %max = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
  %min = stablehlo.reduce(%x init: %high) applies stablehlo.minimum across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
  %range = stablehlo.subtract %max, %min : tensor<f32>
  return %mean, %sum2, %sum3, %range : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}
