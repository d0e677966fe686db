// RUN: dtensor-run %s
// Ops that are made of several, with values from NumPy.

func.func public @norms() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 6.0], [3.0, -2.0, 5.0]]> : tensor<2x3xf64>
  %s = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %o = stablehlo.constant dense<[0.5, 0.0, -1.0]> : tensor<3xf64>
  %y, %m, %v = "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 0.5 : f32, feature_index = 1 : i64}> : (tensor<2x3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<2x3xf64>, tensor<3xf64>, tensor<3xf64>)
  check.expect_almost_eq_const %y, dense<[[-0.31649658092772615, 1.885618083164127, 0.7320508075688776], [1.3164965809277263, -1.885618083164127, -2.7320508075688776]]> : tensor<2x3xf64>
  check.expect_almost_eq_const %m, dense<[2.0, 0.0, 5.5]> : tensor<3xf64>
  check.expect_almost_eq_const %v, dense<[1.0, 4.0, 0.25]> : tensor<3xf64>
  %i = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 0.5 : f32, feature_index = 1 : i64}> : (tensor<2x3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %i, dense<[[-0.31649658092772615, 1.885618083164127, 0.7320508075688776], [1.3164965809277263, -1.885618083164127, -2.7320508075688776]]> : tensor<2x3xf64>
  %g = stablehlo.constant dense<[[1.0, -1.0, 2.0], [0.5, 3.0, -2.0]]> : tensor<2x3xf64>
  %gx, %gs, %go = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{epsilon = 0.5 : f32, feature_index = 1 : i64}> : (tensor<2x3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<3xf64>, tensor<3xf64>)
  check.expect_almost_eq_const %gx, dense<[[0.06804138174397714, -0.20951312035156933, 4.618802153517006], [-0.06804138174397714, 0.20951312035156933, -4.618802153517006]]> : tensor<2x3xf64>
  check.expect_almost_eq_const %gs, dense<[-0.4082482904638631, -3.771236166328254, 2.3094010767585034]> : tensor<3xf64>
  check.expect_almost_eq_const %go, dense<[1.5, 2.0, 0.0]> : tensor<3xf64>
  return
}

func.func public @others() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 6.0], [3.0, -2.0, 5.0]]> : tensor<2x3xf32>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %t, dense<[[1.0, 3.0], [2.0, -2.0], [6.0, 5.0]]> : tensor<3x2xf32>
  %lo = stablehlo.constant dense<0.0> : tensor<f32>
  %hi = stablehlo.constant dense<4.0> : tensor<f32>
  %c = stablehlo.clamp %lo, %x, %hi : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  check.expect_eq_const %c, dense<[[1.0, 2.0, 4.0], [3.0, 0.0, 4.0]]> : tensor<2x3xf32>
  %p = stablehlo.compare GT, %x, %c : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  %q = stablehlo.compare LT, %c, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  %and = stablehlo.and %p, %q : tensor<2x3xi1>
  %s = stablehlo.select %and, %c, %x : tensor<2x3xi1>, tensor<2x3xf32>
  check.expect_eq_const %s, dense<[[1.0, 2.0, 4.0], [3.0, -2.0, 4.0]]> : tensor<2x3xf32>
  %bits = stablehlo.bitcast_convert %hi : (tensor<f32>) -> tensor<i32>
  check.expect_eq_const %bits, dense<1082130432> : tensor<i32>
  %b = stablehlo.optimization_barrier %hi : tensor<f32>
  %pair = stablehlo.tuple %b, %bits : tuple<tensor<f32>, tensor<i32>>
  %first = stablehlo.get_tuple_element %pair[0] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
  check.expect_eq_const %first, dense<4.0> : tensor<f32>
  %line = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf64>
  %z = stablehlo.complex %line, %zero : tensor<4xcomplex<f64>>
  %f = stablehlo.fft %z, type = FFT, length = [4] : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  %re = stablehlo.real %f : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  check.expect_almost_eq_const %re, dense<[10.0, -2.0, -2.0, -2.0]> : tensor<4xf64>
  %im = stablehlo.imag %f : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  check.expect_almost_eq_const %im, dense<[0.0, 2.0, 0.0, -2.0]> : tensor<4xf64>
  // [1, 2, 3, 4] with a window of [1, 10] and a zero in front.
  %in = stablehlo.reshape %line : (tensor<4xf64>) -> tensor<1x4x1xf64>
  %w = stablehlo.constant dense<[[[1.0]], [[10.0]]]> : tensor<2x1x1xf64>
  %conv = stablehlo.convolution(%in, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf64>, tensor<2x1x1xf64>) -> tensor<1x4x1xf64>
  check.expect_eq_const %conv, dense<[[[10.0], [21.0], [32.0], [43.0]]]> : tensor<1x4x1xf64>
  return
}

func.func public @chlo() {
  // Rows 0 and 1 are of the first group, row 2 of the second.
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %b = stablehlo.constant dense<[[[1.0], [1.0]], [[10.0], [100.0]]]> : tensor<2x2x1xf32>
  %g = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
  %r = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<3x2xf32>, tensor<2x2x1xf32>, tensor<2xi64>) -> tensor<3x1xf32>
  check.expect_eq_const %r, dense<[[3.0], [7.0], [650.0]]> : tensor<3x1xf32>
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %z = stablehlo.constant dense<10> : tensor<i32>
  %o, %c = chlo.scan(%x) inits(%z) dimension=0 {
  ^bb0(%k: tensor<i32>, %l: tensor<i32>):
    %s = stablehlo.add %k, %l : tensor<i32>
    stablehlo.return %s, %s : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %o, dense<[11, 13, 16, 20]> : tensor<4xi32>
  check.expect_eq_const %c, dense<20> : tensor<i32>
  return
}
