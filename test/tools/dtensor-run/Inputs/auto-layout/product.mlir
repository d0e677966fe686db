func.func @main(%a: tensor<48x32xf32>, %b: tensor<32x16xf32>) -> tensor<48x16xf32> {
  %zero = arith.constant dense<0.0> : tensor<48x16xf32>
  %c = linalg.matmul ins(%a, %b : tensor<48x32xf32>, tensor<32x16xf32>)
                     outs(%zero : tensor<48x16xf32>) -> tensor<48x16xf32>
  return %c : tensor<48x16xf32>
}
