// A check compares with one device also where the mesh is a frontend's, and
// code is written for components: a sum of floats is another one there.
// RUN: split-file %s %t
// RUN: dtensor-run %t/sum.mlir
// RUN: not dtensor-run %t/sum.mlir --check --rtol 0 --atol 0 2>&1 | FileCheck %s
// CHECK: error: result 0 differs from a run on one device
// RUN: dtensor-run %t/dynamic.mlir --random-inputs 1
// RUN: not dtensor-run %t/dynamic.mlir --random-inputs 1 --check 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: error: {{.*}}dynamic.mlir:5:10: 'comm.shard_extent' op has an extent that is data, which a run on one device does not support

//--- sum.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main() -> tensor<f32> {
  %a = stablehlo.constant dense<[1.0e8, 1.0, -1.0e8, 1.0]> : tensor<4xf32>
  %s = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<4xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%s init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

//--- dynamic.mlir
dtensor.mesh @mesh <x=2>
func.func @main(%n: index, %a: tensor<4xindex>) -> tensor<2xindex> {
  %0 = dtensor.local_map (%n, %a : index, tensor<4xindex>) in [unit, #dtensor.layout<@mesh, [unsharded]>] out [#dtensor.layout<@mesh, [x]>] {
  ^bb0(%m: index, %b: tensor<4xindex>):
    %1 = comm.shard_extent @mesh [x] of %m
    %2 = tensor.from_elements %1 : tensor<1xindex>
    dtensor.local_yield %2 : tensor<1xindex>
  } -> tensor<2xindex>
  return %0 : tensor<2xindex>
}
