#map = affine_map<(d0, d1, d2) -> (d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d2)>
module {
  func.func @main(%arg0: tensor<10x4xf32>, %arg1: tensor<12xi64>, %arg2: tensor<3xi64>) -> tensor<3x4xf32> {
    %c0 = arith.constant 0 : index
    %cst = arith.constant 0.000000e+00 : f32
    %c1_i64 = arith.constant 1 : i64
    %c3_i64 = arith.constant 3 : i64
    %c12_i64 = arith.constant 12 : i64
    %0 = tensor.empty() : tensor<3x4xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<3x4xf32>) -> tensor<3x4xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "reduction", "parallel"]} ins(%arg1, %arg2 : tensor<12xi64>, tensor<3xi64>) outs(%1 : tensor<3x4xf32>) {
    ^bb0(%in: i64, %in_0: i64, %out: f32):
      %3 = linalg.index 0 : index
      %4 = arith.index_cast %3 : index to i64
      %5 = arith.addi %4, %c1_i64 : i64
      %6 = arith.index_cast %5 : i64 to index
      %7 = arith.cmpi eq, %5, %c3_i64 : i64
      %8 = arith.select %7, %c0, %6 : index
      %extracted = tensor.extract %arg2[%8] : tensor<3xi64>
      %9 = arith.select %7, %c12_i64, %extracted : i64
      %10 = linalg.index 1 : index
      %11 = arith.index_cast %10 : index to i64
      %12 = arith.cmpi slt, %in_0, %11 : i64
      %13 = arith.cmpi eq, %in_0, %11 : i64
      %14 = arith.ori %12, %13 : i1
      %15 = arith.cmpi slt, %11, %9 : i64
      %16 = arith.andi %14, %15 : i1
      %17 = arith.index_cast %in : i64 to index
      %18 = linalg.index 2 : index
      %extracted_1 = tensor.extract %arg0[%17, %18] : tensor<10x4xf32>
      %19 = arith.addf %extracted_1, %out : f32
      %20 = arith.select %16, %19, %out : f32
      linalg.yield %20 : f32
    } -> tensor<3x4xf32>
    return %2 : tensor<3x4xf32>
  }
}
