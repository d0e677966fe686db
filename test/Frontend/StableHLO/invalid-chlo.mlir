// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{requires k within the extent 3 of the last axis, found 4}}
  %0:2 = chlo.top_k(%x, k = 4) : tensor<2x3xf32> -> (tensor<2x4xf32>, tensor<2x4xi32>)
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{requires a result of shape 2x2, found 2x3}}
  %0:2 = chlo.top_k(%x, k = 2) : tensor<2x3xf32> -> (tensor<2x3xf32>, tensor<2x2xi32>)
  return
}

// -----

func.func @f(%a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %g: tensor<4xi64>) {
  // expected-error@+1 {{requires sizes of 3 groups, found 4}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<4xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @f(%a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %g: tensor<3xi64>) {
  // expected-error@+1 {{requires 1 rhs_group_dimensions for this ragged axis, found 0}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @f(%s: tensor<4xi32>, %t: tensor<i32>) {
  // expected-error@+1 {{dimension requires axes of a tensor of rank 1, found 1}}
  %0:2 = chlo.scan(%s) inits(%t) dimension=1 {
  ^bb0(%k: tensor<i32>, %l: tensor<i32>):
    stablehlo.return %k, %l : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return
}

// -----

func.func @f(%s: tensor<4xi32>, %t: tensor<i32>) {
  // expected-error@+1 {{requires a body of ('tensor<i32>', 'tensor<i32>'), found ('tensor<i32>')}}
  %0:2 = chlo.scan(%s) inits(%t) dimension=0 {
  ^bb0(%k: tensor<i32>):
    stablehlo.return %k, %k : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return
}

// -----

func.func @f(%s: tensor<4xi32>) {
  // expected-error@+1 {{requires rows of as many functions}}
  %0 = "interpreter.run_parallel"(%s) <{programs = [[@f], []]}> : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{requires operands that agree or have extent 1 on axis 1 of the result, found 3 and 2}}
  %0 = chlo.broadcast_add %a, %b : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{requires a result of rank 2, found 1}}
  %0 = chlo.broadcast_add %a, %b : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x1xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{requires a result of shape 2x3, found 2x1}}
  %0 = chlo.broadcast_add %a, %b : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{broadcast_dimensions requires axes of a tensor of rank 2, found 2}}
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{broadcast_dimensions requires one number for each of 1 axes, found 2}}
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@+1 {{failed to verify that all of {lhs, rhs, result} have same element type}}
  %0 = chlo.broadcast_add %a, %b : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{requires a result of complex numbers of 'f32', found 'complex<f64>'}}
  %0 = chlo.broadcast_complex %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f64>>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{requires a value of type 'f32', found 'i32'}}
  %0 = "chlo.constant_like"(%a) {value = 1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
