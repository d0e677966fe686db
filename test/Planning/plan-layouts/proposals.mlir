// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-plan-layouts | FileCheck %s --check-prefixes=ALL,CONSTRAIN
// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-plan-layouts=proposals=annotated-values | FileCheck %s --check-prefixes=ALL,CONSTRAIN
// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-plan-layouts=proposals=stages,carried-values | FileCheck %s --check-prefix=ALL --implicit-check-not=dtensor.constrain
// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-plan-layouts=proposals=-annotated-values,-disputed-ops,-contracted-operands,-shared-gathers,-earlier-gathers,-needless-shardings | FileCheck %s --check-prefix=ALL --implicit-check-not=dtensor.constrain
// RUN: not dtensor-opt %s -dtensor-plan-layouts=proposals=stage 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-plan-layouts --remarks-filter=dtensor-layouts --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// The pass adds what it decides, and no layouts of other values. A proposal that
// is not asked for is not tried.

// ALL-LABEL: func.func @main(
// CONSTRAIN: dtensor.constrain %arg0 {{.*}} to #dtensor.layout<@mesh, [x, unsharded]>
// ALL-NOT: dtensor.layouts

// UNKNOWN: error: proposals: required some of merged-axes, block-axes, updates-where-read, stages, carried-sums, annotated-values, carried-values, disputed-ops, shared-gathers, earlier-gathers, needless-shardings, contracted-operands, or some with a - before it; found 'stage'

// REMARK: remark: {{.*}}%arg0 in [x,unsharded]: the program receives about 192 bytes, instead of about {{[0-9]+}}
// REMARK: remark: {{.*}}annotated-values: {{[0-9]+}} tried, 1 adopted

dtensor.mesh @mesh <x=4>

func.func @main(%x: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
    %up: tensor<16x32xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>},
    %down: tensor<32x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>})
    -> (tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) {
  %h0 = arith.constant dense<0.0> : tensor<8x32xf32>
  %o0 = arith.constant dense<0.0> : tensor<8x16xf32>
  %h = linalg.matmul ins(%x, %up : tensor<8x16xf32>, tensor<16x32xf32>) outs(%h0 : tensor<8x32xf32>) -> tensor<8x32xf32>
  %t = math.tanh %h : tensor<8x32xf32>
  %y = linalg.matmul ins(%t, %down : tensor<8x32xf32>, tensor<32x16xf32>) outs(%o0 : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}
