// RUN: dtensor-opt %s --dtensor-codegen --split-input-file --verify-diagnostics

func.func @computes(%a: tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN> {
  // expected-error@+1 {{'arith.addf' computes with elements of 'f8E4M3FN', which are only stored; compute with f32, by arith.extf and arith.truncf}}
  %0 = arith.addf %a, %a : tensor<4xf8E4M3FN>
  return %0 : tensor<4xf8E4M3FN>
}

// -----

func.func @counts(%a: tensor<4xf8E5M2>) -> tensor<4xf8E5M2> {
  // expected-error@+1 {{'linalg_ext.iota' computes with elements of 'f8E5M2'}}
  %0 = linalg_ext.iota axis = 0 outs(%a : tensor<4xf8E5M2>) -> tensor<4xf8E5M2>
  return %0 : tensor<4xf8E5M2>
}

// -----

func.func @narrow(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'arith.truncf' has elements of 'f4E2M1FN'; required: a float of 8 bits, f16, bf16, f32 or f64, or a program of StableHLO for floats of 4 and 6 bits}}
  %0 = arith.truncf %a : tensor<4xf32> to tensor<4xf4E2M1FN>
  %1 = arith.extf %0 : tensor<4xf4E2M1FN> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// What is only stored, moved and converted.
func.func @stored(%a: tensor<4xf32>, %b: tensor<4xf8E5M2>, %c: i1) -> tensor<4xf8E5M2> {
  %0 = arith.truncf %a : tensor<4xf32> to tensor<4xf8E5M2>
  %1 = arith.select %c, %0, %b : tensor<4xf8E5M2>
  return %1 : tensor<4xf8E5M2>
}
