// gelu(x * w1) * w2. Tensor-parallel: w1 by columns, w2 by rows.
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%x: tensor<512x1024xf32>, %w1: tensor<1024x4096xf32>,
                %w2: tensor<4096x1024xf32>) -> tensor<512x1024xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<512x4096xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<512x4096xf32>) -> tensor<512x4096xf32>
  %a = linalg.matmul ins(%x, %w1 : tensor<512x1024xf32>, tensor<1024x4096xf32>)
                     outs(%z0 : tensor<512x4096xf32>) -> tensor<512x4096xf32>
  %h = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<512x4096xf32>) outs(%e0 : tensor<512x4096xf32>) {
  ^bb0(%v: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %c = arith.constant 0.044715 : f32
    %s = arith.constant 0.797884583 : f32
    %v2 = arith.mulf %v, %v : f32
    %v3 = arith.mulf %v2, %v : f32
    %cv3 = arith.mulf %c, %v3 : f32
    %sum = arith.addf %v, %cv3 : f32
    %u = arith.mulf %s, %sum : f32
    %t = math.tanh %u : f32
    %t1 = arith.addf %one, %t : f32
    %hv = arith.mulf %half, %v : f32
    %r = arith.mulf %hv, %t1 : f32
    linalg.yield %r : f32
  } -> tensor<512x4096xf32>
  %e1 = tensor.empty() : tensor<512x1024xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<512x1024xf32>) -> tensor<512x1024xf32>
  %y = linalg.matmul ins(%h, %w2 : tensor<512x4096xf32>, tensor<4096x1024xf32>)
                     outs(%z1 : tensor<512x1024xf32>) -> tensor<512x1024xf32>
  return %y : tensor<512x1024xf32>
}
