// RUN: dtensor-opt %s --dtensor-import-donations --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: @known
// CHECK-SAME: %{{.+}}: tensor<4xf32> {dtensor.donated = 1 : i64}, %{{.+}}: tensor<4xf32>)
func.func @known(%a: tensor<4xf32> {tf.aliasing_output = 1 : i32}, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  return %b, %a : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @open
// CHECK-SAME: %{{.+}}: tensor<4xf32> {dtensor.donated}, %{{.+}}: tensor<4xf32>)
func.func @open(%a: tensor<4xf32> {jax.buffer_donor = true}, %b: tensor<4xf32> {jax.buffer_donor = false}) -> tensor<4xf32> {
  return %b : tensor<4xf32>
}

// -----

dtensor.mesh @mesh <x=2>
// A result has the layout of its argument, unless it has one, or another type.
// CHECK-LABEL: @layouts
// CHECK: -> (tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}, tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}, tensor<3xf32>)
func.func @layouts(%a: tensor<4xf32> {tf.aliasing_output = 0 : i32, dtensor.layout = #dtensor.layout<@mesh, [x]>},
    %b: tensor<4xf32> {tf.aliasing_output = 1 : i32, dtensor.layout = #dtensor.layout<@mesh, [x]>},
    %c: tensor<4xf32> {tf.aliasing_output = 2 : i32, dtensor.layout = #dtensor.layout<@mesh, [x]>}, %d: tensor<3xf32>)
    -> (tensor<4xf32>, tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}, tensor<3xf32>) {
  return %a, %b, %d : tensor<4xf32>, tensor<4xf32>, tensor<3xf32>
}

// -----

// expected-error@+1 {{tf.aliasing_output of argument 0 must be one of 1 results, found 1 : i32}}
func.func @outside(%a: tensor<4xf32> {tf.aliasing_output = 1 : i32}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error@+1 {{tf.aliasing_output of argument 0 must be one of 1 results, found "0"}}
func.func @text(%a: tensor<4xf32> {tf.aliasing_output = "0"}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error@+1 {{jax.buffer_donor of argument 0 must be a boolean, found unit}}
func.func @unit(%a: tensor<4xf32> {jax.buffer_donor}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
