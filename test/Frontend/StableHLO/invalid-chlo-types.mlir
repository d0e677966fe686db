// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

// Of each op that no other test rejects, operands or results that do not fit.

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.acos' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "chlo.acos"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.acosh' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "chlo.acosh"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.asin' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "chlo.asin"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.asinh' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "chlo.asinh"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.atan' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "chlo.atan"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.atanh' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "chlo.atanh"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.bessel_i1e' op operand #0 must be ranked tensor of floating-point values, but got 'tensor<2xi32>'}}
  %0 = "chlo.bessel_i1e"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.cosh' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "chlo.cosh"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.digamma' op operand #0 must be ranked tensor of floating-point values, but got 'tensor<2xi32>'}}
  %0 = "chlo.digamma"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.erf' op operand #0 must be ranked tensor of floating-point values, but got 'tensor<2xi32>'}}
  %0 = "chlo.erf"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.erf_inv' op operand #0 must be ranked tensor of floating-point values, but got 'tensor<2xi32>'}}
  %0 = "chlo.erf_inv"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.erfc' op operand #0 must be ranked tensor of floating-point values, but got 'tensor<2xi32>'}}
  %0 = "chlo.erfc"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.lgamma' op operand #0 must be ranked tensor of floating-point values, but got 'tensor<2xi32>'}}
  %0 = "chlo.lgamma"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.sinh' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "chlo.sinh"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.tan' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "chlo.tan"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>, %b: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.next_after' op operand #0 must be ranked tensor of floating-point values, but got 'tensor<2xi32>'}}
  %0 = "chlo.next_after"(%a, %b) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>, %b: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.polygamma' op operand #0 must be ranked tensor of floating-point values, but got 'tensor<2xi32>'}}
  %0 = "chlo.polygamma"(%a, %b) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>, %b: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.zeta' op operand #0 must be ranked tensor of floating-point values, but got 'tensor<2xi32>'}}
  %0 = "chlo.zeta"(%a, %b) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>, %b: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.broadcast_next_after' op operand #0 must be ranked tensor of floating-point values, but got 'tensor<2xi32>'}}
  %0 = "chlo.broadcast_next_after"(%a, %b) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>, %b: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.broadcast_polygamma' op operand #0 must be ranked tensor of floating-point values, but got 'tensor<2xi32>'}}
  %0 = "chlo.broadcast_polygamma"(%a, %b) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>, %b: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.broadcast_zeta' op operand #0 must be ranked tensor of floating-point values, but got 'tensor<2xi32>'}}
  %0 = "chlo.broadcast_zeta"(%a, %b) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>, %b: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.broadcast_atan2' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "chlo.broadcast_atan2"(%a, %b) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.mulhi' op operand #0 must be ranked tensor of integer values, but got 'tensor<2xf32>'}}
  %0 = "chlo.mulhi"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_and' op operand #0 must be ranked tensor of integer values, but got 'tensor<2xf32>'}}
  %0 = "chlo.broadcast_and"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_or' op operand #0 must be ranked tensor of integer values, but got 'tensor<2xf32>'}}
  %0 = "chlo.broadcast_or"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_xor' op operand #0 must be ranked tensor of integer values, but got 'tensor<2xf32>'}}
  %0 = "chlo.broadcast_xor"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_shift_left' op operand #0 must be ranked tensor of integer values, but got 'tensor<2xf32>'}}
  %0 = "chlo.broadcast_shift_left"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_shift_right_arithmetic' op operand #0 must be ranked tensor of integer values, but got 'tensor<2xf32>'}}
  %0 = "chlo.broadcast_shift_right_arithmetic"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_shift_right_logical' op operand #0 must be ranked tensor of integer values, but got 'tensor<2xf32>'}}
  %0 = "chlo.broadcast_shift_right_logical"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.conj' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.conj"(%a) : (tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.square' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.square"(%a) : (tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.is_inf' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.is_inf"(%a) : (tensor<2xf32>) -> (tensor<3xi1>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.is_neg_inf' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.is_neg_inf"(%a) : (tensor<2xf32>) -> (tensor<3xi1>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.is_pos_inf' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.is_pos_inf"(%a) : (tensor<2xf32>) -> (tensor<3xi1>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_divide' op requires a result of shape 2, found 3}}
  %0 = "chlo.broadcast_divide"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_maximum' op requires a result of shape 2, found 3}}
  %0 = "chlo.broadcast_maximum"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_minimum' op requires a result of shape 2, found 3}}
  %0 = "chlo.broadcast_minimum"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_multiply' op requires a result of shape 2, found 3}}
  %0 = "chlo.broadcast_multiply"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_power' op requires a result of shape 2, found 3}}
  %0 = "chlo.broadcast_power"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_remainder' op requires a result of shape 2, found 3}}
  %0 = "chlo.broadcast_remainder"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_subtract' op requires a result of shape 2, found 3}}
  %0 = "chlo.broadcast_subtract"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_compare' op requires a result of shape 2, found 3}}
  %0 = "chlo.broadcast_compare"(%a, %b) <{comparison_direction = #chlo<comparison_direction LT>}> : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xi1>)
  return
}

// -----

func.func @f(%a: tensor<2xi1>, %b: tensor<2xf32>, %c: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_select' op requires a result of shape 2, found 3}}
  %0 = "chlo.broadcast_select"(%a, %b, %c) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'chlo.constant' op failed to verify that all of {value, output} have same type}}
  %0 = "chlo.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> (tensor<3xf32>)
  return
}
