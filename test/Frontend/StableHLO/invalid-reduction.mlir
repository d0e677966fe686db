// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error@+1 {{dimensions requires axes of a tensor of rank 2, found 2}}
  %0 = stablehlo.reduce(%x init: %s) applies stablehlo.add across dimensions = [2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error@+1 {{requires a result of shape 3, found 2}}
  %0 = stablehlo.reduce(%x init: %s) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error@+1 {{expected stablehlo.add, multiply, maximum, minimum, and, or or xor, found stablehlo.divide}}
  %0 = stablehlo.reduce(%x init: %s) applies stablehlo.divide across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error@+1 {{requires scalars to start with}}
  %0 = stablehlo.reduce(%x init: %x) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error@+1 {{requires a function of ('tensor<f32>', 'tensor<f32>'), found ('tensor<f32>')}}
  %0 = "stablehlo.reduce"(%x, %s) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error@+1 {{window_dimensions requires one number for each of 2 axes, found 1}}
  %0 = "stablehlo.reduce_window"(%x, %s) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error@+1 {{window sizes requires numbers of 1 or more, found 0}}
  %0 = "stablehlo.reduce_window"(%x, %s) <{window_dimensions = array<i64: 2, 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error@+1 {{requires a result of shape 1x2, found 1x3}}
  %0 = "stablehlo.reduce_window"(%x, %s) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error@+1 {{requires padding of shape 2x2, found 2}}
  %0 = "stablehlo.reduce_window"(%x, %s) <{window_dimensions = array<i64: 2, 2>, padding = dense<0> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error@+1 {{requires a source of shape 1x3, found 2x3}}
  %0 = "stablehlo.select_and_scatter"(%x, %x, %s) <{window_dimensions = array<i64: 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %i: tensor<1xi32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{axis 0 of the updates of extent 4 does not fit the input's 3}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<1xi32>, tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %i: tensor<5x1xi32>, %u: tensor<4x3xf32>) {
  // expected-error@+1 {{requires updates for indices of shape 5, found 4}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<5x1xi32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{requires dimensions 0 to 1 in this order, found 1, 0}}
  %0 = "stablehlo.map"(%x, %x) <{dimensions = array<i64: 1, 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{dimension requires an axis of a tensor of rank 2, found 2}}
  %0 = "stablehlo.sort"(%x) <{dimension = 2 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{requires a function that returns ('tensor<i1>')}}
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // expected-note@+1 {{it returns ('tensor<f32>')}}
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
