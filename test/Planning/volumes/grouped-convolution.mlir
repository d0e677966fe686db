// RUN: dtensor-run %s --mesh x=4 --layout arg0=unsharded,x,unsharded,unsharded --layout result0=unsharded,x,unsharded,unsharded --random-inputs=1 --check --report 2>&1 | FileCheck %s

// Rows are divided. Groups of channels do not stand between the padding and the
// convolution: a device receives one row from each of two others, of 2 images, 16
// columns and 8 channels of 4 bytes. That are 2048 bytes.

// CHECK: bytes received by the most loaded: 2048,
func.func @main(%x: tensor<2x16x16x8xf32>, %k: tensor<3x3x2x8xf32>) -> tensor<2x16x16x8xf32> {
  %r = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<2x16x16x8xf32>, tensor<3x3x2x8xf32>) -> tensor<2x16x16x8xf32>
  return %r : tensor<2x16x16x8xf32>
}
