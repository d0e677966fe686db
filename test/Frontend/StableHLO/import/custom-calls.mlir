// RUN: dtensor-opt %s --dtensor-import-stablehlo --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @call
// CHECK: %[[E:.*]] = tensor.empty() : tensor<4x6xi8>
// CHECK: linalg_ext.custom_call "my.product" rule "([i,k],[k,j])->([i,j]) {k reduction(sum)}" ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8x6xf32>) outs(%[[E]] : tensor<4x6xi8>) unsigned_operands = [2] -> tensor<4x6xi8>
func.func @call(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>) -> tensor<4x6xui8> {
  %0 = stablehlo.custom_call @"my.product"(%a, %b) {dtensor.sharding_rule = "([i,k],[k,j])->([i,j]) {k reduction(sum)}"} : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xui8>
  return %0 : tensor<4x6xui8>
}

// -----

func.func @wrong(%a: tensor<4x8xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{of 'f' with the rule '([i])->([i])': operand 0 has 2 axes, and 1 in the rule}}
  %0 = stablehlo.custom_call @f(%a) {dtensor.sharding_rule = "([i])->([i])"} : (tensor<4x8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @no_text(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{dtensor.sharding_rule must be a string, found 3 : i64}}
  %0 = stablehlo.custom_call @f(%a) {dtensor.sharding_rule = 3} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
