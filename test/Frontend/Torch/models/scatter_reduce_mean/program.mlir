#map = affine_map<(d0) -> (d0, 0)>
#map1 = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<6x4xf32>, %arg1: tensor<3x4xi64>, %arg2: tensor<3x4xf32>) -> tensor<6x4xf32> {
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<12x1xi64>
    %1 = linalg.fill ins(%c0_i64 : i64) outs(%0 : tensor<12x1xi64>) -> tensor<12x1xi64>
    %2 = tensor.empty() : tensor<12xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<12xf32>) -> tensor<12xf32>
    %4:3 = linalg.generic {indexing_maps = [#map, #map, #map1], iterator_types = ["parallel"]} outs(%1, %1, %3 : tensor<12x1xi64>, tensor<12x1xi64>, tensor<12xf32>) {
    ^bb0(%out: i64, %out_2: i64, %out_3: f32):
      %11 = linalg.index 0 : index
      %12 = arith.remsi %11, %c4 : index
      %13 = arith.divsi %11, %c4 : index
      %14 = arith.remsi %13, %c3 : index
      %extracted = tensor.extract %arg1[%14, %12] : tensor<3x4xi64>
      %extracted_4 = tensor.extract %arg2[%14, %12] : tensor<3x4xf32>
      %15 = arith.index_cast %12 : index to i64
      linalg.yield %extracted, %15, %extracted_4 : i64, i64, f32
    } -> (tensor<12x1xi64>, tensor<12x1xi64>, tensor<12xf32>)
    %5 = tensor.empty() : tensor<12x2xi64>
    %6 = linalg.fill ins(%c0_i64 : i64) outs(%5 : tensor<12x2xi64>) -> tensor<12x2xi64>
    %inserted_slice = tensor.insert_slice %4#0 into %6[0, 0] [12, 1] [1, 1] : tensor<12x1xi64> into tensor<12x2xi64>
    %inserted_slice_1 = tensor.insert_slice %4#1 into %inserted_slice[0, 1] [12, 1] [1, 1] : tensor<12x1xi64> into tensor<12x2xi64>
    %7 = tensor.empty() : tensor<6x4xf32>
    %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : tensor<6x4xf32>) -> tensor<6x4xf32>
    %9 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%4#2, %inserted_slice_1 : tensor<12xf32>, tensor<12x2xi64>) outs(%arg0 : tensor<6x4xf32>) {
    ^bb0(%arg3: f32, %arg4: f32):
      %11 = arith.addf %arg3, %arg4 : f32
      tm_tensor.yield %11 : f32
    } -> tensor<6x4xf32>
    %10 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%4#2, %inserted_slice_1 : tensor<12xf32>, tensor<12x2xi64>) outs(%8 : tensor<6x4xf32>) {
    ^bb0(%arg3: f32, %arg4: f32):
      %11 = arith.addf %arg4, %cst_0 : f32
      tm_tensor.yield %11 : f32
    } -> tensor<6x4xf32>
    %mapped = linalg.map { arith.divf } ins(%9, %10 : tensor<6x4xf32>, tensor<6x4xf32>) outs(%7 : tensor<6x4xf32>)
    return %mapped : tensor<6x4xf32>
  }
}
