// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-plan-layouts=proposals=block-axes -dtensor-propagate-layouts -canonicalize | FileCheck %s
// RUN: dtensor-run %s --random-inputs=1 --check

// Slices of 8, 16 and 8 of 32 columns are blocks of 8. Positions that a body
// asks for are those of the whole axis; a slice of two blocks has them as one axis.

// CHECK-LABEL: func @main
// CHECK: %[[W:.+]] = tensor.expand_shape %arg0 {{\[\[}}0], [1, 2]] output_shape [4, 4, 8]
// CHECK: dtensor.constrain %[[W]] {{.*}} to #dtensor.layout<@mesh, [unsharded, unsharded, x]>
// CHECK: linalg.index 2
// CHECK: linalg.index 3
// CHECK: tensor.extract_slice {{.*}}[1, 0, 0, 0] [1, 1024, 1, 8] [1, 1, 1, 1] {{.*}} : tensor<2x1024x4x8xf32> to tensor<1024x8xf32>
// CHECK: %[[Q:.+]] = tensor.extract_slice {{.*}}[0, 0, 1, 0] [1, 4, 2, 8] [1, 1, 1, 1] {{.*}} : tensor<2x1024x4x8xf32> to tensor<1x4x2x8xf32>
// CHECK: tensor.collapse_shape %[[Q]] {{\[\[}}0], [1], [2, 3]]
// CHECK: tensor.extract_slice {{.*}}[0, 0, 3, 0] [2, 1024, 1, 8]
dtensor.mesh @mesh <x=4>

func.func @main(%w: tensor<4x32xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
    %a: tensor<2x1024x4xf32>)
    -> (tensor<1024x8xf32>, tensor<1x4x16xf32>, tensor<2x1024x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x1024x32xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x1024x32xf32>) -> tensor<2x1024x32xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (k, j)>, affine_map<(b, i, j, k) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%a, %w : tensor<2x1024x4xf32>, tensor<4x32xf32>) outs(%1 : tensor<2x1024x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %z, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x1024x32xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<2x1024x32xf32>) outs(%0 : tensor<2x1024x32xf32>) {
  ^bb0(%x: f32, %z: f32):
    %j = linalg.index 2 : index
    %n = arith.index_cast %j : index to i32
    %f = arith.sitofp %n : i32 to f32
    %m = arith.mulf %x, %f : f32
    linalg.yield %m : f32
  } -> tensor<2x1024x32xf32>
  %4 = tensor.extract_slice %3[1, 0, 0] [1, 1024, 8] [1, 1, 1] : tensor<2x1024x32xf32> to tensor<1024x8xf32>
  %5 = tensor.extract_slice %3[0, 0, 8] [1, 4, 16] [1, 1, 1] : tensor<2x1024x32xf32> to tensor<1x4x16xf32>
  %6 = tensor.extract_slice %3[0, 0, 24] [2, 1024, 8] [1, 1, 1] : tensor<2x1024x32xf32> to tensor<2x1024x8xf32>
  return %4, %5, %6 : tensor<1024x8xf32>, tensor<1x4x16xf32>, tensor<2x1024x8xf32>
}
