//! case absolute M
//! moves 0
func.func @main(%a: tensor<${M}xf32>) -> tensor<${M}xf32> {
  %0 = math.absf %a : tensor<${M}xf32>
  return %0 : tensor<${M}xf32>
}

//! case negative M
//! moves 0
func.func @main(%a: tensor<${M}xf32>) -> tensor<${M}xf32> {
  %0 = arith.negf %a : tensor<${M}xf32>
  return %0 : tensor<${M}xf32>
}

//! case made-of-nothing M
//! moves 0
//! undivided result0.0
func.func @main(%a: f32) -> tensor<${M}xf32> {
  %0 = tensor.splat %a : tensor<${M}xf32>
  return %0 : tensor<${M}xf32>
}
