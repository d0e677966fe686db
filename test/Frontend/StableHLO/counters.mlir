// RUN: dtensor-run %s

// Loops that carry several counters, which no loop carries once they are
// imported: 3 * 5 + 2 * 7 + 1 * 9 + 0 * 11. The last one leaves its type.
func.func @main() {
  %x = stablehlo.constant dense<0.0> : tensor<4xf32>
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %c5 = stablehlo.constant dense<5> : tensor<i64>
  %c7 = stablehlo.constant dense<7> : tensor<i8>
  %0:5 = stablehlo.while(%down = %c3, %i = %c0, %up = %c5, %byte = %c7, %y = %x) : tensor<i32>, tensor<i32>, tensor<i64>, tensor<i8>, tensor<4xf32>
  cond {
    %n = stablehlo.constant dense<7> : tensor<i32>
    %m = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  } do {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %k = stablehlo.add %i, %two : tensor<i32>
    %minus = stablehlo.constant dense<-1> : tensor<i32>
    %d = stablehlo.add %down, %minus : tensor<i32>
    %step = stablehlo.constant dense<2> : tensor<i64>
    %u = stablehlo.add %step, %up : tensor<i64>
    %large = stablehlo.constant dense<60> : tensor<i8>
    %b = stablehlo.add %byte, %large : tensor<i8>
    %f = stablehlo.convert %down : (tensor<i32>) -> tensor<f32>
    %g = stablehlo.convert %up : (tensor<i64>) -> tensor<f32>
    %s = stablehlo.multiply %f, %g : tensor<f32>
    %t = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %z = stablehlo.add %y, %t : tensor<4xf32>
    stablehlo.return %d, %k, %u, %b, %z : tensor<i32>, tensor<i32>, tensor<i64>, tensor<i8>, tensor<4xf32>
  }
  check.expect_eq_const %0#0, dense<-1> : tensor<i32>
  check.expect_eq_const %0#1, dense<8> : tensor<i32>
  check.expect_eq_const %0#2, dense<13> : tensor<i64>
  check.expect_eq_const %0#3, dense<-9> : tensor<i8>
  check.expect_eq_const %0#4, dense<38.0> : tensor<4xf32>
  return
}
