// Normalisation over the last axis with scale and offset, rows sharded.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>
func.func @main(%x: tensor<4096x4096xf32>, %scale: tensor<4096xf32>,
                %offset: tensor<4096xf32>) -> tensor<4096x4096xf32> {
  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<4096xf32>
  %e = tensor.empty() : tensor<4096x4096xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<4096xf32>) -> tensor<4096xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4096x4096xf32>) outs(%zr : tensor<4096xf32>) {
  ^bb0(%v: f32, %acc: f32):
    %r = arith.addf %acc, %v : f32
    linalg.yield %r : f32
  } -> tensor<4096xf32>
  %mean = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%sum : tensor<4096xf32>) outs(%er : tensor<4096xf32>) {
  ^bb0(%v: f32, %out: f32):
    %n = arith.constant 4096.0 : f32
    %r = arith.divf %v, %n : f32
    linalg.yield %r : f32
  } -> tensor<4096xf32>
  %centred = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<4096x4096xf32>, tensor<4096xf32>) outs(%e : tensor<4096x4096xf32>) {
  ^bb0(%v: f32, %m: f32, %out: f32):
    %r = arith.subf %v, %m : f32
    linalg.yield %r : f32
  } -> tensor<4096x4096xf32>
  %squares = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%centred : tensor<4096x4096xf32>) outs(%zr : tensor<4096xf32>) {
  ^bb0(%v: f32, %acc: f32):
    %s = arith.mulf %v, %v : f32
    %r = arith.addf %acc, %s : f32
    linalg.yield %r : f32
  } -> tensor<4096xf32>
  %rs = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%squares : tensor<4096xf32>) outs(%er : tensor<4096xf32>) {
  ^bb0(%v: f32, %out: f32):
    %n = arith.constant 4096.0 : f32
    %eps = arith.constant 1.0e-5 : f32
    %var = arith.divf %v, %n : f32
    %p = arith.addf %var, %eps : f32
    %r = math.rsqrt %p : f32
    linalg.yield %r : f32
  } -> tensor<4096xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #column, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %rs, %scale, %offset : tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096xf32>, tensor<4096xf32>)
      outs(%e : tensor<4096x4096xf32>) {
  ^bb0(%v: f32, %s: f32, %g: f32, %b: f32, %out: f32):
    %n = arith.mulf %v, %s : f32
    %ng = arith.mulf %n, %g : f32
    %r = arith.addf %ng, %b : f32
    linalg.yield %r : f32
  } -> tensor<4096x4096xf32>
  return %y : tensor<4096x4096xf32>
}
