// Printed by JAX 0.10.2: benchmark/jax_peer.py --print block 1
module @jit_block attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x512x512xf32>, %arg1: tensor<512xf32>, %arg2: tensor<512xf32>, %arg3: tensor<512xf32>, %arg4: tensor<512xf32>, %arg5: tensor<512x2048xf32>, %arg6: tensor<2048x512xf32>, %arg7: tensor<512x8x64xf32>, %arg8: tensor<8x64x512xf32>, %arg9: tensor<512x8x64xf32>, %arg10: tensor<512x8x64xf32>) -> (tensor<4x512x512xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x512x512xf32>, tensor<f32>) -> tensor<4x512xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<4x512xf32>) -> tensor<4x512x1xf32>
    %cst_0 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x512x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<4x512x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<4x512x1xf32>) -> tensor<4x512x512xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<4x512x512xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<4x512x512xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<4x512x512xf32>, tensor<f32>) -> tensor<4x512xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<4x512xf32>) -> tensor<4x512x1xf32>
    %cst_2 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x512x1xf32>
    %10 = stablehlo.divide %8, %9 : tensor<4x512x1xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x512x1xf32>
    %12 = stablehlo.add %10, %11 : tensor<4x512x1xf32>
    %13 = stablehlo.rsqrt %12 : tensor<4x512x1xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<4x512x1xf32>) -> tensor<4x512x512xf32>
    %15 = stablehlo.multiply %5, %14 : tensor<4x512x512xf32>
    %16 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<512xf32>) -> tensor<1x1x512xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<1x1x512xf32>) -> tensor<4x512x512xf32>
    %18 = stablehlo.multiply %15, %17 : tensor<4x512x512xf32>
    %19 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<512xf32>) -> tensor<1x1x512xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<1x1x512xf32>) -> tensor<4x512x512xf32>
    %21 = stablehlo.add %18, %20 : tensor<4x512x512xf32>
    %22 = stablehlo.dot_general %arg9, %21, contracting_dims = [0] x [2], precision = [DEFAULT, DEFAULT] : (tensor<512x8x64xf32>, tensor<4x512x512xf32>) -> tensor<8x64x4x512xf32>
    %23 = stablehlo.transpose %22, dims = [2, 0, 3, 1] : (tensor<8x64x4x512xf32>) -> tensor<4x8x512x64xf32>
    %24 = stablehlo.dot_general %arg7, %21, contracting_dims = [0] x [2], precision = [DEFAULT, DEFAULT] : (tensor<512x8x64xf32>, tensor<4x512x512xf32>) -> tensor<8x64x4x512xf32>
    %25 = stablehlo.transpose %24, dims = [2, 0, 3, 1] : (tensor<8x64x4x512xf32>) -> tensor<4x8x512x64xf32>
    %26 = stablehlo.dot_general %arg10, %21, contracting_dims = [0] x [2], precision = [DEFAULT, DEFAULT] : (tensor<512x8x64xf32>, tensor<4x512x512xf32>) -> tensor<8x64x4x512xf32>
    %27 = stablehlo.transpose %26, dims = [2, 0, 3, 1] : (tensor<8x64x4x512xf32>) -> tensor<4x8x512x64xf32>
    %28 = stablehlo.dot_general %23, %25, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x8x512x64xf32>, tensor<4x8x512x64xf32>) -> tensor<4x8x512x512xf32>
    %cst_4 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4x8x512x512xf32>
    %30 = stablehlo.multiply %28, %29 : tensor<4x8x512x512xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %31 = stablehlo.reduce(%30 init: %cst_5) applies stablehlo.maximum across dimensions = [3] : (tensor<4x8x512x512xf32>, tensor<f32>) -> tensor<4x8x512xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x8x512xf32>
    %33 = stablehlo.maximum %32, %31 : tensor<4x8x512xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2] : (tensor<4x8x512xf32>) -> tensor<4x8x512x1xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<4x8x512x1xf32>) -> tensor<4x8x512x512xf32>
    %36 = stablehlo.subtract %30, %35 : tensor<4x8x512x512xf32>
    %37 = stablehlo.exponential %36 : tensor<4x8x512x512xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_7) applies stablehlo.add across dimensions = [3] : (tensor<4x8x512x512xf32>, tensor<f32>) -> tensor<4x8x512xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2] : (tensor<4x8x512xf32>) -> tensor<4x8x512x1xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2, 3] : (tensor<4x8x512x1xf32>) -> tensor<4x8x512x512xf32>
    %41 = stablehlo.divide %37, %40 : tensor<4x8x512x512xf32>
    %42 = stablehlo.dot_general %41, %27, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x8x512x512xf32>, tensor<4x8x512x64xf32>) -> tensor<4x8x512x64xf32>
    %43 = stablehlo.dot_general %42, %arg8, contracting_dims = [3, 1] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<4x8x512x64xf32>, tensor<8x64x512xf32>) -> tensor<4x512x512xf32>
    %44 = stablehlo.add %arg0, %43 : tensor<4x512x512xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.reduce(%44 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<4x512x512xf32>, tensor<f32>) -> tensor<4x512xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1] : (tensor<4x512xf32>) -> tensor<4x512x1xf32>
    %cst_9 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x512x1xf32>
    %48 = stablehlo.divide %46, %47 : tensor<4x512x1xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2] : (tensor<4x512x1xf32>) -> tensor<4x512x512xf32>
    %50 = stablehlo.subtract %44, %49 : tensor<4x512x512xf32>
    %51 = stablehlo.multiply %50, %50 : tensor<4x512x512xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.reduce(%51 init: %cst_10) applies stablehlo.add across dimensions = [2] : (tensor<4x512x512xf32>, tensor<f32>) -> tensor<4x512xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1] : (tensor<4x512xf32>) -> tensor<4x512x1xf32>
    %cst_11 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x512x1xf32>
    %55 = stablehlo.divide %53, %54 : tensor<4x512x1xf32>
    %cst_12 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x512x1xf32>
    %57 = stablehlo.add %55, %56 : tensor<4x512x1xf32>
    %58 = stablehlo.rsqrt %57 : tensor<4x512x1xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2] : (tensor<4x512x1xf32>) -> tensor<4x512x512xf32>
    %60 = stablehlo.multiply %50, %59 : tensor<4x512x512xf32>
    %61 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<512xf32>) -> tensor<1x1x512xf32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2] : (tensor<1x1x512xf32>) -> tensor<4x512x512xf32>
    %63 = stablehlo.multiply %60, %62 : tensor<4x512x512xf32>
    %64 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<512xf32>) -> tensor<1x1x512xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2] : (tensor<1x1x512xf32>) -> tensor<4x512x512xf32>
    %66 = stablehlo.add %63, %65 : tensor<4x512x512xf32>
    %67 = stablehlo.dot_general %66, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x512x512xf32>, tensor<512x2048xf32>) -> tensor<4x512x2048xf32>
    %68 = stablehlo.multiply %67, %67 : tensor<4x512x2048xf32>
    %69 = stablehlo.multiply %68, %67 : tensor<4x512x2048xf32>
    %cst_13 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4x512x2048xf32>
    %71 = stablehlo.multiply %70, %69 : tensor<4x512x2048xf32>
    %72 = stablehlo.add %67, %71 : tensor<4x512x2048xf32>
    %cst_14 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %73 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x512x2048xf32>
    %74 = stablehlo.multiply %73, %72 : tensor<4x512x2048xf32>
    %75 = stablehlo.tanh %74 : tensor<4x512x2048xf32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<4x512x2048xf32>
    %77 = stablehlo.add %76, %75 : tensor<4x512x2048xf32>
    %cst_16 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4x512x2048xf32>
    %79 = stablehlo.multiply %78, %77 : tensor<4x512x2048xf32>
    %80 = stablehlo.multiply %67, %79 : tensor<4x512x2048xf32>
    %81 = stablehlo.dot_general %80, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x512x2048xf32>, tensor<2048x512xf32>) -> tensor<4x512x512xf32>
    %82 = stablehlo.add %44, %81 : tensor<4x512x512xf32>
    return %82 : tensor<4x512x512xf32>
  }
}
