// RUN: dtensor-opt %s --dtensor-codegen --verify-diagnostics

func.func @narrow(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'arith.truncf' has elements of 'f8E4M3FN'; required: f16, bf16, f32 or f64, or a program of StableHLO for floats of 4 to 8 bits}}
  %0 = arith.truncf %a : tensor<4xf32> to tensor<4xf8E4M3FN>
  %1 = arith.addf %0, %0 : tensor<4xf8E4M3FN>
  %2 = arith.extf %1 : tensor<4xf8E4M3FN> to tensor<4xf32>
  return %2 : tensor<4xf32>
}
