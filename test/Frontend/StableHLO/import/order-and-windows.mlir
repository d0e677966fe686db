// RUN: dtensor-run %s
// RUN: dtensor-run %s --devices 2
// RUN: dtensor-run %s --devices 3

// NaNs of either sign are at the ends, and zeros have an order.
func.func @top_k() {
  %a = stablehlo.constant dense<[0x7F800000, -0.0, 0xFFC00000, 0xFF800000, 0.0, 0x7FC00000]> : tensor<6xf32>
  %i = stablehlo.constant dense<[5, 0, 4, 1, 3, 2]> : tensor<6xi32>
  %values, %positions = chlo.top_k(%a, k = 6) : tensor<6xf32> -> (tensor<6xf32>, tensor<6xi32>)
  check.expect_eq %positions, %i : tensor<6xi32>
  return
}

// True comes first.
func.func @top_k_of_booleans() {
  %a = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %values, %positions = chlo.top_k(%a, k = 3) : tensor<4xi1> -> (tensor<3xi1>, tensor<3xi32>)
  check.expect_eq_const %values, dense<[true, true, false]> : tensor<3xi1>
  check.expect_eq_const %positions, dense<[1, 3, 0]> : tensor<3xi32>
  return
}

// A body that calls a function that calls another one.
func.func private @twice(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func private @combine(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = func.call @twice(%y) : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.add %x, %0 : tensor<f32>
  return %1 : tensor<f32>
}
func.func @call_in_body() {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce"(%a, %zero) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = func.call @combine(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %0, dense<12.0> : tensor<f32>
  return
}

// One window, which does not reach the end of the axis.
func.func @select_in_one_window() {
  %a = stablehlo.constant dense<[[1.0, 4.0], [3.0, 2.0], [2.0, 1.0], [9.0, 9.0]]> : tensor<4x2xf32>
  %b = stablehlo.constant dense<[[5.0, 7.0]]> : tensor<1x2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%a, %b, %zero) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}
      : (tensor<4x2xf32>, tensor<1x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  check.expect_eq_const %0, dense<[[0.0, 7.0], [5.0, 0.0], [0.0, 0.0], [0.0, 0.0]]> : tensor<4x2xf32>
  %2 = "stablehlo.reduce_window"(%a, %zero) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %3 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) {window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}
      : (tensor<4x2xf32>, tensor<f32>) -> tensor<1x2xf32>
  check.expect_eq_const %2, dense<[[6.0, 7.0]]> : tensor<1x2xf32>
  return
}
