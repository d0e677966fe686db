// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

// Of each op that no other test rejects, operands or results that do not fit.

func.func @f() {
  // expected-error@+1 {{'sdy.constant' op failed to verify that all of {value, output} have same type}}
  %0 = "sdy.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'sdy.data_flow_edge' op requires the same type for all operands and results}}
  %0 = "sdy.data_flow_edge"(%a) : (tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{invalid properties {allowed_direction = 1 : i32} for op sdy.propagation_barrier: Invalid attribute `allowed_direction` in property conversion: 1 : i32}}
  %0 = "sdy.propagation_barrier"(%a) <{allowed_direction = 1 : i32}> : (tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'sdy.reshard' op requires the same type for all operands and results}}
  %0 = "sdy.reshard"(%a) <{sharding = #sdy.sharding<@mesh, [{"x"}]>}> : (tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'sdy.sharding_group' op requires zero results}}
  %0 = "sdy.sharding_group"(%a) <{group_id = 0 : i64}> : (tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'sdy.named_computation' op requires a body of its own types}}
  %0 = "sdy.named_computation"(%a) <{name = "f"}> ({
  ^bb0(%x: tensor<2xf32>, %y: tensor<2xf32>):
    "sdy.return"(%x) : (tensor<2xf32>) -> ()
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
