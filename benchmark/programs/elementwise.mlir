// Eight cheap operations on 16M numbers:
// sqrt(abs(max(x * 1.5 + 0.25, 0) * x - x)) * 0.5
func.func @main(%x: tensor<16777216xf32>) -> tensor<16777216xf32> {
  %scale = arith.constant dense<1.5> : tensor<16777216xf32>
  %offset = arith.constant dense<0.25> : tensor<16777216xf32>
  %zero = arith.constant dense<0.0> : tensor<16777216xf32>
  %half = arith.constant dense<0.5> : tensor<16777216xf32>
  %0 = arith.mulf %x, %scale : tensor<16777216xf32>
  %1 = arith.addf %0, %offset : tensor<16777216xf32>
  %2 = arith.maximumf %1, %zero : tensor<16777216xf32>
  %3 = arith.mulf %2, %x : tensor<16777216xf32>
  %4 = arith.subf %3, %x : tensor<16777216xf32>
  %5 = math.absf %4 : tensor<16777216xf32>
  %6 = math.sqrt %5 : tensor<16777216xf32>
  %7 = arith.mulf %6, %half : tensor<16777216xf32>
  return %7 : tensor<16777216xf32>
}
