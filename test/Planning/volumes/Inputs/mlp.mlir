// Two products with a nonlinearity in between: 8x16 by 16x32 by 32x16.

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

func.func @main(%x: tensor<8x16xf32>, %up: tensor<16x32xf32>, %down: tensor<32x16xf32>) -> tensor<8x16xf32> {
  %zx = arith.constant dense<0.0> : tensor<8x16xf32>
  %zh = arith.constant dense<0.0> : tensor<8x32xf32>
  %h = linalg.contract indexing_maps = [#mk, #kn, #mn]
      ins(%x, %up : tensor<8x16xf32>, tensor<16x32xf32>) outs(%zh : tensor<8x32xf32>) -> tensor<8x32xf32>
  %g = math.tanh %h : tensor<8x32xf32>
  %m = linalg.contract indexing_maps = [#mk, #kn, #mn]
      ins(%g, %down : tensor<8x32xf32>, tensor<32x16xf32>) outs(%zx : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %m : tensor<8x16xf32>
}
