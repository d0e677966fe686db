// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

func.func @f(%m: tensor<2x3xf32>, %v: tensor<4xf32>) {
  // expected-error@+1 {{requires contracting axes of the same extent, found 3 of axis 1 of lhs and 4 of axis 0 of rhs}}
  %0 = stablehlo.dot_general %m, %v, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%m: tensor<2x3xf32>, %v: tensor<4xf32>) {
  // expected-error@+1 {{requires as many contracting axes of both operands, found 1 and 0}}
  %0 = stablehlo.dot_general %m, %m, contracting_dims = [1] x [] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%m: tensor<2x3xf32>, %v: tensor<4xf32>) {
  // expected-error@+1 {{the list of lhs axes has axis 1 twice}}
  %0 = stablehlo.dot_general %m, %m, batching_dims = [1] x [1], contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%m: tensor<2x3xf32>, %v: tensor<4xf32>) {
  // expected-error@+1 {{requires a result of shape 2x2, found 2}}
  %0 = stablehlo.dot_general %m, %m, contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%m: tensor<2x3xf32>, %v: tensor<4xf32>) {
  // expected-error@+1 {{expected DEFAULT, HIGH or HIGHEST, found LOW}}
  %0 = stablehlo.dot_general %m, %m, contracting_dims = [1] x [1], precision = [LOW] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%m: tensor<2x3xf32>, %v: tensor<4xf32>) {
  // expected-error@+1 {{requires a precision for each of 2 operands, found 1}}
  %0 = stablehlo.dot_general %m, %m, contracting_dims = [1] x [1], precision = [HIGH] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%m: tensor<2x3xf32>, %v: tensor<4xf32>) {
  // expected-error@+1 {{expected the types lhs_precision_type, rhs_precision_type and accumulation_type}}
  %0 = stablehlo.dot_general %m, %m, contracting_dims = [1] x [1], algorithm = <lhs_precision_type = f32> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%i: tensor<1x8x8x4xf32>, %k: tensor<3x3x2x6xf32>) {
  // expected-error@+1 {{requires vectors or matrices}}
  %0 = stablehlo.dot %i, %i : (tensor<1x8x8x4xf32>, tensor<1x8x8x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @f(%i: tensor<1x8x8x4xf32>, %k: tensor<3x3x2x6xf32>) {
  // expected-error@+1 {{requires groups that divide batch 1, input features 4 (2 each) and output features 6, found 1 groups of features and 1 groups of the batch}}
  %0 = stablehlo.convolution(%i, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @f(%i: tensor<1x8x8x4xf32>, %k: tensor<3x3x2x6xf32>) {
  // expected-error@+1 {{requires a result of shape 1x3x3x6, found 1x6x6x6}}
  %0 = stablehlo.convolution(%i, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @f(%i: tensor<1x8x8x4xf32>, %k: tensor<3x3x2x6xf32>) {
  // expected-error@+1 {{lhs of rank 4 has 3 axes in dim_numbers}}
  %0 = stablehlo.convolution(%i, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @f(%i: tensor<1x8x8x4xf32>, %k: tensor<3x3x2x6xf32>) {
  // expected-error@+1 {{i is given twice}}
  %0 = stablehlo.convolution(%i, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, i]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @f(%i: tensor<1x8x8x4xf32>, %k: tensor<3x3x2x6xf32>) {
  // expected-error@+1 {{expected the spatial axes 0 to 1, each once}}
  %0 = stablehlo.convolution(%i, %k) dim_numbers = [b, 0, 2, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @f(%i: tensor<1x8x8x4xf32>, %k: tensor<3x3x2x6xf32>) {
  // expected-error@+1 {{stride is given twice}}
  %0 = stablehlo.convolution(%i, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @f(%i: tensor<1x8x8x4xf32>, %k: tensor<3x3x2x6xf32>) {
  // expected-error@+1 {{requires group counts of 1 or more, one of them 1, found 2 and 2}}
  %0 = stablehlo.convolution(%i, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @f(%r: tensor<2x8xf32>) {
  // expected-error@+1 {{FFT does not fit elements of 'f32' to 'f32'}}
  %0 = stablehlo.fft %r, type = FFT, length = [8] : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @f(%r: tensor<2x8xf32>) {
  // expected-error@+1 {{RFFT of length 6 requires axis 1 of extent 6, found 8}}
  %0 = stablehlo.fft %r, type = RFFT, length = [6] : (tensor<2x8xf32>) -> tensor<2x4xcomplex<f32>>
  return
}

// -----

func.func @f(%r: tensor<2x8xf32>) {
  // expected-error@+1 {{requires 1 to 3 of 2 axes, found 0 lengths}}
  %0 = stablehlo.fft %r, type = RFFT, length = [] : (tensor<2x8xf32>) -> tensor<2x4xcomplex<f32>>
  return
}

// -----

func.func @f(%r: tensor<2x8xf32>) {
  // expected-error@+1 {{requires square matrices, found 'tensor<2x8xf32>'}}
  %0 = stablehlo.cholesky %r : tensor<2x8xf32>
  return
}

// -----

func.func @f(%q: tensor<3x3xf32>, %b: tensor<4x3xf32>) {
  // expected-error@+1 {{requires systems of 3x3, found right-hand sides of 4x3 on the left side}}
  %0 = "stablehlo.triangular_solve"(%q, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%i: tensor<2x4xf32>, %n: tensor<3xf32>) {
  // expected-error@+1 {{requires 4 features, found 3}}
  %0:3 = "stablehlo.batch_norm_training"(%i, %n, %n) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @f(%s: tensor<3xui64>) {
  // expected-error@+1 {{THREE_FRY does not fit a state of 'tensor<3xui64>'}}
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<7xui32>)
  return
}

// -----

func.func @f(%s: tensor<f32>, %h: tensor<3xi64>) {
  // expected-error@+1 {{requires a shape of 2 extents, found 'tensor<3xi64>'}}
  %0 = stablehlo.rng %s, %s, %h, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<3xi64>) -> tensor<3x4xf32>
  return
}
