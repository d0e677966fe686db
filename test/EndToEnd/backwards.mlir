// RUN: dtensor-opt %s -dtensor-fuse-rows | FileCheck %s
// RUN: dtensor-run %s --random-inputs=1 --check

// What reads an axis backwards is not tiled: upstream takes the wrong box of its
// operand for a tile. On two devices one of the summed positions is whole.

// CHECK-LABEL: func @main
// CHECK-NOT: scf.for
// CHECK: return

dtensor.mesh @mesh <x=2>

func.func @main(%a: tensor<7x12x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded, x]>}, %k: tensor<3x13x3xf32>)
    -> (tensor<7x10x13xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded, unsharded], partial<sum, [x]>>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x13x3xf32>
  %turned = linalg.generic {indexing_maps = [affine_map<(i, j, l) -> (-i + 2, j, l)>, affine_map<(i, j, l) -> (i, j, l)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%k : tensor<3x13x3xf32>) outs(%e : tensor<3x13x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<3x13x3xf32>
  %r = tensor.empty() : tensor<7x10x13xf32>
  %f = linalg.fill ins(%zero : f32) outs(%r : tensor<7x10x13xf32>) -> tensor<7x10x13xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(n, i, c, l, w) -> (n, i + w, l)>, affine_map<(n, i, c, l, w) -> (w, c, l)>, affine_map<(n, i, c, l, w) -> (n, i, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %turned : tensor<7x12x3xf32>, tensor<3x13x3xf32>) outs(%f : tensor<7x10x13xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<7x10x13xf32>
  return %0 : tensor<7x10x13xf32>
}
