// Reasons, histories and conflicts name the op that the user wrote, not what it
// was imported as.
// RUN: dtensor-run %s --entry hlo --mesh x=2 --layout arg0=unsharded,x --layout arg1=unsharded,x --random-inputs=1 --report --explain=%1 2>&1 | FileCheck %s --check-prefix=HLO
// HLO: from %0 through stablehlo.tanh ({{.*}}source-ops.mlir:[[#TANH:]]:8)
// HLO-NEXT: from %arg0 through stablehlo.dot_general ({{.*}}source-ops.mlir:[[#TANH - 1]]:8)
// HLO: all_gather {{.*}} stablehlo.dot_general needs operand 0 (%arg0) replicated
// HLO: conflict at {{.*}}source-ops.mlir:[[#TANH - 1]]:8, stablehlo.dot_general:
// RUN: dtensor-run %s --entry tosa --mesh x=2 --layout arg0=x,unsharded --random-inputs=1 --report 2>&1 | FileCheck %s --check-prefix=TOSA
// TOSA: all_reduce {{.*}} tosa.reduce_sum contracts axis 0 of %arg0

// Of the values that one op became, its result is meant.
// RUN: dtensor-run %s --entry reduce --mesh x=2 --layout arg0=unsharded,x --random-inputs=1 --explain=%r 2>&1 | FileCheck %s --check-prefix=REDUCE
// REDUCE: %r: tensor<16xf32> has the layout [x]

func.func public @hlo(%arg0: tensor<8x16xf32>, %arg1: tensor<16x64xf32>) -> tensor<8x64xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x64xf32>) -> tensor<8x64xf32>
  %1 = stablehlo.tanh %0 : tensor<8x64xf32>
  return %1 : tensor<8x64xf32>
}

func.func public @reduce(%arg0: tensor<8x16xf32>) -> tensor<16xf32> {
  %cst = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<8x16xf32>, tensor<f32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}

func.func public @tosa(%arg0: tensor<8x16xf32>) -> tensor<1x16xf32> {
  %0 = tosa.reduce_sum %arg0 {axis = 0 : i32} : (tensor<8x16xf32>) -> tensor<1x16xf32>
  return %0 : tensor<1x16xf32>
}
