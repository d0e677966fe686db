// A training step of a small model on a large batch.
func.func @main(%x: tensor<65536x64xf32>,
    %w0: tensor<64x128xf32>,
    %w1: tensor<128x64xf32>)
    -> (tensor<64x128xf32>, tensor<128x64xf32>) {
  %p0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<65536x64xf32>, tensor<64x128xf32>) -> tensor<65536x128xf32>
  %h0 = stablehlo.tanh %p0 : tensor<65536x128xf32>
  %p1 = stablehlo.dot_general %h0, %w1, contracting_dims = [1] x [0] : (tensor<65536x128xf32>, tensor<128x64xf32>) -> tensor<65536x64xf32>
  %h1 = stablehlo.tanh %p1 : tensor<65536x64xf32>
  %d1 = stablehlo.multiply %h1, %h1 : tensor<65536x64xf32>
  %g1 = stablehlo.dot_general %h0, %d1, contracting_dims = [0] x [0] : (tensor<65536x128xf32>, tensor<65536x64xf32>) -> tensor<128x64xf32>
  %u1 = stablehlo.subtract %w1, %g1 : tensor<128x64xf32>
  %b1 = stablehlo.dot_general %d1, %w1, contracting_dims = [1] x [1] : (tensor<65536x64xf32>, tensor<128x64xf32>) -> tensor<65536x128xf32>
  %d0 = stablehlo.multiply %b1, %h0 : tensor<65536x128xf32>
  %g0 = stablehlo.dot_general %x, %d0, contracting_dims = [0] x [0] : (tensor<65536x64xf32>, tensor<65536x128xf32>) -> tensor<64x128xf32>
  %u0 = stablehlo.subtract %w0, %g0 : tensor<64x128xf32>
  return %u0, %u1 : tensor<64x128xf32>, tensor<128x64xf32>
}
