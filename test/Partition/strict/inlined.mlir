// RUN: not dtensor-run %s --strict --random-inputs 1 2>&1 | FileCheck %s

// Names are those of a function. Import inlines the callees: what they are given is
// relaid out before the call, and what they return behind it.
// CHECK: error: {{.*}}inlined.mlir:[[# @LINE + 17]]:10: stablehlo.add needs operand 0 (%s) in layout [unsharded,x], but it is in layout [x,unsharded],
// CHECK-SAME: add `jax.sharding.reshard(..., jax.P(None, 'x'))` of %s, or in the text of the program `%relayout_s = sdy.reshard %s <@mesh, [{}, {"x"}]> : tensor<8x8xf32>` before the call at {{.*}}inlined.mlir:[[# @LINE + 11]]:10, and pass its result to that call
// CHECK-NEXT: note: {{.*}}inlined.mlir:[[# @LINE + 11]]:10: stablehlo.multiply needs operand {{.*}} in layout [x,unsharded], but it is in layout [unsharded,x],
// CHECK-SAME: of %0, or in the text of the program `%relayout_0 = sdy.reshard %0 <@mesh, [{"x"}, {}]> : tensor<8x8xf32>` before this op, and use its result here
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                  %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>})
                  -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %s = stablehlo.sine %a : tensor<8x8xf32>
    %w = sdy.sharding_constraint %s <@mesh, [{"x"}, {}]> : tensor<8x8xf32>
    %t = stablehlo.sine %b : tensor<8x8xf32>
    %0 = call @f(%s, %t) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.multiply %0, %w : tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func private @f(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.add %a, %b : tensor<8x8xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"x"}]> : tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
}
