#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  ml_program.global private mutable @global_seed(dense<0> : tensor<i64>) : tensor<i64>
  func.func @main(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %c8_i64 = arith.constant 8 : i64
    %c32_i64 = arith.constant 32 : i64
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 5.4210107999999998E-20 : f64
    %cst_1 = arith.constant 0.000000e+00 : f32
    %c6364136223846793005_i64 = arith.constant 6364136223846793005 : i64
    %c1442695040888963407_i64 = arith.constant 1442695040888963407 : i64
    %global_seed = ml_program.global_load @global_seed : tensor<i64>
    %extracted = tensor.extract %global_seed[] : tensor<i64>
    %0 = arith.muli %extracted, %c6364136223846793005_i64 : i64
    %1 = arith.addi %0, %c1442695040888963407_i64 : i64
    %inserted = tensor.insert %1 into %global_seed[] : tensor<i64>
    ml_program.global_store @global_seed = %inserted : tensor<i64>
    %2 = tensor.empty() : tensor<4x8xf32>
    %3 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%2 : tensor<4x8xf32>) {
    ^bb0(%out: f32):
      %6 = linalg.index 0 : index
      %7 = arith.index_cast %6 : index to i64
      %8 = linalg.index 1 : index
      %9 = arith.index_cast %8 : index to i64
      %10 = arith.muli %7, %c8_i64 : i64
      %11 = arith.addi %10, %9 : i64
      %12 = arith.muli %11, %1 : i64
      %13 = arith.addi %12, %1 : i64
      %14 = arith.muli %12, %12 : i64
      %15 = arith.addi %14, %12 : i64
      %16 = arith.shli %15, %c32_i64 : i64
      %17 = arith.shrui %15, %c32_i64 : i64
      %18 = arith.ori %16, %17 : i64
      %19 = arith.muli %18, %18 : i64
      %20 = arith.addi %19, %13 : i64
      %21 = arith.shli %20, %c32_i64 : i64
      %22 = arith.shrui %20, %c32_i64 : i64
      %23 = arith.ori %21, %22 : i64
      %24 = arith.muli %23, %23 : i64
      %25 = arith.addi %24, %12 : i64
      %26 = arith.shli %25, %c32_i64 : i64
      %27 = arith.shrui %25, %c32_i64 : i64
      %28 = arith.ori %26, %27 : i64
      %29 = arith.muli %28, %28 : i64
      %30 = arith.addi %29, %13 : i64
      %31 = arith.shli %30, %c32_i64 : i64
      %32 = arith.shrui %30, %c32_i64 : i64
      %33 = arith.ori %31, %32 : i64
      %34 = arith.muli %33, %33 : i64
      %35 = arith.addi %34, %12 : i64
      %36 = arith.shrui %35, %c32_i64 : i64
      %37 = arith.xori %30, %36 : i64
      %38 = arith.uitofp %37 : i64 to f64
      %39 = arith.mulf %38, %cst_0 : f64
      %40 = arith.addf %39, %cst : f64
      %41 = arith.truncf %40 : f64 to f32
      linalg.yield %41 : f32
    } -> tensor<4x8xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<4x8xf32>) outs(%2 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = arith.mulf %in, %cst_1 : f32
      linalg.yield %6 : f32
    } -> tensor<4x8xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %4 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%2 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %6 = arith.addf %in, %in_2 : f32
      linalg.yield %6 : f32
    } -> tensor<4x8xf32>
    return %5 : tensor<4x8xf32>
  }
}
