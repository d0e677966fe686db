// RUN: dtensor-opt %s -dtensor-fold-unit-extents | FileCheck %s --check-prefixes=CHECK,RESHAPES
// RUN: dtensor-opt %s -dtensor-fold-unit-extents=use-slices | FileCheck %s --check-prefixes=CHECK,SLICES

#map = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func @column
// RESHAPES: tensor.collapse_shape %{{.*}} {{\[}}[0, 1]] : tensor<8x1xf32> into tensor<8xf32>
// SLICES: tensor.extract_slice %{{.*}}[0, 0] [8, 1] [1, 1] : tensor<8x1xf32> to tensor<8xf32>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]
// CHECK-SAME: ins(%{{.*}} : tensor<8xf32>)
// CHECK: return %{{.*}} : tensor<8x1xf32>
func.func @column(%a: tensor<8x1xf32>) -> tensor<8x1xf32> {
  %e = tensor.empty() : tensor<8x1xf32>
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<8x1xf32>) outs(%e : tensor<8x1xf32>) {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  } -> tensor<8x1xf32>
  return %0 : tensor<8x1xf32>
}

// A destination that is read is an input. There is no axis to drop.
// CHECK-LABEL: func @init
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<8x4xf32>
// CHECK: linalg.generic
// CHECK-SAME: ins(%arg0 : tensor<8x4xf32>) outs(%[[EMPTY]] : tensor<8x4xf32>)
func.func @init(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]}
      outs(%a : tensor<8x4xf32>) {
  ^bb0(%y: f32):
    %n = arith.negf %y : f32
    linalg.yield %n : f32
  } -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
