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
