// Attention and a perceptron, with 402 MB of weights and 17 MB of activations.
func.func @main(%x: tensor<2x1024x4096xbf16>, %wq: tensor<4096x32x128xbf16>,
    %wk: tensor<4096x32x128xbf16>, %wv: tensor<4096x32x128xbf16>,
    %wo: tensor<32x128x4096xbf16>, %up: tensor<4096x16384xbf16>,
    %down: tensor<16384x4096xbf16>) -> tensor<2x1024x4096xbf16> {
  %q = stablehlo.dot_general %x, %wq, contracting_dims = [2] x [0] : (tensor<2x1024x4096xbf16>, tensor<4096x32x128xbf16>) -> tensor<2x1024x32x128xbf16>
  %k = stablehlo.dot_general %x, %wk, contracting_dims = [2] x [0] : (tensor<2x1024x4096xbf16>, tensor<4096x32x128xbf16>) -> tensor<2x1024x32x128xbf16>
  %v = stablehlo.dot_general %x, %wv, contracting_dims = [2] x [0] : (tensor<2x1024x4096xbf16>, tensor<4096x32x128xbf16>) -> tensor<2x1024x32x128xbf16>
  %s = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<2x1024x32x128xbf16>, tensor<2x1024x32x128xbf16>) -> tensor<2x32x1024x1024xbf16>
  %p = stablehlo.exponential %s : tensor<2x32x1024x1024xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %n = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<2x32x1024x1024xbf16>, tensor<bf16>) -> tensor<2x32x1024xbf16>
  %nb = stablehlo.broadcast_in_dim %n, dims = [0, 1, 2] : (tensor<2x32x1024xbf16>) -> tensor<2x32x1024x1024xbf16>
  %w = stablehlo.divide %p, %nb : tensor<2x32x1024x1024xbf16>
  %o = stablehlo.dot_general %w, %v, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1] : (tensor<2x32x1024x1024xbf16>, tensor<2x1024x32x128xbf16>) -> tensor<2x32x1024x128xbf16>
  %a = stablehlo.dot_general %o, %wo, contracting_dims = [1, 3] x [0, 1] : (tensor<2x32x1024x128xbf16>, tensor<32x128x4096xbf16>) -> tensor<2x1024x4096xbf16>
  %r = stablehlo.add %x, %a : tensor<2x1024x4096xbf16>
  %h = stablehlo.dot_general %r, %up, contracting_dims = [2] x [0] : (tensor<2x1024x4096xbf16>, tensor<4096x16384xbf16>) -> tensor<2x1024x16384xbf16>
  %t = stablehlo.tanh %h : tensor<2x1024x16384xbf16>
  %d = stablehlo.dot_general %t, %down, contracting_dims = [2] x [0] : (tensor<2x1024x16384xbf16>, tensor<16384x4096xbf16>) -> tensor<2x1024x4096xbf16>
  %y = stablehlo.add %r, %d : tensor<2x1024x4096xbf16>
  return %y : tensor<2x1024x4096xbf16>
}
