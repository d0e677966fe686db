// Each position becomes the sum of its four neighbors.
func.func @main(%a: tensor<8192x8192xf32>) -> tensor<8192x8192xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %a low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<8192x8192xf32> to tensor<8194x8194xf32>
  %n = tensor.extract_slice %p[0, 1] [8192, 8192] [1, 1] : tensor<8194x8194xf32> to tensor<8192x8192xf32>
  %s = tensor.extract_slice %p[2, 1] [8192, 8192] [1, 1] : tensor<8194x8194xf32> to tensor<8192x8192xf32>
  %w = tensor.extract_slice %p[1, 0] [8192, 8192] [1, 1] : tensor<8194x8194xf32> to tensor<8192x8192xf32>
  %e = tensor.extract_slice %p[1, 2] [8192, 8192] [1, 1] : tensor<8194x8194xf32> to tensor<8192x8192xf32>
  %0 = arith.addf %n, %s : tensor<8192x8192xf32>
  %1 = arith.addf %w, %e : tensor<8192x8192xf32>
  %2 = arith.addf %0, %1 : tensor<8192x8192xf32>
  return %2 : tensor<8192x8192xf32>
}
