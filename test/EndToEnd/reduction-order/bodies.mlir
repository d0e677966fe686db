// Reductions whose bodies or operands are not those of a plain sum.
// RUN: dtensor-run %s --entry masked --random-inputs=1 --check=reference --rtol 1e-5 --atol 1e-5
// RUN: dtensor-run %s --entry windows --random-inputs=1 --check=reference --rtol 1e-5 --atol 1e-5
// RUN: dtensor-run %s --entry averages --random-inputs=1 --check=reference --rtol 1e-5 --atol 1e-5

// An i1 takes a byte in memory, and a bit in a vector.
func.func @masked(%mask: tensor<40xi1>, %x: tensor<40xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]}
      ins(%mask, %x : tensor<40xi1>, tensor<40xf32>) outs(%init : tensor<f32>) {
  ^bb0(%m: i1, %y: f32, %acc: f32):
    %kept = arith.select %m, %y, %zero : f32
    %0 = arith.addf %acc, %kept : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  return %sum : tensor<f32>
}

// The loops of a window are no neighbours in memory.
func.func @windows(%x: tensor<2x8x8x8xf32>, %w: tensor<3x3x8x8xf32>) -> tensor<2x8x6x6xf32> {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %empty = tensor.empty() : tensor<2x8x6x6xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x8x6x6xf32>) -> tensor<2x8x6x6xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(n, o, h, v, c, i, j) -> (n, h + i, v + j, c)>,
                       affine_map<(n, o, h, v, c, i, j) -> (i, j, c, o)>,
                       affine_map<(n, o, h, v, c, i, j) -> (n, o, h, v)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<2x8x8x8xf32>, tensor<3x3x8x8xf32>) outs(%init : tensor<2x8x6x6xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %half = arith.divf %a, %two : f32
    %product = arith.mulf %half, %b : f32
    %0 = arith.addf %acc, %product : f32
    linalg.yield %0 : f32
  } -> tensor<2x8x6x6xf32>
  return %y : tensor<2x8x6x6xf32>
}

func.func @averages(%x: tensor<2x20x20x3xf32>) -> tensor<2x5x5x3xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x5x5x3xf32>
  %window = tensor.empty() : tensor<4x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x5x5x3xf32>) -> tensor<2x5x5x3xf32>
  %y = linalg.pooling_nhwc_sum {strides = dense<4> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %window : tensor<2x20x20x3xf32>, tensor<4x4xf32>)
      outs(%init : tensor<2x5x5x3xf32>) -> tensor<2x5x5x3xf32>
  return %y : tensor<2x5x5x3xf32>
}
