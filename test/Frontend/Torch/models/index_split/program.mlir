#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2) -> (d0, 0, 0)>
#map2 = affine_map<(d0, d1, d2) -> (0, d1, 0)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<6x4x5xf32>, %arg1: tensor<3x1xi64>, %arg2: tensor<1x2xi64>) -> tensor<3x2x4xf32> {
    %c4_i64 = arith.constant 4 : i64
    %c0_i64 = arith.constant 0 : i64
    %c6_i64 = arith.constant 6 : i64
    %c5_i64 = arith.constant 5 : i64
    %0 = tensor.empty() : tensor<6x5x4xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<6x4x5xf32>) outs(%0 : tensor<6x5x4xf32>) permutation = [0, 2, 1] 
    %1 = tensor.empty() : tensor<4xi64>
    %2 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%1 : tensor<4xi64>) {
    ^bb0(%out: i64):
      %5 = linalg.index 0 : index
      %6 = arith.index_cast %5 : index to i64
      linalg.yield %6 : i64
    } -> tensor<4xi64>
    %expanded = tensor.expand_shape %arg2 [[0], [1, 2]] output_shape [1, 2, 1] : tensor<1x2xi64> into tensor<1x2x1xi64>
    %expanded_0 = tensor.expand_shape %arg1 [[0], [1, 2]] output_shape [3, 1, 1] : tensor<3x1xi64> into tensor<3x1x1xi64>
    %3 = tensor.empty() : tensor<3x2x4xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map2, #map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_0, %expanded, %2 : tensor<3x1x1xi64>, tensor<1x2x1xi64>, tensor<4xi64>) outs(%3 : tensor<3x2x4xf32>) {
    ^bb0(%in: i64, %in_1: i64, %in_2: i64, %out: f32):
      %5 = arith.cmpi slt, %in, %c0_i64 : i64
      %6 = arith.addi %in, %c6_i64 : i64
      %7 = arith.select %5, %6, %in : i64
      %8 = arith.index_cast %7 : i64 to index
      %9 = arith.cmpi slt, %in_1, %c0_i64 : i64
      %10 = arith.addi %in_1, %c5_i64 : i64
      %11 = arith.select %9, %10, %in_1 : i64
      %12 = arith.index_cast %11 : i64 to index
      %13 = arith.cmpi slt, %in_2, %c0_i64 : i64
      %14 = arith.addi %in_2, %c4_i64 : i64
      %15 = arith.select %13, %14, %in_2 : i64
      %16 = arith.index_cast %15 : i64 to index
      %extracted = tensor.extract %transposed[%8, %12, %16] : tensor<6x5x4xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x2x4xf32>
    return %4 : tensor<3x2x4xf32>
  }
}
