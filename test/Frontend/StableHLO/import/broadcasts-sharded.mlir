// RUN: dtensor-run %s --mesh x=3 --layout arg0=x,unsharded --layout arg1=x --random-inputs=1 --check
// RUN: dtensor-run %s --mesh x=2 --layout arg0=unsharded,x --random-inputs=1 --check --explain=%1 | FileCheck %s
// What broadcasts is one op to the user.
// CHECK: through chlo.broadcast_multiply
func.func public @main(%a: tensor<7x4xf32>, %b: tensor<7xf32>) -> tensor<7x4xf32> {
  %0 = chlo.broadcast_subtract %a, %b {broadcast_dimensions = array<i64: 0>} : (tensor<7x4xf32>, tensor<7xf32>) -> tensor<7x4xf32>
  %1 = chlo.broadcast_multiply %0, %a : (tensor<7x4xf32>, tensor<7x4xf32>) -> tensor<7x4xf32>
  return %1 : tensor<7x4xf32>
}
