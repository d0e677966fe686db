// A layer with its gradient, on many devices. Both of its sums go along y, and
// that of the weights' gradient along x, in a loop of ten iterations.
func.func @main(%x: tensor<400000x64xf32>, %w: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %h0 = arith.constant dense<0.0> : tensor<400000x32xf32>
  %w0 = arith.constant dense<0.0> : tensor<64x32xf32>
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%v = %w) -> tensor<64x32xf32> {
    %h = linalg.matmul ins(%x, %v : tensor<400000x64xf32>, tensor<64x32xf32>) outs(%h0 : tensor<400000x32xf32>) -> tensor<400000x32xf32>
    %t = math.tanh %h : tensor<400000x32xf32>
    %g = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
        ins(%x, %t : tensor<400000x64xf32>, tensor<400000x32xf32>) outs(%w0 : tensor<64x32xf32>) -> tensor<64x32xf32>
    scf.yield %g : tensor<64x32xf32>
  }
  return %r : tensor<64x32xf32>
}
