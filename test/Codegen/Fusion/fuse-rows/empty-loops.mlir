// RUN: dtensor-opt %s --dtensor-fuse-rows | FileCheck %s

// A producer with a loop of no iterations cannot be tiled: it stays outside.

#row = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>
#id = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func.func @empty_reduction
// CHECK: linalg.generic
// CHECK-SAME: "parallel", "reduction"
// CHECK-SAME: ins(%{{.*}} : tensor<12x0xf32>)
func.func @empty_reduction(%a: tensor<12x0xf32>, %b: tensor<12xf32>) -> tensor<12xf32> {
  %0 = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<12x0xf32>) outs(%b : tensor<12xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %m = arith.maximumf %x, %acc : f32
    linalg.yield %m : f32
  } -> tensor<12xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%0 : tensor<12xf32>) outs(%b : tensor<12xf32>) {
  ^bb0(%x: f32, %o: f32):
    %e = math.exp %x : f32
    linalg.yield %e : f32
  } -> tensor<12xf32>
  return %1 : tensor<12xf32>
}

// A row of no columns has a size of tile all the same.
// CHECK-LABEL: @no_columns
func.func @no_columns(%a: tensor<12x0xi32>, %c: tensor<12xi32>, %d: tensor<i32>) -> tensor<i32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<12x0xi32>) outs(%c : tensor<12xi32>) {
  ^bb0(%x: i32, %o: i32):
    %s = arith.addi %o, %x : i32
    linalg.yield %s : i32
  } -> tensor<12xi32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]}
      ins(%0 : tensor<12xi32>) outs(%d : tensor<i32>) {
  ^bb0(%x: i32, %o: i32):
    %s = arith.maxsi %o, %x : i32
    linalg.yield %s : i32
  } -> tensor<i32>
  return %1 : tensor<i32>
}
