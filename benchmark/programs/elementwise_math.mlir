// With t = tanh(x / 2): log(exp(t) + 1) * x / (t * t + 2), on 16M numbers.
func.func @main(%x: tensor<16777216xf32>) -> tensor<16777216xf32> {
  %half = arith.constant dense<0.5> : tensor<16777216xf32>
  %one = arith.constant dense<1.0> : tensor<16777216xf32>
  %two = arith.constant dense<2.0> : tensor<16777216xf32>
  %0 = arith.mulf %x, %half : tensor<16777216xf32>
  %t = math.tanh %0 : tensor<16777216xf32>
  %1 = math.exp %t : tensor<16777216xf32>
  %2 = arith.addf %1, %one : tensor<16777216xf32>
  %3 = math.log %2 : tensor<16777216xf32>
  %4 = arith.mulf %3, %x : tensor<16777216xf32>
  %5 = arith.mulf %t, %t : tensor<16777216xf32>
  %6 = arith.addf %5, %two : tensor<16777216xf32>
  %7 = arith.divf %4, %6 : tensor<16777216xf32>
  return %7 : tensor<16777216xf32>
}
