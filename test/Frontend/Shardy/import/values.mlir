// RUN: dtensor-run %s --random-inputs=1 --check
// RUN: dtensor-run %s --random-inputs=1 --check --print-layouts | FileCheck %s
// What says something of a value leaves the value alone.
// CHECK: %r {{.*}} unsharded,x
// CHECK: %e {{.*}} unsharded,x
sdy.mesh @mesh = <["x"=2]>
func.func public @main(%a: tensor<5x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<5x4xf32>) -> (tensor<5x4xf32>, tensor<5x4xf32>) {
  %c = sdy.constant dense<2.0> : tensor<5x4xf32>
  %n = sdy.named_computation<"scale">(%a, %c) (%x: tensor<5x4xf32>, %y: tensor<5x4xf32>) {
    %s = stablehlo.multiply %x, %y : tensor<5x4xf32>
    sdy.return %s : tensor<5x4xf32>
  } : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
  %r = sdy.reshard %n <@mesh, [{}, {"x"}]> : tensor<5x4xf32>
  %d = sdy.data_flow_edge %r : tensor<5x4xf32>
  %p = sdy.propagation_barrier %b allowed_direction=NONE : tensor<5x4xf32>
  %e = stablehlo.add %d, %b : tensor<5x4xf32>
  %f = stablehlo.subtract %p, %b : tensor<5x4xf32>
  sdy.sharding_group %e group_id=0 : tensor<5x4xf32>
  sdy.sharding_group %f group_id=0 : tensor<5x4xf32>
  return %e, %f : tensor<5x4xf32>, tensor<5x4xf32>
}
