// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{required: the name of a function}}
  linalg_ext.custom_call "" ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{has no operand 2}}
  linalg_ext.custom_call "f" ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) unsigned_operands = [2] -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{the rule '([i])': required '->', found the end}}
  linalg_ext.custom_call "f" rule "([i])" ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{of 'f' with the rule '([i])->([i])': axis 0 of result 0 must have the extent 8 by the rule, found 4}}
  linalg_ext.custom_call "f" rule "([i])->([i])" ins(%a : tensor<8xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return
}
