// RUN: dtensor-opt %s --dtensor-import-tosa --split-input-file --verify-diagnostics

func.func @custom(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'tosa.custom' cannot be imported: MLIR has no conversion of it to linalg for these types and attributes; write it with other ops of TOSA}}
  %0 = tosa.custom %a {domain_name = "d", implementation_attrs = "", operator_name = "o"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @dynamic(%a: tensor<?x4x8xf32>) -> (tensor<?x4x5xf32>, tensor<?x4x5xf32>) {
  // expected-error@+1 {{cannot be imported: required static extents, found 'tensor<?x4x8xf32>'; export the program with fixed shapes}}
  %0:2 = tosa.rfft2d %a : (tensor<?x4x8xf32>) -> (tensor<?x4x5xf32>, tensor<?x4x5xf32>)
  return %0#0, %0#1 : tensor<?x4x5xf32>, tensor<?x4x5xf32>
}
