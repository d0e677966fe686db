// RUN: dtensor-opt %s --split-input-file -dtensor-copy-factories -dtensor-plan-layouts=proposals=earlier-gathers | FileCheck %s

// Positions are read by row and by column. Nobody annotated them, so every device
// could be given all of them. That has to save a tenth of all bytes. The bytes
// that devices hold more count little against it.

// CHECK-LABEL: func.func @little
// CHECK-NOT: dtensor.constrain
// CHECK-LABEL: func.func @much
// CHECK: dtensor.constrain %arg0 : tensor<12xf32> to #dtensor.layout<@mesh, [unsharded]>

dtensor.mesh @mesh <x=2>
func.func @little(%position: tensor<12xf32>, %velocity: tensor<12xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>},
    %other: tensor<1024xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<12xf32>, tensor<1024xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %zero = arith.constant dense<0.0> : tensor<12xf32>
  %force = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%position, %position : tensor<12xf32>, tensor<12xf32>) outs(%zero : tensor<12xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %d = arith.subf %a, %b : f32
    %t = math.tanh %d : f32
    %s = arith.addf %sum, %t : f32
    linalg.yield %s : f32
  } -> tensor<12xf32>
  %0 = arith.addf %velocity, %force : tensor<12xf32>
  return %0, %other : tensor<12xf32>, tensor<1024xf32>
}

// -----

dtensor.mesh @mesh <x=2>
func.func @much(%position: tensor<12xf32>, %velocity: tensor<12xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>},
    %other: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<12xf32>, tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %zero = arith.constant dense<0.0> : tensor<12xf32>
  %force = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%position, %position : tensor<12xf32>, tensor<12xf32>) outs(%zero : tensor<12xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %d = arith.subf %a, %b : f32
    %t = math.tanh %d : f32
    %s = arith.addf %sum, %t : f32
    linalg.yield %s : f32
  } -> tensor<12xf32>
  %0 = arith.addf %velocity, %force : tensor<12xf32>
  return %0, %other : tensor<12xf32>, tensor<8xf32>
}
