// A mixture of 4 experts as einsums: 4 groups of 16 tokens of 8 features are
// dispatched to 8 places per expert, put through its two layers, and combined.

#dt = affine_map<(e, g, c, m, s) -> (g, s, e, c)>
#dx = affine_map<(e, g, c, m, s) -> (g, s, m)>
#do = affine_map<(e, g, c, m, s) -> (e, g, c, m)>
#ux = affine_map<(e, g, c, h, m) -> (e, g, c, m)>
#uw = affine_map<(e, g, c, h, m) -> (e, m, h)>
#uo = affine_map<(e, g, c, h, m) -> (e, g, c, h)>
#cx = affine_map<(g, s, m, e, c) -> (e, g, c, m)>
#ct = affine_map<(g, s, m, e, c) -> (g, s, e, c)>
#co = affine_map<(g, s, m, e, c) -> (g, s, m)>

func.func @main(%x: tensor<4x16x8xf32>, %dispatch: tensor<4x16x4x8xf32>, %combine: tensor<4x16x4x8xf32>,
    %up: tensor<4x8x64xf32>, %down: tensor<4x64x8xf32>) -> tensor<4x16x8xf32> {
  %zd = arith.constant dense<0.0> : tensor<4x4x8x8xf32>
  %zu = arith.constant dense<0.0> : tensor<4x4x8x64xf32>
  %zx = arith.constant dense<0.0> : tensor<4x16x8xf32>
  %d = linalg.contract indexing_maps = [#dt, #dx, #do]
      ins(%dispatch, %x : tensor<4x16x4x8xf32>, tensor<4x16x8xf32>) outs(%zd : tensor<4x4x8x8xf32>) -> tensor<4x4x8x8xf32>
  %u = linalg.contract indexing_maps = [#ux, #uw, #uo]
      ins(%d, %up : tensor<4x4x8x8xf32>, tensor<4x8x64xf32>) outs(%zu : tensor<4x4x8x64xf32>) -> tensor<4x4x8x64xf32>
  %a = math.tanh %u : tensor<4x4x8x64xf32>
  %o = linalg.contract indexing_maps = [#ux, #uw, #uo]
      ins(%a, %down : tensor<4x4x8x64xf32>, tensor<4x64x8xf32>) outs(%zd : tensor<4x4x8x8xf32>) -> tensor<4x4x8x8xf32>
  %y = linalg.contract indexing_maps = [#cx, #ct, #co]
      ins(%o, %combine : tensor<4x4x8x8xf32>, tensor<4x16x4x8xf32>) outs(%zx : tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
  return %y : tensor<4x16x8xf32>
}
