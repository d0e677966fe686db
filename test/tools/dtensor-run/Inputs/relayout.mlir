func.func @main(%a: tensor<16x16x16xf32>) -> tensor<16x16x16xf32> {
  return %a : tensor<16x16x16xf32>
}
