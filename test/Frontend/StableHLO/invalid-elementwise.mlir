// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{op all non-scalar operands/results must have the same shape and base type}}
  %0 = stablehlo.add %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{expected a type of 2 operands and one result, found '(tensor<2xf32>) -> tensor<2xf32>'}}
  %0 = stablehlo.add %a, %a : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{must be ranked tensor of integer values, but got 'tensor<2xf32>'}}
  %0 = stablehlo.not %a : tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 0.1>>) {
  // expected-error@+1 {{integer, float or complex number (quantized types are not supported) values, but got}}
  %0 = stablehlo.negate %a : tensor<2x!quant.uniform<i8:f32, 0.1>>
  return
}

// -----

func.func @f(%a: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{requires a result of 'f32', found 'f64'}}
  %0 = stablehlo.real %a : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{expected a tensor of complex numbers, found 'tensor<2xf32>'}}
  %0 = stablehlo.complex %a, %a : tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf64>) {
  // expected-error@+1 {{requires parts of 'f32', found 'f64'}}
  %0 = stablehlo.complex %a, %a : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{compares elements of 'f32', which SIGNED does not fit}}
  %0 = stablehlo.compare EQ, %a, %a, SIGNED : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{requires bounds that are scalars or have shape 2, found 3}}
  %0 = stablehlo.clamp %b, %a, %b : (tensor<3xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %p: tensor<3xi1>) {
  // expected-error@+1 {{requires a predicate that is a scalar or has shape 2, found 3}}
  %0 = stablehlo.select %p, %a, %a : tensor<3xi1>, tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{expected a format such as e5m10, found m10}}
  %0 = stablehlo.reduce_precision %a, format = m10 : tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{requires a bit of exponent at least, found e0m10}}
  %0 = stablehlo.reduce_precision %a, format = e0m10 : tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %s: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op is of dynamic shapes, which are not supported; export the program with static shapes}}
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{op is of quantized types, which are not supported}}
  %0 = "stablehlo.uniform_quantize"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{op is no longer in the specification; export the program with dot_general}}
  %0 = "stablehlo.unary_einsum"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
