// Parameters that a training step updates where they are, though peers gather
// them before.
// RUN: sed 's/tf.aliasing_output = 1 : i32/jax.unused/' %s > %t.plain.mlir
// RUN: dtensor-run %t.plain.mlir --random-inputs=1 --output-dir=%t
// RUN: dtensor-run %s --random-inputs=1 --expect-dir=%t
// RUN: dtensor-run %s --mesh x=2 --layout arg0=x,unsharded --layout arg1=x,unsharded --random-inputs=1 --expect-dir=%t --rtol 1e-5 --atol 1e-5
// RUN: dtensor-run %s --mesh x=4 --layout arg0=unsharded,x --layout arg1=x,unsharded --random-inputs=1 --expect-dir=%t --rtol 1e-5 --atol 1e-5
// RUN: dtensor-run %s --mesh x=2,y=2 --layout arg0=x,y --random-inputs=1 --expect-dir=%t --rtol 1e-5 --atol 1e-5
// Replicas are memory of their own.
// RUN: dtensor-run %s --mesh x=4 --layout arg0=unsharded,unsharded --layout arg1=x,unsharded --random-inputs=1 --expect-dir=%t --rtol 1e-5 --atol 1e-5
// RUN: dtensor-run %s --mesh x=4 --layout arg0=unsharded,unsharded --layout arg1=x,unsharded --dump-after=bufferize | FileCheck %s
// CHECK: func.func @main(%[[W:[a-z0-9_]+]]: memref<6x4xf32> {
// CHECK: linalg.generic {{.+}} outs(%[[W]] :
func.func public @main(%w: tensor<6x4xf32> {tf.aliasing_output = 1 : i32}, %x: tensor<3x6xf32>) -> (tensor<f32>, tensor<6x4xf32>) {
  %c = stablehlo.constant dense<0.1> : tensor<6x4xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<3x6xf32>, tensor<6x4xf32>) -> tensor<3x4xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [0] x [0] : (tensor<3x6xf32>, tensor<3x4xf32>) -> tensor<6x4xf32>
  %2 = stablehlo.multiply %1, %c : tensor<6x4xf32>
  %3 = stablehlo.subtract %w, %2 : tensor<6x4xf32>
  %4 = stablehlo.multiply %0, %0 : tensor<3x4xf32>
  %5 = stablehlo.reduce(%4 init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
  return %5, %3 : tensor<f32>, tensor<6x4xf32>
}
