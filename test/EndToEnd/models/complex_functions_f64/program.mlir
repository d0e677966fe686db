// Functions of complex numbers, on their branch cuts too. Expected values are NumPy's.
func.func @main(%a0: tensor<4x8xcomplex<f64>>, %a1: tensor<4x8xcomplex<f64>>)
    -> (tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>) {
  %0 = stablehlo.exponential %a0 : (tensor<4x8xcomplex<f64>>) -> tensor<4x8xcomplex<f64>>
  %1 = stablehlo.exponential_minus_one %a0 : (tensor<4x8xcomplex<f64>>) -> tensor<4x8xcomplex<f64>>
  %2 = stablehlo.log %a0 : (tensor<4x8xcomplex<f64>>) -> tensor<4x8xcomplex<f64>>
  %3 = stablehlo.log_plus_one %a0 : (tensor<4x8xcomplex<f64>>) -> tensor<4x8xcomplex<f64>>
  %4 = stablehlo.sqrt %a0 : (tensor<4x8xcomplex<f64>>) -> tensor<4x8xcomplex<f64>>
  %5 = stablehlo.rsqrt %a0 : (tensor<4x8xcomplex<f64>>) -> tensor<4x8xcomplex<f64>>
  %6 = stablehlo.sine %a0 : (tensor<4x8xcomplex<f64>>) -> tensor<4x8xcomplex<f64>>
  %7 = stablehlo.cosine %a0 : (tensor<4x8xcomplex<f64>>) -> tensor<4x8xcomplex<f64>>
  %8 = stablehlo.tan %a0 : (tensor<4x8xcomplex<f64>>) -> tensor<4x8xcomplex<f64>>
  %9 = stablehlo.tanh %a0 : (tensor<4x8xcomplex<f64>>) -> tensor<4x8xcomplex<f64>>
  %10 = stablehlo.logistic %a0 : (tensor<4x8xcomplex<f64>>) -> tensor<4x8xcomplex<f64>>
  %11 = stablehlo.power %a0, %a1 : (tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>) -> tensor<4x8xcomplex<f64>>
  %12 = stablehlo.sign %a0 : (tensor<4x8xcomplex<f64>>) -> tensor<4x8xcomplex<f64>>
  %13 = chlo.asin %a0 : tensor<4x8xcomplex<f64>> -> tensor<4x8xcomplex<f64>>
  %14 = chlo.acos %a0 : tensor<4x8xcomplex<f64>> -> tensor<4x8xcomplex<f64>>
  %15 = chlo.atan %a0 : tensor<4x8xcomplex<f64>> -> tensor<4x8xcomplex<f64>>
  %16 = chlo.asinh %a0 : tensor<4x8xcomplex<f64>> -> tensor<4x8xcomplex<f64>>
  %17 = chlo.acosh %a0 : tensor<4x8xcomplex<f64>> -> tensor<4x8xcomplex<f64>>
  %18 = chlo.atanh %a0 : tensor<4x8xcomplex<f64>> -> tensor<4x8xcomplex<f64>>
  %19 = chlo.sinh %a0 : tensor<4x8xcomplex<f64>> -> tensor<4x8xcomplex<f64>>
  %20 = chlo.cosh %a0 : tensor<4x8xcomplex<f64>> -> tensor<4x8xcomplex<f64>>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20
      : tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>, tensor<4x8xcomplex<f64>>
}
