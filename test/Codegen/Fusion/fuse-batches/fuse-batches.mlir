// RUN: dtensor-opt %s --dtensor-fuse-batches --split-input-file | FileCheck %s

#a = affine_map<(b, h, m, n, k) -> (b, h, m, k)>
#b = affine_map<(b, h, m, n, k) -> (b, h, n, k)>
#v = affine_map<(b, h, m, n, k) -> (b, h, k, n)>
#c = affine_map<(b, h, m, n, k) -> (b, h, m, n)>
#full = affine_map<(b, h, m, n) -> (b, h, m, n)>
#row = affine_map<(b, h, m, n) -> (b, h, m)>

// The scores of 2 x 6 heads, their sums and quotients, and the product with
// the values: two heads at a time, since they have a MiB. The fills become
// those of tiles.
// CHECK-LABEL: @attention
// CHECK-NOT: linalg.generic
// CHECK: scf.for
// CHECK: scf.for {{.*}} iter_args(%[[RESULT:.+]] = {{.*}})
// CHECK-COUNT-1: linalg.fill {{.*}} -> tensor<1x2x256x512xf32>
// CHECK-COUNT-1: linalg.generic {{.*}} outs({{.*}} : tensor<1x2x256x512xf32>)
// CHECK: linalg.fill {{.*}} -> tensor<1x2x256xf32>
// CHECK-COUNT-1: linalg.generic {{.*}} outs({{.*}} : tensor<1x2x256x512xf32>, tensor<1x2x256xf32>)
// CHECK-COUNT-1: linalg.generic {{.*}} outs({{.*}} : tensor<1x2x256x512xf32>)
// CHECK: %[[SLICE:.+]] = tensor.extract_slice %[[RESULT]]
// CHECK: %[[FILL:.+]] = linalg.fill {{.*}} outs(%[[SLICE]] : tensor<1x2x256x16xf32>)
// CHECK: %[[VALUE:.+]] = linalg.generic {{.*}} outs(%[[FILL]] : tensor<1x2x256x16xf32>)
// CHECK: tensor.insert_slice %[[VALUE]] into %[[RESULT]]
// CHECK-NOT: linalg
// CHECK: return
func.func @attention(%q: tensor<2x6x256x16xf32>, %k: tensor<2x6x512x16xf32>, %values: tensor<2x6x512x16xf32>) -> tensor<2x6x256x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<2x6x256x512xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<2x6x256x512xf32>) -> tensor<2x6x256x512xf32>
  %scores = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x256x16xf32>, tensor<2x6x512x16xf32>) outs(%f0 : tensor<2x6x256x512xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x6x256x512xf32>
  %e1 = tensor.empty() : tensor<2x6x256xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x6x256xf32>) -> tensor<2x6x256xf32>
  %exp, %sum = linalg.generic {indexing_maps = [#full, #full, #row], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%scores : tensor<2x6x256x512xf32>) outs(%e0, %f1 : tensor<2x6x256x512xf32>, tensor<2x6x256xf32>) {
  ^bb0(%x: f32, %o0: f32, %o1: f32):
    %0 = math.exp %x : f32
    %1 = arith.addf %o1, %0 : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<2x6x256x512xf32>, tensor<2x6x256xf32>)
  %p = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%exp, %sum : tensor<2x6x256x512xf32>, tensor<2x6x256xf32>) outs(%e0 : tensor<2x6x256x512xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.divf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<2x6x256x512xf32>
  %e2 = tensor.empty() : tensor<2x6x256x16xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<2x6x256x16xf32>) -> tensor<2x6x256x16xf32>
  %r = linalg.generic {indexing_maps = [#a, #v, #c], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%p, %values : tensor<2x6x256x512xf32>, tensor<2x6x512x16xf32>) outs(%f2 : tensor<2x6x256x16xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x6x256x16xf32>
  return %r : tensor<2x6x256x16xf32>
}

// -----

// What fits in the cache stays as it is.
// CHECK-LABEL: @small
// CHECK-NOT: scf.for
func.func @small(%q: tensor<8x64x16xf32>, %k: tensor<8x16x64xf32>, %v: tensor<8x64x16xf32>, %f0: tensor<8x64x64xf32>, %f1: tensor<8x64x16xf32>) -> tensor<8x64x16xf32> {
  %0 = linalg.batch_matmul ins(%q, %k : tensor<8x64x16xf32>, tensor<8x16x64xf32>) outs(%f0 : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
  %1 = linalg.batch_matmul ins(%0, %v : tensor<8x64x64xf32>, tensor<8x64x16xf32>) outs(%f1 : tensor<8x64x16xf32>) -> tensor<8x64x16xf32>
  return %1 : tensor<8x64x16xf32>
}

// -----

// The scores are a result, too, so they are in memory anyway.
// CHECK-LABEL: @used_twice
// CHECK-NOT: scf.for
func.func @used_twice(%q: tensor<8x512x16xf32>, %k: tensor<8x16x512xf32>, %v: tensor<8x512x16xf32>, %f0: tensor<8x512x512xf32>, %f1: tensor<8x512x16xf32>) -> (tensor<8x512x512xf32>, tensor<8x512x16xf32>) {
  %0 = linalg.batch_matmul ins(%q, %k : tensor<8x512x16xf32>, tensor<8x16x512xf32>) outs(%f0 : tensor<8x512x512xf32>) -> tensor<8x512x512xf32>
  %1 = linalg.batch_matmul ins(%0, %v : tensor<8x512x512xf32>, tensor<8x512x16xf32>) outs(%f1 : tensor<8x512x16xf32>) -> tensor<8x512x16xf32>
  return %0, %1 : tensor<8x512x512xf32>, tensor<8x512x16xf32>
}

// -----

// The batches of the last product are no batches of the first one, of which a
// tile would be a small product with all of %x.
#a = affine_map<(h, m, n, k) -> (m, k)>
#w = affine_map<(h, m, n, k) -> (h, k, n)>
#c = affine_map<(h, m, n, k) -> (h, m, n)>
// CHECK-LABEL: @projection
// CHECK-NOT: scf.for
func.func @projection(%x: tensor<512x64xf32>, %w: tensor<8x64x512xf32>, %v: tensor<8x512x16xf32>, %f0: tensor<8x512x512xf32>, %f1: tensor<8x512x16xf32>) -> tensor<8x512x16xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #w, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : tensor<512x64xf32>, tensor<8x64x512xf32>) outs(%f0 : tensor<8x512x512xf32>) {
  ^bb0(%i: f32, %j: f32, %out: f32):
    %2 = arith.mulf %i, %j : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<8x512x512xf32>
  %1 = linalg.batch_matmul ins(%0, %v : tensor<8x512x512xf32>, tensor<8x512x16xf32>) outs(%f1 : tensor<8x512x16xf32>) -> tensor<8x512x16xf32>
  return %1 : tensor<8x512x16xf32>
}

// There are no tiles of one batch.
// CHECK-LABEL: @one_batch
// CHECK-NOT: scf.for
func.func @one_batch(%q: tensor<1x1024x16xf32>, %k: tensor<1x16x1024xf32>, %v: tensor<1x1024x16xf32>, %f0: tensor<1x1024x1024xf32>, %f1: tensor<1x1024x16xf32>) -> tensor<1x1024x16xf32> {
  %0 = linalg.batch_matmul ins(%q, %k : tensor<1x1024x16xf32>, tensor<1x16x1024xf32>) outs(%f0 : tensor<1x1024x1024xf32>) -> tensor<1x1024x1024xf32>
  %1 = linalg.batch_matmul ins(%0, %v : tensor<1x1024x1024xf32>, tensor<1x1024x16xf32>) outs(%f1 : tensor<1x1024x16xf32>) -> tensor<1x1024x16xf32>
  return %1 : tensor<1x1024x16xf32>
}
