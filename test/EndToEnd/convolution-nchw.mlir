// A convolution in NCHW and the gradient of its kernel, with elementwise ops
// around them, on one device with several cores and on several devices. The
// second one has short rows. Its sums have thousands of terms of both signs.

// RUN: dtensor-run %s --random-inputs 1 --atol=1e-4 --check=reference
// RUN: dtensor-run %s --random-inputs 1 --atol=1e-4 --check=reference --mesh x=2 --layout arg0=x,unsharded,unsharded,unsharded
// RUN: dtensor-run %s --random-inputs 1 --atol=1e-4 --check=reference --mesh x=3 --layout arg0=unsharded,unsharded,x,unsharded
// RUN: dtensor-run %s --random-inputs 1 --atol=1e-4 --check=reference --mesh x=2,y=2 --layout arg0=unsharded,x,unsharded,unsharded --layout arg1=y,unsharded,unsharded,unsharded

func.func @main(%image: tensor<2x5x11x18xf32>, %kernel: tensor<20x5x3x3xf32>)
    -> (tensor<2x20x11x18xf32>, tensor<20x5x3x3xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<2x20x11x18xf32>
  %y = stablehlo.convolution(%image, %kernel) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<2x5x11x18xf32>, tensor<20x5x3x3xf32>) -> tensor<2x20x11x18xf32>
  %r = stablehlo.maximum %y, %zero : tensor<2x20x11x18xf32>
  %d = stablehlo.multiply %r, %r : tensor<2x20x11x18xf32>
  %g = stablehlo.convolution(%image, %d) dim_numbers = [f, b, 0, 1]x[i, o, 0, 1]->[f, b, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<2x5x11x18xf32>, tensor<2x20x11x18xf32>) -> tensor<20x5x3x3xf32>
  %t = stablehlo.tanh %g : tensor<20x5x3x3xf32>
  return %r, %t : tensor<2x20x11x18xf32>, tensor<20x5x3x3xf32>
}
