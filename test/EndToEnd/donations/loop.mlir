// A donated cache of all layers, which a loop over the layers updates.
// RUN: sed 's/{tf.aliasing_output = 0 : i32}//' %s > %t.plain.mlir
// RUN: dtensor-run %t.plain.mlir --random-inputs=1 --output-dir=%t
// RUN: dtensor-run %s --random-inputs=1 --expect-dir=%t
// RUN: dtensor-run %s --mesh x=3 --layout arg0=unsharded,x,unsharded --random-inputs=1 --expect-dir=%t --rtol 1e-5 --atol 1e-5
// RUN: dtensor-run %s --mesh x=2 --layout arg0=x,unsharded,unsharded --random-inputs=1 --expect-dir=%t --rtol 1e-5 --atol 1e-5
// RUN: dtensor-run %s --mesh x=2 --layout arg0=unsharded,unsharded,x --random-inputs=1 --expect-dir=%t --rtol 1e-5 --atol 1e-5
// RUN: dtensor-run %s --dump-after=llvm | FileCheck %s
// The cache is 384 bytes.
// CHECK-NOT: 384
func.func public @main(%cache: tensor<3x8x4xf32> {tf.aliasing_output = 0 : i32}, %x: tensor<4xf32>) -> (tensor<3x8x4xf32>, tensor<4xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %c5 = stablehlo.constant dense<5> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0:3 = stablehlo.while(%i = %c0, %k = %cache, %y = %x) : tensor<i32>, tensor<3x8x4xf32>, tensor<4xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.reshape %y : (tensor<4xf32>) -> tensor<1x1x4xf32>
    %2 = stablehlo.dynamic_update_slice %k, %1, %i, %c5, %c0 : (tensor<3x8x4xf32>, tensor<1x1x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x4xf32>
    %3 = stablehlo.dynamic_slice %2, %i, %c0, %c0, sizes = [1, 8, 4] : (tensor<3x8x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4xf32>
    %4 = stablehlo.reduce(%3 init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x8x4xf32>, tensor<f32>) -> tensor<4xf32>
    %5 = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %5, %2, %4 : tensor<i32>, tensor<3x8x4xf32>, tensor<4xf32>
  }
  return %0#1, %0#2 : tensor<3x8x4xf32>, tensor<4xf32>
}
