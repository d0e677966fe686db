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

//! case generous M
//! moves arg0*8
//! gathers what it likes
//! undivided arg0.0 result0.0
func.func @main(%a: tensor<${M}xf32>) -> tensor<${M}xf32> {
  %0 = math.exp %a : tensor<${M}xf32>
  return %0 : tensor<${M}xf32>
}
