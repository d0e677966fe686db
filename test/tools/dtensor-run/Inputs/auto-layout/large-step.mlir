// A training step of a model whose weights are large: 17 MB each.
func.func @main(%x: tensor<16384x2048xf32>,
    %w0: tensor<2048x2048xf32>,
    %w1: tensor<2048x2048xf32>,
    %w2: tensor<2048x2048xf32>,
    %w3: tensor<2048x2048xf32>,
    %w4: tensor<2048x2048xf32>,
    %w5: tensor<2048x2048xf32>)
    -> (tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>) {
  %p0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<16384x2048xf32>, tensor<2048x2048xf32>) -> tensor<16384x2048xf32>
  %h0 = stablehlo.tanh %p0 : tensor<16384x2048xf32>
  %p1 = stablehlo.dot_general %h0, %w1, contracting_dims = [1] x [0] : (tensor<16384x2048xf32>, tensor<2048x2048xf32>) -> tensor<16384x2048xf32>
  %h1 = stablehlo.tanh %p1 : tensor<16384x2048xf32>
  %p2 = stablehlo.dot_general %h1, %w2, contracting_dims = [1] x [0] : (tensor<16384x2048xf32>, tensor<2048x2048xf32>) -> tensor<16384x2048xf32>
  %h2 = stablehlo.tanh %p2 : tensor<16384x2048xf32>
  %p3 = stablehlo.dot_general %h2, %w3, contracting_dims = [1] x [0] : (tensor<16384x2048xf32>, tensor<2048x2048xf32>) -> tensor<16384x2048xf32>
  %h3 = stablehlo.tanh %p3 : tensor<16384x2048xf32>
  %p4 = stablehlo.dot_general %h3, %w4, contracting_dims = [1] x [0] : (tensor<16384x2048xf32>, tensor<2048x2048xf32>) -> tensor<16384x2048xf32>
  %h4 = stablehlo.tanh %p4 : tensor<16384x2048xf32>
  %p5 = stablehlo.dot_general %h4, %w5, contracting_dims = [1] x [0] : (tensor<16384x2048xf32>, tensor<2048x2048xf32>) -> tensor<16384x2048xf32>
  %h5 = stablehlo.tanh %p5 : tensor<16384x2048xf32>
  %d5 = stablehlo.multiply %h5, %h5 : tensor<16384x2048xf32>
  %g5 = stablehlo.dot_general %h4, %d5, contracting_dims = [0] x [0] : (tensor<16384x2048xf32>, tensor<16384x2048xf32>) -> tensor<2048x2048xf32>
  %u5 = stablehlo.subtract %w5, %g5 : tensor<2048x2048xf32>
  %b5 = stablehlo.dot_general %d5, %w5, contracting_dims = [1] x [1] : (tensor<16384x2048xf32>, tensor<2048x2048xf32>) -> tensor<16384x2048xf32>
  %d4 = stablehlo.multiply %b5, %h4 : tensor<16384x2048xf32>
  %g4 = stablehlo.dot_general %h3, %d4, contracting_dims = [0] x [0] : (tensor<16384x2048xf32>, tensor<16384x2048xf32>) -> tensor<2048x2048xf32>
  %u4 = stablehlo.subtract %w4, %g4 : tensor<2048x2048xf32>
  %b4 = stablehlo.dot_general %d4, %w4, contracting_dims = [1] x [1] : (tensor<16384x2048xf32>, tensor<2048x2048xf32>) -> tensor<16384x2048xf32>
  %d3 = stablehlo.multiply %b4, %h3 : tensor<16384x2048xf32>
  %g3 = stablehlo.dot_general %h2, %d3, contracting_dims = [0] x [0] : (tensor<16384x2048xf32>, tensor<16384x2048xf32>) -> tensor<2048x2048xf32>
  %u3 = stablehlo.subtract %w3, %g3 : tensor<2048x2048xf32>
  %b3 = stablehlo.dot_general %d3, %w3, contracting_dims = [1] x [1] : (tensor<16384x2048xf32>, tensor<2048x2048xf32>) -> tensor<16384x2048xf32>
  %d2 = stablehlo.multiply %b3, %h2 : tensor<16384x2048xf32>
  %g2 = stablehlo.dot_general %h1, %d2, contracting_dims = [0] x [0] : (tensor<16384x2048xf32>, tensor<16384x2048xf32>) -> tensor<2048x2048xf32>
  %u2 = stablehlo.subtract %w2, %g2 : tensor<2048x2048xf32>
  %b2 = stablehlo.dot_general %d2, %w2, contracting_dims = [1] x [1] : (tensor<16384x2048xf32>, tensor<2048x2048xf32>) -> tensor<16384x2048xf32>
  %d1 = stablehlo.multiply %b2, %h1 : tensor<16384x2048xf32>
  %g1 = stablehlo.dot_general %h0, %d1, contracting_dims = [0] x [0] : (tensor<16384x2048xf32>, tensor<16384x2048xf32>) -> tensor<2048x2048xf32>
  %u1 = stablehlo.subtract %w1, %g1 : tensor<2048x2048xf32>
  %b1 = stablehlo.dot_general %d1, %w1, contracting_dims = [1] x [1] : (tensor<16384x2048xf32>, tensor<2048x2048xf32>) -> tensor<16384x2048xf32>
  %d0 = stablehlo.multiply %b1, %h0 : tensor<16384x2048xf32>
  %g0 = stablehlo.dot_general %x, %d0, contracting_dims = [0] x [0] : (tensor<16384x2048xf32>, tensor<16384x2048xf32>) -> tensor<2048x2048xf32>
  %u0 = stablehlo.subtract %w0, %g0 : tensor<2048x2048xf32>
  return %u0, %u1, %u2, %u3, %u4, %u5 : tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>
}
