#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, 0)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d2, 0)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @main(%arg0: tensor<2x3x4x6xf32>) -> tensor<2x3x8x12xf32> {
    %c2_i64 = arith.constant 2 : i64
    %c5_i64 = arith.constant 5 : i64
    %c3_i64 = arith.constant 3 : i64
    %c0_i64 = arith.constant 0 : i64
    %c1_i64 = arith.constant 1 : i64
    %c4_i64 = arith.constant 4 : i64
    %c6_i64 = arith.constant 6 : i64
    %cst = arith.constant 5.000000e-01 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<8xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %46 = linalg.index 0 : index
      %47 = arith.index_cast %46 : index to i64
      linalg.yield %47 : i64
    } -> tensor<8xi64>
    %2 = tensor.empty() : tensor<8xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<8xi64>) outs(%2 : tensor<8xf32>) {
    ^bb0(%in: i64, %out: f32):
      %46 = arith.sitofp %in : i64 to f32
      linalg.yield %46 : f32
    } -> tensor<8xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%3 : tensor<8xf32>) outs(%2 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = arith.addf %in, %cst : f32
      linalg.yield %46 : f32
    } -> tensor<8xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%4 : tensor<8xf32>) outs(%2 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = arith.mulf %in, %cst : f32
      linalg.yield %46 : f32
    } -> tensor<8xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%5 : tensor<8xf32>) outs(%2 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = arith.subf %in, %cst : f32
      linalg.yield %46 : f32
    } -> tensor<8xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%6 : tensor<8xf32>) outs(%2 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = arith.cmpf ult, %in, %cst_0 : f32
      %47 = arith.select %46, %cst_0, %in : f32
      linalg.yield %47 : f32
    } -> tensor<8xf32>
    %expanded = tensor.expand_shape %7 [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
    %8 = tensor.empty() : tensor<8x1xi64>
    %9 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<8x1xf32>) outs(%8 : tensor<8x1xi64>) {
    ^bb0(%in: f32, %out: i64):
      %46 = arith.fptosi %in : f32 to i64
      linalg.yield %46 : i64
    } -> tensor<8x1xi64>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<8x1xi64>) outs(%8 : tensor<8x1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %46 = arith.addi %in, %c1_i64 : i64
      linalg.yield %46 : i64
    } -> tensor<8x1xi64>
    %11 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<8x1xi64>) outs(%8 : tensor<8x1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %46 = arith.minsi %in, %c3_i64 : i64
      linalg.yield %46 : i64
    } -> tensor<8x1xi64>
    %12 = tensor.empty() : tensor<12xi64>
    %13 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%12 : tensor<12xi64>) {
    ^bb0(%out: i64):
      %46 = linalg.index 0 : index
      %47 = arith.index_cast %46 : index to i64
      linalg.yield %47 : i64
    } -> tensor<12xi64>
    %14 = tensor.empty() : tensor<12xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%13 : tensor<12xi64>) outs(%14 : tensor<12xf32>) {
    ^bb0(%in: i64, %out: f32):
      %46 = arith.sitofp %in : i64 to f32
      linalg.yield %46 : f32
    } -> tensor<12xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%15 : tensor<12xf32>) outs(%14 : tensor<12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = arith.addf %in, %cst : f32
      linalg.yield %46 : f32
    } -> tensor<12xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%16 : tensor<12xf32>) outs(%14 : tensor<12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = arith.mulf %in, %cst : f32
      linalg.yield %46 : f32
    } -> tensor<12xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%17 : tensor<12xf32>) outs(%14 : tensor<12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = arith.subf %in, %cst : f32
      linalg.yield %46 : f32
    } -> tensor<12xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%18 : tensor<12xf32>) outs(%14 : tensor<12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = arith.cmpf ult, %in, %cst_0 : f32
      %47 = arith.select %46, %cst_0, %in : f32
      linalg.yield %47 : f32
    } -> tensor<12xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%19 : tensor<12xf32>) outs(%12 : tensor<12xi64>) {
    ^bb0(%in: f32, %out: i64):
      %46 = arith.fptosi %in : f32 to i64
      linalg.yield %46 : i64
    } -> tensor<12xi64>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%20 : tensor<12xi64>) outs(%12 : tensor<12xi64>) {
    ^bb0(%in: i64, %out: i64):
      %46 = arith.addi %in, %c1_i64 : i64
      linalg.yield %46 : i64
    } -> tensor<12xi64>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%21 : tensor<12xi64>) outs(%12 : tensor<12xi64>) {
    ^bb0(%in: i64, %out: i64):
      %46 = arith.minsi %in, %c5_i64 : i64
      linalg.yield %46 : i64
    } -> tensor<12xi64>
    %23 = tensor.empty() : tensor<3xi64>
    %24 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%23 : tensor<3xi64>) {
    ^bb0(%out: i64):
      %46 = linalg.index 0 : index
      %47 = arith.index_cast %46 : index to i64
      linalg.yield %47 : i64
    } -> tensor<3xi64>
    %expanded_2 = tensor.expand_shape %24 [[0, 1, 2]] output_shape [3, 1, 1] : tensor<3xi64> into tensor<3x1x1xi64>
    %25 = tensor.empty() : tensor<2xi64>
    %26 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%25 : tensor<2xi64>) {
    ^bb0(%out: i64):
      %46 = linalg.index 0 : index
      %47 = arith.index_cast %46 : index to i64
      linalg.yield %47 : i64
    } -> tensor<2xi64>
    %expanded_3 = tensor.expand_shape %26 [[0, 1, 2, 3]] output_shape [2, 1, 1, 1] : tensor<2xi64> into tensor<2x1x1x1xi64>
    %27 = tensor.empty() : tensor<2x3x8x12xf32>
    %28 = linalg.generic {indexing_maps = [#map2, #map3, #map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_3, %expanded_2, %9, %20 : tensor<2x1x1x1xi64>, tensor<3x1x1xi64>, tensor<8x1xi64>, tensor<12xi64>) outs(%27 : tensor<2x3x8x12xf32>) {
    ^bb0(%in: i64, %in_4: i64, %in_5: i64, %in_6: i64, %out: f32):
      %46 = arith.cmpi slt, %in, %c0_i64 : i64
      %47 = arith.addi %in, %c2_i64 : i64
      %48 = arith.select %46, %47, %in : i64
      %49 = arith.index_cast %48 : i64 to index
      %50 = arith.cmpi slt, %in_4, %c0_i64 : i64
      %51 = arith.addi %in_4, %c3_i64 : i64
      %52 = arith.select %50, %51, %in_4 : i64
      %53 = arith.index_cast %52 : i64 to index
      %54 = arith.cmpi slt, %in_5, %c0_i64 : i64
      %55 = arith.addi %in_5, %c4_i64 : i64
      %56 = arith.select %54, %55, %in_5 : i64
      %57 = arith.index_cast %56 : i64 to index
      %58 = arith.cmpi slt, %in_6, %c0_i64 : i64
      %59 = arith.addi %in_6, %c6_i64 : i64
      %60 = arith.select %58, %59, %in_6 : i64
      %61 = arith.index_cast %60 : i64 to index
      %extracted = tensor.extract %arg0[%49, %53, %57, %61] : tensor<2x3x4x6xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x3x8x12xf32>
    %29 = linalg.generic {indexing_maps = [#map2, #map3, #map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_3, %expanded_2, %9, %22 : tensor<2x1x1x1xi64>, tensor<3x1x1xi64>, tensor<8x1xi64>, tensor<12xi64>) outs(%27 : tensor<2x3x8x12xf32>) {
    ^bb0(%in: i64, %in_4: i64, %in_5: i64, %in_6: i64, %out: f32):
      %46 = arith.cmpi slt, %in, %c0_i64 : i64
      %47 = arith.addi %in, %c2_i64 : i64
      %48 = arith.select %46, %47, %in : i64
      %49 = arith.index_cast %48 : i64 to index
      %50 = arith.cmpi slt, %in_4, %c0_i64 : i64
      %51 = arith.addi %in_4, %c3_i64 : i64
      %52 = arith.select %50, %51, %in_4 : i64
      %53 = arith.index_cast %52 : i64 to index
      %54 = arith.cmpi slt, %in_5, %c0_i64 : i64
      %55 = arith.addi %in_5, %c4_i64 : i64
      %56 = arith.select %54, %55, %in_5 : i64
      %57 = arith.index_cast %56 : i64 to index
      %58 = arith.cmpi slt, %in_6, %c0_i64 : i64
      %59 = arith.addi %in_6, %c6_i64 : i64
      %60 = arith.select %58, %59, %in_6 : i64
      %61 = arith.index_cast %60 : i64 to index
      %extracted = tensor.extract %arg0[%49, %53, %57, %61] : tensor<2x3x4x6xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x3x8x12xf32>
    %30 = linalg.generic {indexing_maps = [#map2, #map3, #map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_3, %expanded_2, %11, %20 : tensor<2x1x1x1xi64>, tensor<3x1x1xi64>, tensor<8x1xi64>, tensor<12xi64>) outs(%27 : tensor<2x3x8x12xf32>) {
    ^bb0(%in: i64, %in_4: i64, %in_5: i64, %in_6: i64, %out: f32):
      %46 = arith.cmpi slt, %in, %c0_i64 : i64
      %47 = arith.addi %in, %c2_i64 : i64
      %48 = arith.select %46, %47, %in : i64
      %49 = arith.index_cast %48 : i64 to index
      %50 = arith.cmpi slt, %in_4, %c0_i64 : i64
      %51 = arith.addi %in_4, %c3_i64 : i64
      %52 = arith.select %50, %51, %in_4 : i64
      %53 = arith.index_cast %52 : i64 to index
      %54 = arith.cmpi slt, %in_5, %c0_i64 : i64
      %55 = arith.addi %in_5, %c4_i64 : i64
      %56 = arith.select %54, %55, %in_5 : i64
      %57 = arith.index_cast %56 : i64 to index
      %58 = arith.cmpi slt, %in_6, %c0_i64 : i64
      %59 = arith.addi %in_6, %c6_i64 : i64
      %60 = arith.select %58, %59, %in_6 : i64
      %61 = arith.index_cast %60 : i64 to index
      %extracted = tensor.extract %arg0[%49, %53, %57, %61] : tensor<2x3x4x6xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x3x8x12xf32>
    %31 = linalg.generic {indexing_maps = [#map2, #map3, #map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_3, %expanded_2, %11, %22 : tensor<2x1x1x1xi64>, tensor<3x1x1xi64>, tensor<8x1xi64>, tensor<12xi64>) outs(%27 : tensor<2x3x8x12xf32>) {
    ^bb0(%in: i64, %in_4: i64, %in_5: i64, %in_6: i64, %out: f32):
      %46 = arith.cmpi slt, %in, %c0_i64 : i64
      %47 = arith.addi %in, %c2_i64 : i64
      %48 = arith.select %46, %47, %in : i64
      %49 = arith.index_cast %48 : i64 to index
      %50 = arith.cmpi slt, %in_4, %c0_i64 : i64
      %51 = arith.addi %in_4, %c3_i64 : i64
      %52 = arith.select %50, %51, %in_4 : i64
      %53 = arith.index_cast %52 : i64 to index
      %54 = arith.cmpi slt, %in_5, %c0_i64 : i64
      %55 = arith.addi %in_5, %c4_i64 : i64
      %56 = arith.select %54, %55, %in_5 : i64
      %57 = arith.index_cast %56 : i64 to index
      %58 = arith.cmpi slt, %in_6, %c0_i64 : i64
      %59 = arith.addi %in_6, %c6_i64 : i64
      %60 = arith.select %58, %59, %in_6 : i64
      %61 = arith.index_cast %60 : i64 to index
      %extracted = tensor.extract %arg0[%49, %53, %57, %61] : tensor<2x3x4x6xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x3x8x12xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%19, %20 : tensor<12xf32>, tensor<12xi64>) outs(%14 : tensor<12xf32>) {
    ^bb0(%in: f32, %in_4: i64, %out: f32):
      %46 = arith.sitofp %in_4 : i64 to f32
      %47 = arith.subf %in, %46 : f32
      linalg.yield %47 : f32
    } -> tensor<12xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%32 : tensor<12xf32>) outs(%14 : tensor<12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = arith.cmpf ult, %in, %cst_0 : f32
      %47 = arith.select %46, %cst_0, %in : f32
      %48 = arith.cmpf ugt, %47, %cst_1 : f32
      %49 = arith.select %48, %cst_1, %47 : f32
      linalg.yield %49 : f32
    } -> tensor<12xf32>
    %34 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %28 : tensor<2x3x8x12xf32>, tensor<2x3x8x12xf32>) outs(%27 : tensor<2x3x8x12xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %46 = arith.subf %in, %in_4 : f32
      linalg.yield %46 : f32
    } -> tensor<2x3x8x12xf32>
    %35 = linalg.generic {indexing_maps = [#map6, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %33 : tensor<2x3x8x12xf32>, tensor<12xf32>) outs(%27 : tensor<2x3x8x12xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %46 = arith.mulf %in, %in_4 : f32
      linalg.yield %46 : f32
    } -> tensor<2x3x8x12xf32>
    %36 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28, %35 : tensor<2x3x8x12xf32>, tensor<2x3x8x12xf32>) outs(%27 : tensor<2x3x8x12xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %46 = arith.addf %in, %in_4 : f32
      linalg.yield %46 : f32
    } -> tensor<2x3x8x12xf32>
    %37 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31, %30 : tensor<2x3x8x12xf32>, tensor<2x3x8x12xf32>) outs(%27 : tensor<2x3x8x12xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %46 = arith.subf %in, %in_4 : f32
      linalg.yield %46 : f32
    } -> tensor<2x3x8x12xf32>
    %38 = linalg.generic {indexing_maps = [#map6, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %33 : tensor<2x3x8x12xf32>, tensor<12xf32>) outs(%27 : tensor<2x3x8x12xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %46 = arith.mulf %in, %in_4 : f32
      linalg.yield %46 : f32
    } -> tensor<2x3x8x12xf32>
    %39 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %38 : tensor<2x3x8x12xf32>, tensor<2x3x8x12xf32>) outs(%27 : tensor<2x3x8x12xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %46 = arith.addf %in, %in_4 : f32
      linalg.yield %46 : f32
    } -> tensor<2x3x8x12xf32>
    %40 = tensor.empty() : tensor<8x1xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded, %9 : tensor<8x1xf32>, tensor<8x1xi64>) outs(%40 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %in_4: i64, %out: f32):
      %46 = arith.sitofp %in_4 : i64 to f32
      %47 = arith.subf %in, %46 : f32
      linalg.yield %47 : f32
    } -> tensor<8x1xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<8x1xf32>) outs(%40 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = arith.cmpf ult, %in, %cst_0 : f32
      %47 = arith.select %46, %cst_0, %in : f32
      %48 = arith.cmpf ugt, %47, %cst_1 : f32
      %49 = arith.select %48, %cst_1, %47 : f32
      linalg.yield %49 : f32
    } -> tensor<8x1xf32>
    %43 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39, %36 : tensor<2x3x8x12xf32>, tensor<2x3x8x12xf32>) outs(%27 : tensor<2x3x8x12xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %46 = arith.subf %in, %in_4 : f32
      linalg.yield %46 : f32
    } -> tensor<2x3x8x12xf32>
    %44 = linalg.generic {indexing_maps = [#map6, #map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43, %42 : tensor<2x3x8x12xf32>, tensor<8x1xf32>) outs(%27 : tensor<2x3x8x12xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %46 = arith.mulf %in, %in_4 : f32
      linalg.yield %46 : f32
    } -> tensor<2x3x8x12xf32>
    %45 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36, %44 : tensor<2x3x8x12xf32>, tensor<2x3x8x12xf32>) outs(%27 : tensor<2x3x8x12xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %46 = arith.addf %in, %in_4 : f32
      linalg.yield %46 : f32
    } -> tensor<2x3x8x12xf32>
    return %45 : tensor<2x3x8x12xf32>
  }
}
