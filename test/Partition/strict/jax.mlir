// RUN: not dtensor-run %s --strict --random-inputs 1 2>&1 | FileCheck %s
// RUN: dtensor-run %s --random-inputs 1 --check

// A program of JAX gets the lines of JAX, and of its text. Parts of an axis
// have no name in Python.
// CHECK: error: {{.*}}jax.mlir:[[# @LINE + 6]]:10: stablehlo.add needs operand 1 (%b) in layout [x.0+x.1,unsharded], but it is in layout [unsharded,x.0+x.1], and nothing in the program asks for that relayout; add `jax.sharding.reshard(..., jax.P('x', None))` of %b, or in the text of the program `%relayout_b = sdy.reshard %b <@mesh, [{"x"}, {}]> : tensor<8x8xf32>` before this op, and use its result here
// CHECK-NEXT: note: {{.*}}jax.mlir:[[# @LINE + 6]]:10: stablehlo.subtract needs operand 1 (%d)
// CHECK-SAME: add `%relayout_d = sdy.reshard %d <@mesh, [{"x":(1)2}, {}]> : tensor<8x8xf32>` before this op, and use its result here
module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %c: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}, {}]>}, %d: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x":(1)2}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
    %0 = stablehlo.add %a, %b : tensor<8x8xf32>
    %1 = stablehlo.subtract %c, %d : tensor<8x8xf32>
    return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
  }
}
