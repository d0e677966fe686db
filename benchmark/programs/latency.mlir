// A product that is nothing but the cost of a call and an all_reduce.
func.func @main(%a: tensor<8x64xf32>, %b: tensor<64x64xf32>) -> tensor<8x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  %c = linalg.matmul ins(%a, %b : tensor<8x64xf32>, tensor<64x64xf32>)
                     outs(%z : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %c : tensor<8x64xf32>
}
