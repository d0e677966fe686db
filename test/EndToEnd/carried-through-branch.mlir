// A branch hands one carried value on to another, which is then overwritten.
// RUN: dtensor-run %s --kernels=generated
// RUN: dtensor-run %s --devices=2

// With a = [1, 2, 3, 4] and three turns: y doubles, and x is the y of one turn
// before.
func.func @main() {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%x = %a, %y = %a, %i = %z) : tensor<4xf32>, tensor<4xf32>, tensor<i32>
    cond {
      %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %k = stablehlo.compare GE, %i, %z, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %ki = stablehlo.convert %k : (tensor<i1>) -> tensor<i32>
      %s = "stablehlo.case"(%ki) ({
        stablehlo.return %x : tensor<4xf32>
      }, {
        stablehlo.return %y : tensor<4xf32>
      }) : (tensor<i32>) -> tensor<4xf32>
      %y2 = stablehlo.add %y, %y : tensor<4xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %s, %y2, %j : tensor<4xf32>, tensor<4xf32>, tensor<i32>
    }
  check.expect_eq_const %r#0, dense<[4.0, 8.0, 12.0, 16.0]> : tensor<4xf32>
  check.expect_eq_const %r#1, dense<[8.0, 16.0, 24.0, 32.0]> : tensor<4xf32>
  return
}
