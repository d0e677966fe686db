// RUN: dtensor-opt %s -dtensor-partition -verify-roundtrip | FileCheck %s

// A transformer block (attention of 2 heads of 4, then an MLP) after Megatron:
// the heads and the hidden layer are sharded on x, the batch of 2 on y. Exactly
// two all_reduces, one after each of the two output projections.

// CHECK-LABEL: func @block
// CHECK-SAME: %arg0: tensor<1x6x8xf32>
// CHECK-NOT: comm.all
// CHECK: %[[P:.*]] = linalg.generic {{.*}}ins(%{{.*}}, %arg4 : tensor<1x6x1x4xf32>, tensor<1x4x8xf32>)
// CHECK-NOT: comm.all
// CHECK: comm.all_reduce ins(%[[P]] : tensor<1x6x8xf32>)
// CHECK-SAME: <@mesh, [y, unsharded, unsharded], partial<sum, [x]>> to <@mesh, [y, unsharded, unsharded]>
// CHECK-NOT: comm.all
// CHECK: %[[M:.*]] = linalg.generic {{.*}}ins(%{{.*}}, %arg6 : tensor<1x6x8xf32>, tensor<8x8xf32>)
// CHECK-NOT: comm.all
// CHECK: comm.all_reduce ins(%[[M]] : tensor<1x6x8xf32>)
// CHECK-SAME: <@mesh, [y, unsharded, unsharded], partial<sum, [x]>> to <@mesh, [y, unsharded, unsharded]>
// CHECK-NOT: comm.all
// CHECK: return

#x3 = affine_map<(b, s, n, d, k) -> (b, s, k)>
#w3 = affine_map<(b, s, n, d, k) -> (k, n, d)>
#q4 = affine_map<(b, s, n, d, k) -> (b, s, n, d)>
#sq = affine_map<(b, n, s, t, d) -> (b, s, n, d)>
#sk = affine_map<(b, n, s, t, d) -> (b, t, n, d)>
#so = affine_map<(b, n, s, t, d) -> (b, n, s, t)>
#as = affine_map<(b, s, n, d, t) -> (b, n, s, t)>
#av = affine_map<(b, s, n, d, t) -> (b, t, n, d)>
#ao = affine_map<(b, s, n, d, t) -> (b, s, n, d)>
#oi = affine_map<(b, s, m, n, d) -> (b, s, n, d)>
#ow = affine_map<(b, s, m, n, d) -> (n, d, m)>
#oo = affine_map<(b, s, m, n, d) -> (b, s, m)>
#mx = affine_map<(b, s, h, k) -> (b, s, k)>
#mw = affine_map<(b, s, h, k) -> (k, h)>
#mo = affine_map<(b, s, h, k) -> (b, s, h)>

dtensor.mesh @mesh <x=2, y=2>

func.func private @project(%x: tensor<2x6x8xf32>, %w: tensor<8x2x4xf32>) -> tensor<2x6x2x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<2x6x2x4xf32>
  %0 = linalg.generic {indexing_maps = [#x3, #w3, #q4],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<2x6x8xf32>, tensor<8x2x4xf32>) outs(%zero : tensor<2x6x2x4xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %1 = arith.mulf %p, %q : f32
    %2 = arith.addf %r, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x6x2x4xf32>
  return %0 : tensor<2x6x2x4xf32>
}

func.func @block(%x: tensor<2x6x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [y, unsharded, unsharded]>},
    %wq: tensor<8x2x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded]>},
    %wk: tensor<8x2x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded]>},
    %wv: tensor<8x2x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded]>},
    %wo: tensor<2x4x8xf32>,
    %w1: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
    %w2: tensor<16x8xf32>) -> tensor<2x6x8xf32> {
  %q = call @project(%x, %wq) : (tensor<2x6x8xf32>, tensor<8x2x4xf32>) -> tensor<2x6x2x4xf32>
  %k = call @project(%x, %wk) : (tensor<2x6x8xf32>, tensor<8x2x4xf32>) -> tensor<2x6x2x4xf32>
  %v = call @project(%x, %wv) : (tensor<2x6x8xf32>, tensor<8x2x4xf32>) -> tensor<2x6x2x4xf32>
  %zeros = arith.constant dense<0.0> : tensor<2x2x6x6xf32>
  %scores = linalg.generic {indexing_maps = [#sq, #sk, #so],
                            iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x6x2x4xf32>, tensor<2x6x2x4xf32>) outs(%zeros : tensor<2x2x6x6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.mulf %a, %b : f32
    %2 = arith.addf %c, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x2x6x6xf32>
  %es = tensor.empty() : tensor<2x2x6x6xf32>
  %weights = linalg.softmax dimension(3) ins(%scores : tensor<2x2x6x6xf32>) outs(%es : tensor<2x2x6x6xf32>)
      -> tensor<2x2x6x6xf32>
  %zero4 = arith.constant dense<0.0> : tensor<2x6x2x4xf32>
  %mixed = linalg.generic {indexing_maps = [#as, #av, #ao],
                           iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%weights, %v : tensor<2x2x6x6xf32>, tensor<2x6x2x4xf32>) outs(%zero4 : tensor<2x6x2x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.mulf %a, %b : f32
    %2 = arith.addf %c, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x6x2x4xf32>
  %zero3 = arith.constant dense<0.0> : tensor<2x6x8xf32>
  %out = linalg.generic {indexing_maps = [#oi, #ow, #oo],
                         iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%mixed, %wo : tensor<2x6x2x4xf32>, tensor<2x4x8xf32>) outs(%zero3 : tensor<2x6x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.mulf %a, %b : f32
    %2 = arith.addf %c, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x6x8xf32>
  %residual = arith.addf %x, %out : tensor<2x6x8xf32>
  %zeroh = arith.constant dense<0.0> : tensor<2x6x16xf32>
  %hidden = linalg.generic {indexing_maps = [#mx, #mw, #mo],
                            iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%residual, %w1 : tensor<2x6x8xf32>, tensor<8x16xf32>) outs(%zeroh : tensor<2x6x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.mulf %a, %b : f32
    %2 = arith.addf %c, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x6x16xf32>
  %relu = arith.maximumf %hidden, %zeroh : tensor<2x6x16xf32>
  %down = linalg.generic {indexing_maps = [#mx, #mw, #mo],
                          iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%relu, %w2 : tensor<2x6x16xf32>, tensor<16x8xf32>) outs(%zero3 : tensor<2x6x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.mulf %a, %b : f32
    %2 = arith.addf %c, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x6x8xf32>
  %result = arith.addf %residual, %down : tensor<2x6x8xf32>
  return %result : tensor<2x6x8xf32>
}
