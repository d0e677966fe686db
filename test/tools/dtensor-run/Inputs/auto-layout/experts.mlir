// 64 experts, and for each a fixed number of tokens of every part of the batch.
func.func @main(%x: tensor<64x64x128x1024xbf16>, %up: tensor<64x1024x4096xbf16>,
    %down: tensor<64x4096x1024xbf16>) -> tensor<64x64x128x1024xbf16> {
  %h = stablehlo.dot_general %x, %up, batching_dims = [1] x [0], contracting_dims = [3] x [1] : (tensor<64x64x128x1024xbf16>, tensor<64x1024x4096xbf16>) -> tensor<64x64x128x4096xbf16>
  %t = stablehlo.tanh %h : tensor<64x64x128x4096xbf16>
  %y = stablehlo.dot_general %t, %down, batching_dims = [0] x [0], contracting_dims = [3] x [1] : (tensor<64x64x128x4096xbf16>, tensor<64x4096x1024xbf16>) -> tensor<64x64x128x1024xbf16>
  %r = stablehlo.transpose %y, dims = [1, 0, 2, 3] : (tensor<64x64x128x1024xbf16>) -> tensor<64x64x128x1024xbf16>
  return %r : tensor<64x64x128x1024xbf16>
}
