// RUN: dtensor-opt %s --split-input-file -dtensor-copy-factories -dtensor-plan-layouts=proposals=carried-values | FileCheck %s

// A loop carries its state sharded, as it is computed. Carried whole, it is
// gathered once and not twice. That has to save a 32nd of all bytes.

// CHECK-LABEL: func.func @little
// CHECK-NOT: dtensor.block_layouts
// CHECK-LABEL: func.func @much
// CHECK: scf.for
// CHECK: dtensor.block_layouts

dtensor.mesh @mesh <x=4>
func.func @little(%w: tensor<128x128xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}, %h: tensor<2x128xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
    %other: tensor<65536xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<128x128xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}, tensor<65536xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x2x128xf32>
  %stack = linalg.fill ins(%zero : f32) outs(%e : tensor<6x2x128xf32>) -> tensor<6x2x128xf32>
  %r:3 = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %h, %hs = %stack, %ys = %stack) -> (tensor<2x128xf32>, tensor<6x2x128xf32>, tensor<6x2x128xf32>) {
    %0 = tensor.empty() : tensor<2x128xf32>
    %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x128xf32>) -> tensor<2x128xf32>
    %2 = linalg.matmul ins(%s, %w : tensor<2x128xf32>, tensor<128x128xf32>) outs(%1 : tensor<2x128xf32>) -> tensor<2x128xf32>
    %3 = math.tanh %2 : tensor<2x128xf32>
    %4 = tensor.expand_shape %s [[0, 1], [2]] output_shape [1, 2, 128] : tensor<2x128xf32> into tensor<1x2x128xf32>
    %5 = linalg_ext.dynamic_update_slice ins(%4 : tensor<1x2x128xf32>) at [%i, %c0, %c0] outs(%hs : tensor<6x2x128xf32>) -> tensor<6x2x128xf32>
    %6 = tensor.expand_shape %3 [[0, 1], [2]] output_shape [1, 2, 128] : tensor<2x128xf32> into tensor<1x2x128xf32>
    %7 = linalg_ext.dynamic_update_slice ins(%6 : tensor<1x2x128xf32>) at [%i, %c0, %c0] outs(%ys : tensor<6x2x128xf32>) -> tensor<6x2x128xf32>
    scf.yield %3, %5, %7 : tensor<2x128xf32>, tensor<6x2x128xf32>, tensor<6x2x128xf32>
  }
  %g = tensor.empty() : tensor<128x128xf32>
  %d = linalg.fill ins(%zero : f32) outs(%g : tensor<128x128xf32>) -> tensor<128x128xf32>
  %sum = scf.for %i = %c0 to %c6 step %c1 iter_args(%acc = %d) -> tensor<128x128xf32> {
    %0 = tensor.empty() : tensor<1x2x128xf32>
    %1 = linalg_ext.dynamic_slice ins(%r#1 : tensor<6x2x128xf32>) at [%i, %c0, %c0] sizes = [1, 2, 128] outs(%0 : tensor<1x2x128xf32>) -> tensor<1x2x128xf32>
    %2 = linalg_ext.dynamic_slice ins(%r#2 : tensor<6x2x128xf32>) at [%i, %c0, %c0] sizes = [1, 2, 128] outs(%0 : tensor<1x2x128xf32>) -> tensor<1x2x128xf32>
    %3 = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<1x2x128xf32> into tensor<2x128xf32>
    %4 = tensor.collapse_shape %2 [[0, 1], [2]] : tensor<1x2x128xf32> into tensor<2x128xf32>
    %5 = arith.mulf %3, %4 : tensor<2x128xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%3, %5 : tensor<2x128xf32>, tensor<2x128xf32>) outs(%acc : tensor<128x128xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %7 = arith.mulf %a, %b : f32
      %8 = arith.addf %c, %7 : f32
      linalg.yield %8 : f32
    } -> tensor<128x128xf32>
    scf.yield %6 : tensor<128x128xf32>
  }
  return %sum, %other : tensor<128x128xf32>, tensor<65536xf32>
}

// -----

dtensor.mesh @mesh <x=4>
func.func @much(%w: tensor<128x128xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}, %h: tensor<2x128xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
    %other: tensor<1024xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<128x128xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}, tensor<1024xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x2x128xf32>
  %stack = linalg.fill ins(%zero : f32) outs(%e : tensor<6x2x128xf32>) -> tensor<6x2x128xf32>
  %r:3 = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %h, %hs = %stack, %ys = %stack) -> (tensor<2x128xf32>, tensor<6x2x128xf32>, tensor<6x2x128xf32>) {
    %0 = tensor.empty() : tensor<2x128xf32>
    %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x128xf32>) -> tensor<2x128xf32>
    %2 = linalg.matmul ins(%s, %w : tensor<2x128xf32>, tensor<128x128xf32>) outs(%1 : tensor<2x128xf32>) -> tensor<2x128xf32>
    %3 = math.tanh %2 : tensor<2x128xf32>
    %4 = tensor.expand_shape %s [[0, 1], [2]] output_shape [1, 2, 128] : tensor<2x128xf32> into tensor<1x2x128xf32>
    %5 = linalg_ext.dynamic_update_slice ins(%4 : tensor<1x2x128xf32>) at [%i, %c0, %c0] outs(%hs : tensor<6x2x128xf32>) -> tensor<6x2x128xf32>
    %6 = tensor.expand_shape %3 [[0, 1], [2]] output_shape [1, 2, 128] : tensor<2x128xf32> into tensor<1x2x128xf32>
    %7 = linalg_ext.dynamic_update_slice ins(%6 : tensor<1x2x128xf32>) at [%i, %c0, %c0] outs(%ys : tensor<6x2x128xf32>) -> tensor<6x2x128xf32>
    scf.yield %3, %5, %7 : tensor<2x128xf32>, tensor<6x2x128xf32>, tensor<6x2x128xf32>
  }
  %g = tensor.empty() : tensor<128x128xf32>
  %d = linalg.fill ins(%zero : f32) outs(%g : tensor<128x128xf32>) -> tensor<128x128xf32>
  %sum = scf.for %i = %c0 to %c6 step %c1 iter_args(%acc = %d) -> tensor<128x128xf32> {
    %0 = tensor.empty() : tensor<1x2x128xf32>
    %1 = linalg_ext.dynamic_slice ins(%r#1 : tensor<6x2x128xf32>) at [%i, %c0, %c0] sizes = [1, 2, 128] outs(%0 : tensor<1x2x128xf32>) -> tensor<1x2x128xf32>
    %2 = linalg_ext.dynamic_slice ins(%r#2 : tensor<6x2x128xf32>) at [%i, %c0, %c0] sizes = [1, 2, 128] outs(%0 : tensor<1x2x128xf32>) -> tensor<1x2x128xf32>
    %3 = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<1x2x128xf32> into tensor<2x128xf32>
    %4 = tensor.collapse_shape %2 [[0, 1], [2]] : tensor<1x2x128xf32> into tensor<2x128xf32>
    %5 = arith.mulf %3, %4 : tensor<2x128xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%3, %5 : tensor<2x128xf32>, tensor<2x128xf32>) outs(%acc : tensor<128x128xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %7 = arith.mulf %a, %b : f32
      %8 = arith.addf %c, %7 : f32
      linalg.yield %8 : f32
    } -> tensor<128x128xf32>
    scf.yield %6 : tensor<128x128xf32>
  }
  return %sum, %other : tensor<128x128xf32>, tensor<1024xf32>
}
