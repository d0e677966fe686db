// RUN: dtensor-opt %s --dtensor-import-stablehlo | FileCheck %s
// RUN: dtensor-run %s --random-inputs=1 --check --mesh x=3 --layout result0=x,unsharded --layout result1=x

// Each op has a state of its own, which is known before the program runs.
// CHECK-LABEL: func @main
// CHECK: %[[S:.+]] = arith.constant dense<[[[KEY:.+]], 0]> : tensor<2xi64>
// CHECK: linalg_ext.random philox4x32 ins(%[[S]] : tensor<2xi64>) outs(%{{.+}} : tensor<5x7xi32>)
// CHECK-NOT: dense<[[[KEY]], 0]>
// CHECK: linalg_ext.random philox4x32 ins(%{{.+}} : tensor<2xi64>) outs(%{{.+}} : tensor<9xi64>)
func.func @main() -> (tensor<5x7xf32>, tensor<9xi64>) {
  %a = stablehlo.constant dense<1.0> : tensor<f32>
  %b = stablehlo.constant dense<2.0> : tensor<f32>
  %s = stablehlo.constant dense<[5, 7]> : tensor<2xi64>
  %0 = stablehlo.rng %a, %b, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<5x7xf32>
  %c = stablehlo.constant dense<-3> : tensor<i64>
  %d = stablehlo.constant dense<3> : tensor<i64>
  %t = stablehlo.constant dense<9> : tensor<1xi64>
  %1 = stablehlo.rng %c, %d, %t, distribution = UNIFORM : (tensor<i64>, tensor<i64>, tensor<1xi64>) -> tensor<9xi64>
  return %0, %1 : tensor<5x7xf32>, tensor<9xi64>
}
