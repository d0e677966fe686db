func.func @main(%a: tensor<12xf32>) -> tensor<3x4xf32> {
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [3, 4] : tensor<12xf32> into tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
