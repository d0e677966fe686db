// One step of gradient descent on mean((gelu(x * w1) * w2 - t)^2), the batch
// sharded: (w1, w2, x, t) -> (w1, w2).
#id = affine_map<(d0, d1) -> (d0, d1)>
#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#km = affine_map<(d0, d1, d2) -> (d2, d0)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#nk = affine_map<(d0, d1, d2) -> (d1, d2)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @main(%w1: tensor<1024x4096xf32>, %w2: tensor<4096x1024xf32>,
                %x: tensor<512x1024xf32>, %t: tensor<512x1024xf32>)
    -> (tensor<1024x4096xf32>, tensor<4096x1024xf32>) {
  %zero = arith.constant 0.0 : f32
  %eh = tensor.empty() : tensor<512x4096xf32>
  %ey = tensor.empty() : tensor<512x1024xf32>
  %ew1 = tensor.empty() : tensor<1024x4096xf32>
  %ew2 = tensor.empty() : tensor<4096x1024xf32>
  %zh = linalg.fill ins(%zero : f32) outs(%eh : tensor<512x4096xf32>) -> tensor<512x4096xf32>
  %zy = linalg.fill ins(%zero : f32) outs(%ey : tensor<512x1024xf32>) -> tensor<512x1024xf32>
  %zw1 = linalg.fill ins(%zero : f32) outs(%ew1 : tensor<1024x4096xf32>) -> tensor<1024x4096xf32>
  %zw2 = linalg.fill ins(%zero : f32) outs(%ew2 : tensor<4096x1024xf32>) -> tensor<4096x1024xf32>

  %a = linalg.matmul ins(%x, %w1 : tensor<512x1024xf32>, tensor<1024x4096xf32>)
                     outs(%zh : tensor<512x4096xf32>) -> tensor<512x4096xf32>
  // gelu and its derivative.
  %h:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<512x4096xf32>) outs(%eh, %eh : tensor<512x4096xf32>, tensor<512x4096xf32>) {
  ^bb0(%v: f32, %out0: f32, %out1: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %c = arith.constant 0.044715 : f32
    %c3 = arith.constant 0.134145 : f32
    %s = arith.constant 0.797884583 : f32
    %v2 = arith.mulf %v, %v : f32
    %cv2 = arith.mulf %c, %v2 : f32
    %p = arith.addf %one, %cv2 : f32
    %sv = arith.mulf %s, %v : f32
    %u = arith.mulf %sv, %p : f32
    %th = math.tanh %u : f32
    %t1 = arith.addf %one, %th : f32
    %hv = arith.mulf %half, %v : f32
    %g = arith.mulf %hv, %t1 : f32
    %tt = arith.mulf %th, %th : f32
    %dt = arith.subf %one, %tt : f32
    %c3v2 = arith.mulf %c3, %v2 : f32
    %q = arith.addf %one, %c3v2 : f32
    %du = arith.mulf %s, %q : f32
    %dtu = arith.mulf %dt, %du : f32
    %d0 = arith.mulf %hv, %dtu : f32
    %d1 = arith.mulf %half, %t1 : f32
    %d = arith.addf %d0, %d1 : f32
    linalg.yield %g, %d : f32, f32
  } -> (tensor<512x4096xf32>, tensor<512x4096xf32>)
  %y = linalg.matmul ins(%h#0, %w2 : tensor<512x4096xf32>, tensor<4096x1024xf32>)
                     outs(%zy : tensor<512x1024xf32>) -> tensor<512x1024xf32>
  %dy = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %t : tensor<512x1024xf32>, tensor<512x1024xf32>) outs(%ey : tensor<512x1024xf32>) {
  ^bb0(%yv: f32, %tv: f32, %out: f32):
    // 2 / (512 * 1024)
    %scale = arith.constant 3.81469727e-06 : f32
    %e = arith.subf %yv, %tv : f32
    %r = arith.mulf %e, %scale : f32
    linalg.yield %r : f32
  } -> tensor<512x1024xf32>
  %dw2 = linalg.generic {indexing_maps = [#km, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%h#0, %dy : tensor<512x4096xf32>, tensor<512x1024xf32>) outs(%zw2 : tensor<4096x1024xf32>) {
  ^bb0(%l: f32, %r: f32, %acc: f32):
    %m = arith.mulf %l, %r : f32
    %n = arith.addf %acc, %m : f32
    linalg.yield %n : f32
  } -> tensor<4096x1024xf32>
  %dh = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%dy, %w2 : tensor<512x1024xf32>, tensor<4096x1024xf32>) outs(%zh : tensor<512x4096xf32>) {
  ^bb0(%l: f32, %r: f32, %acc: f32):
    %m = arith.mulf %l, %r : f32
    %n = arith.addf %acc, %m : f32
    linalg.yield %n : f32
  } -> tensor<512x4096xf32>
  %da = linalg.elementwise kind=#linalg.elementwise_kind<mul>
      ins(%dh, %h#1 : tensor<512x4096xf32>, tensor<512x4096xf32>)
      outs(%eh : tensor<512x4096xf32>) -> tensor<512x4096xf32>
  %dw1 = linalg.generic {indexing_maps = [#km, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %da : tensor<512x1024xf32>, tensor<512x4096xf32>) outs(%zw1 : tensor<1024x4096xf32>) {
  ^bb0(%l: f32, %r: f32, %acc: f32):
    %m = arith.mulf %l, %r : f32
    %n = arith.addf %acc, %m : f32
    linalg.yield %n : f32
  } -> tensor<1024x4096xf32>
  %new1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w1, %dw1 : tensor<1024x4096xf32>, tensor<1024x4096xf32>) outs(%ew1 : tensor<1024x4096xf32>) {
  ^bb0(%w: f32, %g: f32, %out: f32):
    %rate = arith.constant 0.01 : f32
    %d = arith.mulf %rate, %g : f32
    %r = arith.subf %w, %d : f32
    linalg.yield %r : f32
  } -> tensor<1024x4096xf32>
  %new2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w2, %dw2 : tensor<4096x1024xf32>, tensor<4096x1024xf32>) outs(%ew2 : tensor<4096x1024xf32>) {
  ^bb0(%w: f32, %g: f32, %out: f32):
    %rate = arith.constant 0.01 : f32
    %d = arith.mulf %rate, %g : f32
    %r = arith.subf %w, %d : f32
    linalg.yield %r : f32
  } -> tensor<4096x1024xf32>
  return %new1, %new2 : tensor<1024x4096xf32>, tensor<4096x1024xf32>
}
