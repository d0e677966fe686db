// The sum over an axis of which each of two devices has one position: all that
// is left to do is an all_reduce.
func.func @main(%x: tensor<2x1024xf32>) -> tensor<1024xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1024xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1024xf32>) -> tensor<1024xf32>
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<2x1024xf32>) outs(%z : tensor<1024xf32>) dimensions = [0]
  return %sum : tensor<1024xf32>
}
