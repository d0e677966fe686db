// Functions of complex numbers, on their branch cuts too. Expected values are NumPy's.
func.func @main(%a0: tensor<4x8xcomplex<f32>>, %a1: tensor<4x8xcomplex<f32>>)
    -> (tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>) {
  %0 = stablehlo.exponential %a0 : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  %1 = stablehlo.exponential_minus_one %a0 : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  %2 = stablehlo.log %a0 : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  %3 = stablehlo.log_plus_one %a0 : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  %4 = stablehlo.sqrt %a0 : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  %5 = stablehlo.rsqrt %a0 : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  %6 = stablehlo.sine %a0 : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  %7 = stablehlo.cosine %a0 : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  %8 = stablehlo.tan %a0 : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  %9 = stablehlo.tanh %a0 : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  %10 = stablehlo.logistic %a0 : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  %11 = stablehlo.power %a0, %a1 : (tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  %12 = stablehlo.sign %a0 : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  %13 = chlo.asin %a0 : tensor<4x8xcomplex<f32>> -> tensor<4x8xcomplex<f32>>
  %14 = chlo.acos %a0 : tensor<4x8xcomplex<f32>> -> tensor<4x8xcomplex<f32>>
  %15 = chlo.atan %a0 : tensor<4x8xcomplex<f32>> -> tensor<4x8xcomplex<f32>>
  %16 = chlo.asinh %a0 : tensor<4x8xcomplex<f32>> -> tensor<4x8xcomplex<f32>>
  %17 = chlo.acosh %a0 : tensor<4x8xcomplex<f32>> -> tensor<4x8xcomplex<f32>>
  %18 = chlo.atanh %a0 : tensor<4x8xcomplex<f32>> -> tensor<4x8xcomplex<f32>>
  %19 = chlo.sinh %a0 : tensor<4x8xcomplex<f32>> -> tensor<4x8xcomplex<f32>>
  %20 = chlo.cosh %a0 : tensor<4x8xcomplex<f32>> -> tensor<4x8xcomplex<f32>>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20
      : tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>
}
