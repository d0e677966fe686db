func.func @main(%b: tensor<16x8xf32>, %w: tensor<8x2xf32>) -> tensor<8x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%v = %w) -> tensor<8x2xf32> {
    %e = tensor.empty() : tensor<16x2xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x2xf32>) -> tensor<16x2xf32>
    %0 = linalg.matmul ins(%b, %v : tensor<16x8xf32>, tensor<8x2xf32>) outs(%f : tensor<16x2xf32>) -> tensor<16x2xf32>
    %1 = math.tanh %0 : tensor<16x2xf32>
    %g = tensor.empty() : tensor<8x2xf32>
    %h = linalg.fill ins(%zero : f32) outs(%g : tensor<8x2xf32>) -> tensor<8x2xf32>
    %2 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%b, %1 : tensor<16x8xf32>, tensor<16x2xf32>) outs(%h : tensor<8x2xf32>) -> tensor<8x2xf32>
    scf.yield %2 : tensor<8x2xf32>
  }
  return %r : tensor<8x2xf32>
}
