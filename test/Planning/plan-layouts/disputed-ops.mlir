// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-plan-layouts=proposals=disputed-ops | FileCheck %s
// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-plan-layouts=proposals=-disputed-ops | FileCheck %s --check-prefix=OTHERS

// All pairs (i, j), summed over j. What comes first suggests to shard j, and the
// sum is combined; the first broadcast is forced to shard i.

// CHECK-LABEL: func.func @main
// CHECK: linalg.broadcast {{.*}}{dtensor.forced_layouts = [#dtensor.layout<@mesh, [x, unsharded]>,
// OTHERS-LABEL: func.func @main
// OTHERS-NOT: dtensor.forced_layouts

dtensor.mesh @mesh <x=4>

func.func @main(%p: tensor<8x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
    -> (tensor<8x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) {
  %e = tensor.empty() : tensor<8x8x3xf32>
  %zero = arith.constant dense<0.0> : tensor<8x3xf32>
  %j = linalg.broadcast ins(%p : tensor<8x3xf32>) outs(%e : tensor<8x8x3xf32>) dimensions = [0]
  %i = linalg.broadcast ins(%p : tensor<8x3xf32>) outs(%e : tensor<8x8x3xf32>) dimensions = [1]
  %d = arith.subf %j, %i : tensor<8x8x3xf32>
  %t = math.tanh %d : tensor<8x8x3xf32>
  %s = linalg.reduce {arith.addf} ins(%t : tensor<8x8x3xf32>) outs(%zero : tensor<8x3xf32>) dimensions = [1]
  return %s : tensor<8x3xf32>
}
