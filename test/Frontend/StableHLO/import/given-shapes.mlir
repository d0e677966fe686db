// RUN: dtensor-run %s
// RUN: dtensor-run %s --entry=sharded --devices 3 --layout arg0=x,unsharded --random-inputs 1 --check

// Shapes that are operands, as torch-mlir computes one for torch.arange.
func.func public @main() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %six = stablehlo.constant dense<6> : tensor<i64>
  %floats = stablehlo.convert %six : (tensor<i64>) -> tensor<f64>
  %up = stablehlo.ceil %floats : tensor<f64>
  %count = stablehlo.convert %up : (tensor<f64>) -> tensor<i64>
  %shape = stablehlo.reshape %count : (tensor<i64>) -> tensor<1xi64>
  %0 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi64>) -> tensor<6xi64>
  check.expect_eq_const %0, dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi64>
  %1 = stablehlo.dynamic_reshape %a, %shape : (tensor<2x3xi32>, tensor<1xi64>) -> tensor<6xi32>
  check.expect_eq_const %1, dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %three = stablehlo.constant dense<[2, 2, 3]> : tensor<3xi64>
  %2 = stablehlo.dynamic_broadcast_in_dim %a, %three, dims = [1, 2] : (tensor<2x3xi32>, tensor<3xi64>) -> tensor<2x2x3xi32>
  check.expect_eq_const %2, dense<[[[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]]]> : tensor<2x2x3xi32>
  return
}

func.func public @sharded(%a: tensor<4x3xf32>) -> tensor<12x4xf32> {
  %shape = stablehlo.constant dense<[12, 4]> : tensor<2xi64>
  %count = stablehlo.constant dense<12> : tensor<1xi64>
  %0 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<2xi64>) -> tensor<12x4xf32>
  %1 = stablehlo.dynamic_reshape %a, %count : (tensor<4x3xf32>, tensor<1xi64>) -> tensor<12xf32>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %shape, dims = [0] : (tensor<12xf32>, tensor<2xi64>) -> tensor<12x4xf32>
  %3 = stablehlo.add %0, %2 : tensor<12x4xf32>
  return %3 : tensor<12x4xf32>
}
