// RUN: dtensor-opt %s --dtensor-partition --dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s --dtensor-partition | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-opt %s --dtensor-partition=search=false --dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: dtensor-run %s --random-inputs=1 --check

dtensor.mesh @mesh <x=4>

// Every device has %q and %keys. That the values are sharded on features is
// nothing to the scores: the row that is written into both is whole, and what
// goes into the values is sliced of it. Divided for both users, the scores
// would be sums over devices.

// CHECK: @main: 0 bytes in all
// STEPS: @main: 1 all_reduce

// IR-LABEL: func.func @main(

func.func @main(%q: tensor<4x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>},
    %keys: tensor<3x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>},
    %values: tensor<3x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
    %row: tensor<3x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>})
    -> (tensor<4x3xf32>, tensor<3x16xf32>) {
  %scaled = math.tanh %row : tensor<3x16xf32>
  %k = arith.addf %keys, %scaled : tensor<3x16xf32>
  %v = arith.addf %values, %scaled : tensor<3x16xf32>
  %init = arith.constant dense<0.0> : tensor<4x3xf32>
  %scores = linalg.generic {
      indexing_maps = [affine_map<(i, j, d) -> (i, d)>, affine_map<(i, j, d) -> (j, d)>, affine_map<(i, j, d) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<4x16xf32>, tensor<3x16xf32>) outs(%init : tensor<4x3xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x3xf32>
  return %scores, %v : tensor<4x3xf32>, tensor<3x16xf32>
}
