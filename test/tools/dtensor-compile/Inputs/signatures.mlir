func.func @main(%state: tensor<3xui32> {tf.aliasing_output = 0 : i32},
                %int: tensor<2x2xi1>, %half: tensor<2xbf16>,
                %phase: tensor<complex<f32>>)
    -> (tensor<3xui32> {jax.result_info = "state.new"},
        tensor<2x2xi1> {jax.result_info = "['int']"},
        tensor<2xbf16> {jax.result_info = "half"},
        tensor<complex<f32>> {jax.result_info = "phase"}) {
  %0 = stablehlo.add %state, %state : tensor<3xui32>
  %1 = stablehlo.not %int : tensor<2x2xi1>
  %2 = stablehlo.add %half, %half : tensor<2xbf16>
  %3 = stablehlo.add %phase, %phase : tensor<complex<f32>>
  return %0, %1, %2, %3 : tensor<3xui32>, tensor<2x2xi1>, tensor<2xbf16>, tensor<complex<f32>>
}
