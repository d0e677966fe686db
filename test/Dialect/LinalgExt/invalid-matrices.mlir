// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: tensor<8xf32>, %d: tensor<8xcomplex<f32>>) {
  // expected-error@+1 {{transforms 8 positions of axis 0}}
  linalg_ext.fft ins(%a : tensor<8xf32>) outs(%d : tensor<8xcomplex<f32>>) axis = 0 -> tensor<8xcomplex<f32>>
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %d: tensor<8xf32>) {
  // expected-error@+1 {{required: complex to complex, real to complex or complex to real numbers of f32 or f64; found 'tensor<8xf32>' and 'tensor<8xf32>'}}
  linalg_ext.fft ins(%a : tensor<8xf32>) outs(%d : tensor<8xf32>) axis = 0 -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<5xcomplex<f32>>, %d: tensor<8xf32>) {
  // expected-error@+1 {{required: 'inverse' where the result is real, and not where the operand is}}
  linalg_ext.fft ins(%a : tensor<5xcomplex<f32>>) outs(%d : tensor<8xf32>) axis = 0 -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<?xcomplex<f32>>) {
  // expected-error@+1 {{required: a static extent of axis 0}}
  linalg_ext.fft ins(%a : tensor<?xcomplex<f32>>) outs(%a : tensor<?xcomplex<f32>>) axis = 0 -> tensor<?xcomplex<f32>>
  return
}

// -----

func.func @f(%a: tensor<3x4xf32>) {
  // expected-error@+1 {{required: square matrices of floats on the last two axes; found 'tensor<3x4xf32>'}}
  linalg_ext.cholesky ins(%a : tensor<3x4xf32>) outs(%a : tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%a: tensor<3x3xf32>, %b: tensor<4x2xf32>) {
  // expected-error@+1 {{required: matrices of 4 rows; found 'tensor<3x3xf32>'}}
  linalg_ext.triangular_solve ins(%a, %b : tensor<3x3xf32>, tensor<4x2xf32>) outs(%b : tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{has 'transpose' and 'adjoint'; required: one of them}}
  linalg_ext.triangular_solve ins(%a, %b : tensor<3x3xf32>, tensor<3x2xf32>) outs(%b : tensor<3x2xf32>) transpose adjoint -> tensor<3x2xf32>
  return
}

// -----

func.func @f(%a: tensor<3x3xf32>) {
  // expected-error@+1 {{has no routine 'gesv'}}
  linalg_ext.lapack "gesv" ins(%a : tensor<3x3xf32>) outs(%a : tensor<3x3xf32>) batch = 0 -> tensor<3x3xf32>
  return
}

// -----

func.func @f(%a: tensor<3x3xf32>) {
  // expected-error@+1 {{required for 'potrf': 1 sources, 2 destinations and 1 options; found 1, 1 and 0}}
  linalg_ext.lapack "potrf" ins(%a : tensor<3x3xf32>) outs(%a : tensor<3x3xf32>) batch = 0 -> tensor<3x3xf32>
  return
}

// -----

func.func @f(%a: tensor<3x3xf16>, %i: tensor<i32>) {
  // expected-error@+1 {{required: a matrix of f32, f64 or complex numbers of these; found 'tensor<3x3xf16>'}}
  linalg_ext.lapack "potrf" ins(%a : tensor<3x3xf16>) outs(%a, %i : tensor<3x3xf16>, tensor<i32>) batch = 0 options = [76] -> tensor<3x3xf16>, tensor<i32>
  return
}

// -----

func.func @f(%a: tensor<5x3x3xf32>, %i: tensor<4xi32>) {
  // expected-error@+1 {{required: the same 1 axes of the batch, and a matrix, a vector or a number behind them; found 'tensor<5x3x3xf32>' and 'tensor<4xi32>'}}
  linalg_ext.lapack "potrf" ins(%a : tensor<5x3x3xf32>) outs(%a, %i : tensor<5x3x3xf32>, tensor<4xi32>) batch = 1 options = [76] -> tensor<5x3x3xf32>, tensor<4xi32>
  return
}
