// RUN: dtensor-run %s
// Operands that are broadcast: to the last axes, to those that are listed, along axes of extent 1.
func.func public @numbers() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %b = stablehlo.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %c = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %d = stablehlo.constant dense<[[10.0], [20.0]]> : tensor<2x1xf32>
  %i = stablehlo.constant dense<[[6, -3]]> : tensor<1x2xi32>
  %j = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %p = stablehlo.constant dense<true> : tensor<i1>
  %0 = chlo.broadcast_add %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %0, dense<[[2.0, 4.0, 7.0], [5.0, 7.0, 10.0]]> : tensor<2x3xf32>
  %1 = chlo.broadcast_subtract %c, %a {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %1, dense<[[9.0, 8.0, 7.0], [16.0, 15.0, 14.0]]> : tensor<2x3xf32>
  %2 = chlo.broadcast_divide %d, %b : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %2, dense<[[10.0, 5.0, 2.5], [20.0, 10.0, 5.0]]> : tensor<2x3xf32>
  %3 = chlo.broadcast_multiply %d, %b : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %3, dense<[[10.0, 20.0, 40.0], [20.0, 40.0, 80.0]]> : tensor<2x3xf32>
  %4 = chlo.broadcast_maximum %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %4, dense<[[1.0, 2.0, 4.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %5 = chlo.broadcast_minimum %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %5, dense<[[1.0, 2.0, 3.0], [1.0, 2.0, 4.0]]> : tensor<2x3xf32>
  %6 = chlo.broadcast_remainder %d, %b : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %6, dense<[[0.0, 0.0, 2.0], [0.0, 0.0, 0.0]]> : tensor<2x3xf32>
  %7 = chlo.broadcast_power %b, %b : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  check.expect_almost_eq_const %7, dense<[1.0, 4.0, 256.0]> : tensor<3xf32>
  %8 = chlo.broadcast_atan2 %c, %d : (tensor<2xf32>, tensor<2x1xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %8, dense<[[0.785398185, 1.10714877], [0.463647604, 0.785398185]]> : tensor<2x2xf32>
  %9 = chlo.broadcast_and %i, %j : (tensor<1x2xi32>, tensor<2xi32>) -> tensor<1x2xi32>
  check.expect_eq_const %9, dense<[[0, 0]]> : tensor<1x2xi32>
  %10 = chlo.broadcast_or %i, %j : (tensor<1x2xi32>, tensor<2xi32>) -> tensor<1x2xi32>
  check.expect_eq_const %10, dense<[[7, -1]]> : tensor<1x2xi32>
  %11 = chlo.broadcast_xor %i, %j : (tensor<1x2xi32>, tensor<2xi32>) -> tensor<1x2xi32>
  check.expect_eq_const %11, dense<[[7, -1]]> : tensor<1x2xi32>
  %12 = chlo.broadcast_shift_left %i, %j : (tensor<1x2xi32>, tensor<2xi32>) -> tensor<1x2xi32>
  check.expect_eq_const %12, dense<[[12, -12]]> : tensor<1x2xi32>
  %13 = chlo.broadcast_shift_right_arithmetic %i, %j : (tensor<1x2xi32>, tensor<2xi32>) -> tensor<1x2xi32>
  check.expect_eq_const %13, dense<[[3, -1]]> : tensor<1x2xi32>
  %14 = chlo.broadcast_shift_right_logical %i, %j : (tensor<1x2xi32>, tensor<2xi32>) -> tensor<1x2xi32>
  check.expect_eq_const %14, dense<[[3, 1073741823]]> : tensor<1x2xi32>
  %15 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LE>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  %16 = chlo.broadcast_select %15, %a, %b : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %16, dense<[[1.0, 2.0, 3.0], [1.0, 2.0, 4.0]]> : tensor<2x3xf32>
  %17 = chlo.broadcast_select %p, %b, %d : (tensor<i1>, tensor<3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %17, dense<[[1.0, 2.0, 4.0], [1.0, 2.0, 4.0]]> : tensor<2x3xf32>
  %18 = chlo.broadcast_complex %c, %d : (tensor<2xf32>, tensor<2x1xf32>) -> tensor<2x2xcomplex<f32>>
  %19 = stablehlo.imag %18 : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xf32>
  check.expect_eq_const %19, dense<[[10.0, 10.0], [20.0, 20.0]]> : tensor<2x2xf32>
  %20 = chlo.broadcast_next_after %c, %d : (tensor<2xf32>, tensor<2x1xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %20, dense<[[10.0, 19.9999981], [10.000001, 20.0]]> : tensor<2x2xf32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %21 = chlo.broadcast_zeta %two, %b : (tensor<f32>, tensor<3xf32>) -> tensor<3xf32>
  check.expect_almost_eq_const %21, dense<[1.64493406, 0.644934058, 0.283822954]> : tensor<3xf32>
  %one = "chlo.constant_like"(%two) {value = 1.0 : f32} : (tensor<f32>) -> tensor<f32>
  %22 = chlo.broadcast_polygamma %one, %b : (tensor<f32>, tensor<3xf32>) -> tensor<3xf32>
  check.expect_almost_eq_const %22, dense<[1.64493406, 0.644934058, 0.283822954]> : tensor<3xf32>
  return
}
