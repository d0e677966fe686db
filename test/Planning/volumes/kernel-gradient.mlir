// RUN: dtensor-run %s --mesh x=4 --layout arg0=unsharded,x,unsharded,unsharded --random-inputs=1 --check --report 2>&1 | FileCheck %s

// A convolution and the gradient of its kernel read the input with the same halo,
// which is received once: two rows of 16 columns, 8 channels and 4 bytes, 1024. The
// gradient of 3 x 3 x 4 x 8 is summed: 2 * 3/4 of 1152 bytes.

// CHECK: fetch x 4 1 1024
// CHECK-NOT: fetch
// CHECK: bytes received by the most loaded: 2752,
func.func @main(%x: tensor<1x16x16x8xf32>, %k: tensor<3x3x4x8xf32>) -> tensor<3x3x4x8xf32> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x16x16x8xf32>, tensor<3x3x4x8xf32>) -> tensor<1x16x16x8xf32>
  %g = stablehlo.convolution(%x, %y) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<1x16x16x8xf32>, tensor<1x16x16x8xf32>) -> tensor<3x3x4x8xf32>
  return %g : tensor<3x3x4x8xf32>
}
