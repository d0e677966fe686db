// A transformer block, forward: attention of 4 heads of 4 over a sequence of 8,
// then an MLP with a hidden layer of 32; both on normalised rows, with residuals.

#id = affine_map<(s, m) -> (s, m)>
#row = affine_map<(s, m) -> (s)>
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#qx = affine_map<(s, h, d, m) -> (s, m)>
#qw = affine_map<(s, h, d, m) -> (m, h, d)>
#qo = affine_map<(s, h, d, m) -> (s, h, d)>
#sq = affine_map<(h, s, t, d) -> (s, h, d)>
#sk = affine_map<(h, s, t, d) -> (t, h, d)>
#so = affine_map<(h, s, t, d) -> (h, s, t)>
#ap = affine_map<(s, h, d, t) -> (h, s, t)>
#av = affine_map<(s, h, d, t) -> (t, h, d)>
#ao = affine_map<(s, h, d, t) -> (s, h, d)>
#pa = affine_map<(s, m, h, d) -> (s, h, d)>
#pw = affine_map<(s, m, h, d) -> (h, d, m)>
#po = affine_map<(s, m, h, d) -> (s, m)>

func.func @main(%x: tensor<8x16xf32>, %wq: tensor<16x4x4xf32>, %wk: tensor<16x4x4xf32>, %wv: tensor<16x4x4xf32>,
    %wo: tensor<4x4x16xf32>, %up: tensor<16x32xf32>, %down: tensor<32x16xf32>) -> tensor<8x16xf32> {
  %zq = arith.constant dense<0.0> : tensor<8x4x4xf32>
  %zs = arith.constant dense<0.0> : tensor<4x8x8xf32>
  %zx = arith.constant dense<0.0> : tensor<8x16xf32>
  %zh = arith.constant dense<0.0> : tensor<8x32xf32>
  %zr = arith.constant dense<0.0> : tensor<8xf32>
  %n = arith.constant 16.0 : f32
  %n1q = linalg.generic {indexing_maps = [#id, #row],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x16xf32>) outs(%zr : tensor<8xf32>) {
  ^bb0(%i: f32, %t: f32):
    %0 = arith.mulf %i, %i : f32
    %1 = arith.addf %t, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %n1e = tensor.empty() : tensor<8x16xf32>
  %n1 = linalg.generic {indexing_maps = [#id, #row, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %n1q : tensor<8x16xf32>, tensor<8xf32>) outs(%n1e : tensor<8x16xf32>) {
  ^bb0(%i: f32, %t: f32, %u: f32):
    %0 = arith.divf %t, %n : f32
    %1 = math.rsqrt %0 : f32
    %2 = arith.mulf %i, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<8x16xf32>
  %q = linalg.contract indexing_maps = [#qx, #qw, #qo]
      ins(%n1, %wq : tensor<8x16xf32>, tensor<16x4x4xf32>) outs(%zq : tensor<8x4x4xf32>) -> tensor<8x4x4xf32>
  %k = linalg.contract indexing_maps = [#qx, #qw, #qo]
      ins(%n1, %wk : tensor<8x16xf32>, tensor<16x4x4xf32>) outs(%zq : tensor<8x4x4xf32>) -> tensor<8x4x4xf32>
  %v = linalg.contract indexing_maps = [#qx, #qw, #qo]
      ins(%n1, %wv : tensor<8x16xf32>, tensor<16x4x4xf32>) outs(%zq : tensor<8x4x4xf32>) -> tensor<8x4x4xf32>
  %s = linalg.contract indexing_maps = [#sq, #sk, #so]
      ins(%q, %k : tensor<8x4x4xf32>, tensor<8x4x4xf32>) outs(%zs : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  %pe = tensor.empty() : tensor<4x8x8xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<4x8x8xf32>) outs(%pe : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  %a = linalg.contract indexing_maps = [#ap, #av, #ao]
      ins(%p, %v : tensor<4x8x8xf32>, tensor<8x4x4xf32>) outs(%zq : tensor<8x4x4xf32>) -> tensor<8x4x4xf32>
  %o = linalg.contract indexing_maps = [#pa, #pw, #po]
      ins(%a, %wo : tensor<8x4x4xf32>, tensor<4x4x16xf32>) outs(%zx : tensor<8x16xf32>) -> tensor<8x16xf32>
  %y = arith.addf %x, %o : tensor<8x16xf32>
  %n2q = linalg.generic {indexing_maps = [#id, #row],
      iterator_types = ["parallel", "reduction"]}
      ins(%y : tensor<8x16xf32>) outs(%zr : tensor<8xf32>) {
  ^bb0(%i: f32, %t: f32):
    %0 = arith.mulf %i, %i : f32
    %1 = arith.addf %t, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %n2e = tensor.empty() : tensor<8x16xf32>
  %n2 = linalg.generic {indexing_maps = [#id, #row, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%y, %n2q : tensor<8x16xf32>, tensor<8xf32>) outs(%n2e : tensor<8x16xf32>) {
  ^bb0(%i: f32, %t: f32, %u: f32):
    %0 = arith.divf %t, %n : f32
    %1 = math.rsqrt %0 : f32
    %2 = arith.mulf %i, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<8x16xf32>
  %h = linalg.contract indexing_maps = [#mk, #kn, #mn]
      ins(%n2, %up : tensor<8x16xf32>, tensor<16x32xf32>) outs(%zh : tensor<8x32xf32>) -> tensor<8x32xf32>
  %g = math.tanh %h : tensor<8x32xf32>
  %m = linalg.contract indexing_maps = [#mk, #kn, #mn]
      ins(%g, %down : tensor<8x32xf32>, tensor<32x16xf32>) outs(%zx : tensor<8x16xf32>) -> tensor<8x16xf32>
  %z = arith.addf %y, %m : tensor<8x16xf32>
  return %z : tensor<8x16xf32>
}
