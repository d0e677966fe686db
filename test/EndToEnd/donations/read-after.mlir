// A donated argument that is read when its result is made already.
// RUN: sed 's/{tf.aliasing_output = [01] : i32}//g' %s > %t.plain.mlir
// RUN: dtensor-run %t.plain.mlir --random-inputs=1 --output-dir=%t
// RUN: dtensor-run %s --random-inputs=1 --expect-dir=%t
// RUN: dtensor-run %s --mesh x=4 --layout arg0=x,unsharded --random-inputs=1 --expect-dir=%t --rtol 1e-5 --atol 1e-5
// RUN: dtensor-run %s --mesh x=2,y=2 --layout arg0=x,y --layout arg1=y,x --random-inputs=1 --expect-dir=%t --rtol 1e-5 --atol 1e-5
func.func public @main(%a: tensor<5x5xf32> {tf.aliasing_output = 1 : i32}, %b: tensor<5x5xf32> {tf.aliasing_output = 0 : i32})
    -> (tensor<5x5xf32>, tensor<5x5xf32>, tensor<5x5xf32>, tensor<5x5xf32>) {
  %0 = stablehlo.add %a, %b : tensor<5x5xf32>
  %1 = stablehlo.multiply %0, %a : tensor<5x5xf32>
  %2 = stablehlo.dot_general %b, %a, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
  %3 = stablehlo.reverse %b, dims = [0] : tensor<5x5xf32>
  return %2, %1, %3, %a : tensor<5x5xf32>, tensor<5x5xf32>, tensor<5x5xf32>, tensor<5x5xf32>
}
