// One step of gradient descent of three layers with biases, a batch of 512; all
// gradients by hand. Weights are 16x64, 64x64 and 64x16.

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#column = affine_map<(m, n) -> (n)>

func.func @main(%x: tensor<512x16xf32>,
    %y: tensor<512x16xf32>,
    %w1: tensor<16x64xf32>,
    %b1: tensor<64xf32>,
    %w2: tensor<64x64xf32>,
    %b2: tensor<64xf32>,
    %w3: tensor<64x16xf32>,
    %b3: tensor<16xf32>)
    -> (tensor<16x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x16xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0.0 : f32
  %rate = arith.constant 0.125 : f32
  %z1 = arith.constant dense<0.0> : tensor<512x64xf32>
  %p1 = linalg.contract indexing_maps = [#mk, #kn, #mn]
      ins(%x, %w1 : tensor<512x16xf32>, tensor<16x64xf32>) outs(%z1 : tensor<512x64xf32>) -> tensor<512x64xf32>
  %e1 = tensor.empty() : tensor<512x64xf32>
  %h1 = linalg.generic {indexing_maps = [#id, #column, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%p1, %b1 : tensor<512x64xf32>, tensor<64xf32>) outs(%e1 : tensor<512x64xf32>) {
  ^bb0(%i: f32, %j: f32, %t: f32):
    %0 = arith.addf %i, %j : f32
    %1 = arith.maximumf %0, %c0 : f32
    linalg.yield %1 : f32
  } -> tensor<512x64xf32>
  %z2 = arith.constant dense<0.0> : tensor<512x64xf32>
  %p2 = linalg.contract indexing_maps = [#mk, #kn, #mn]
      ins(%h1, %w2 : tensor<512x64xf32>, tensor<64x64xf32>) outs(%z2 : tensor<512x64xf32>) -> tensor<512x64xf32>
  %e2 = tensor.empty() : tensor<512x64xf32>
  %h2 = linalg.generic {indexing_maps = [#id, #column, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%p2, %b2 : tensor<512x64xf32>, tensor<64xf32>) outs(%e2 : tensor<512x64xf32>) {
  ^bb0(%i: f32, %j: f32, %t: f32):
    %0 = arith.addf %i, %j : f32
    %1 = arith.maximumf %0, %c0 : f32
    linalg.yield %1 : f32
  } -> tensor<512x64xf32>
  %z3 = arith.constant dense<0.0> : tensor<512x16xf32>
  %p3 = linalg.contract indexing_maps = [#mk, #kn, #mn]
      ins(%h2, %w3 : tensor<512x64xf32>, tensor<64x16xf32>) outs(%z3 : tensor<512x16xf32>) -> tensor<512x16xf32>
  %e3 = tensor.empty() : tensor<512x16xf32>
  %h3 = linalg.generic {indexing_maps = [#id, #column, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%p3, %b3 : tensor<512x16xf32>, tensor<16xf32>) outs(%e3 : tensor<512x16xf32>) {
  ^bb0(%i: f32, %j: f32, %t: f32):
    %0 = arith.addf %i, %j : f32
    linalg.yield %0 : f32
  } -> tensor<512x16xf32>
  %d3 = arith.subf %h3, %y : tensor<512x16xf32>
  %zw3 = arith.constant dense<0.0> : tensor<64x16xf32>
  %g3 = linalg.contract indexing_maps = [#km, #kn, #mn]
      ins(%h2, %d3 : tensor<512x64xf32>, tensor<512x16xf32>) outs(%zw3 : tensor<64x16xf32>) -> tensor<64x16xf32>
  %zb3 = arith.constant dense<0.0> : tensor<16xf32>
  %gb3 = linalg.reduce { arith.addf } ins(%d3 : tensor<512x16xf32>) outs(%zb3 : tensor<16xf32>) dimensions = [0]
  %zd3 = arith.constant dense<0.0> : tensor<512x64xf32>
  %q3 = linalg.contract indexing_maps = [#mk, #nk, #mn]
      ins(%d3, %w3 : tensor<512x16xf32>, tensor<64x16xf32>) outs(%zd3 : tensor<512x64xf32>) -> tensor<512x64xf32>
  %ed3 = tensor.empty() : tensor<512x64xf32>
  %d2 = linalg.generic {indexing_maps = [#id, #id, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%q3, %h2 : tensor<512x64xf32>, tensor<512x64xf32>) outs(%ed3 : tensor<512x64xf32>) {
  ^bb0(%i: f32, %j: f32, %t: f32):
    %0 = arith.cmpf ogt, %j, %c0 : f32
    %1 = arith.select %0, %i, %c0 : f32
    linalg.yield %1 : f32
  } -> tensor<512x64xf32>
  %zw2 = arith.constant dense<0.0> : tensor<64x64xf32>
  %g2 = linalg.contract indexing_maps = [#km, #kn, #mn]
      ins(%h1, %d2 : tensor<512x64xf32>, tensor<512x64xf32>) outs(%zw2 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %zb2 = arith.constant dense<0.0> : tensor<64xf32>
  %gb2 = linalg.reduce { arith.addf } ins(%d2 : tensor<512x64xf32>) outs(%zb2 : tensor<64xf32>) dimensions = [0]
  %zd2 = arith.constant dense<0.0> : tensor<512x64xf32>
  %q2 = linalg.contract indexing_maps = [#mk, #nk, #mn]
      ins(%d2, %w2 : tensor<512x64xf32>, tensor<64x64xf32>) outs(%zd2 : tensor<512x64xf32>) -> tensor<512x64xf32>
  %ed2 = tensor.empty() : tensor<512x64xf32>
  %d1 = linalg.generic {indexing_maps = [#id, #id, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%q2, %h1 : tensor<512x64xf32>, tensor<512x64xf32>) outs(%ed2 : tensor<512x64xf32>) {
  ^bb0(%i: f32, %j: f32, %t: f32):
    %0 = arith.cmpf ogt, %j, %c0 : f32
    %1 = arith.select %0, %i, %c0 : f32
    linalg.yield %1 : f32
  } -> tensor<512x64xf32>
  %zw1 = arith.constant dense<0.0> : tensor<16x64xf32>
  %g1 = linalg.contract indexing_maps = [#km, #kn, #mn]
      ins(%x, %d1 : tensor<512x16xf32>, tensor<512x64xf32>) outs(%zw1 : tensor<16x64xf32>) -> tensor<16x64xf32>
  %zb1 = arith.constant dense<0.0> : tensor<64xf32>
  %gb1 = linalg.reduce { arith.addf } ins(%d1 : tensor<512x64xf32>) outs(%zb1 : tensor<64xf32>) dimensions = [0]
  %rg1 = arith.constant dense<0.125> : tensor<16x64xf32>
  %sg1 = arith.mulf %g1, %rg1 : tensor<16x64xf32>
  %ng1 = arith.subf %w1, %sg1 : tensor<16x64xf32>
  %rgb1 = arith.constant dense<0.125> : tensor<64xf32>
  %sgb1 = arith.mulf %gb1, %rgb1 : tensor<64xf32>
  %ngb1 = arith.subf %b1, %sgb1 : tensor<64xf32>
  %rg2 = arith.constant dense<0.125> : tensor<64x64xf32>
  %sg2 = arith.mulf %g2, %rg2 : tensor<64x64xf32>
  %ng2 = arith.subf %w2, %sg2 : tensor<64x64xf32>
  %rgb2 = arith.constant dense<0.125> : tensor<64xf32>
  %sgb2 = arith.mulf %gb2, %rgb2 : tensor<64xf32>
  %ngb2 = arith.subf %b2, %sgb2 : tensor<64xf32>
  %rg3 = arith.constant dense<0.125> : tensor<64x16xf32>
  %sg3 = arith.mulf %g3, %rg3 : tensor<64x16xf32>
  %ng3 = arith.subf %w3, %sg3 : tensor<64x16xf32>
  %rgb3 = arith.constant dense<0.125> : tensor<16xf32>
  %sgb3 = arith.mulf %gb3, %rgb3 : tensor<16xf32>
  %ngb3 = arith.subf %b3, %sgb3 : tensor<16xf32>
  return %ng1, %ngb1, %ng2, %ngb2, %ng3, %ngb3 : tensor<16x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x16xf32>, tensor<16xf32>
}
