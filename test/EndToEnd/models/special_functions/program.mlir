// Functions that are no op of math. Expected values are mpmath's and SciPy's.
func.func @main(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>, %a2: tensor<4x8xf32>, %a3: tensor<4x8xf32>, %a4: tensor<4x8xf32>, %a5: tensor<4x8xf32>)
    -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = chlo.lgamma %a0 : tensor<4x8xf32> -> tensor<4x8xf32>
  %1 = chlo.digamma %a0 : tensor<4x8xf32> -> tensor<4x8xf32>
  %2 = chlo.zeta %a3, %a1 : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  %3 = chlo.polygamma %a4, %a1 : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  %4 = chlo.bessel_i1e %a0 : tensor<4x8xf32> -> tensor<4x8xf32>
  %5 = chlo.erf_inv %a2 : tensor<4x8xf32> -> tensor<4x8xf32>
  %6 = chlo.erfc %a0 : tensor<4x8xf32> -> tensor<4x8xf32>
  %7 = chlo.next_after %a0, %a5 : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7
      : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}
