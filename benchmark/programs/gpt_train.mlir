// Printed by JAX 0.10.2: benchmark/jax_peer.py --print gpt_train 1
module @jit_gpt_train attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<256xf32>, %arg1: tensor<256xf32>, %arg2: tensor<256x1000xf32>, %arg3: tensor<256xf32>, %arg4: tensor<256xf32>, %arg5: tensor<256xf32>, %arg6: tensor<256xf32>, %arg7: tensor<256x1024xf32>, %arg8: tensor<1024x256xf32>, %arg9: tensor<256x4x64xf32>, %arg10: tensor<4x64x256xf32>, %arg11: tensor<256x4x64xf32>, %arg12: tensor<256x4x64xf32>, %arg13: tensor<256xf32>, %arg14: tensor<256xf32>, %arg15: tensor<256xf32>, %arg16: tensor<256xf32>, %arg17: tensor<256x1024xf32>, %arg18: tensor<1024x256xf32>, %arg19: tensor<256x4x64xf32>, %arg20: tensor<4x64x256xf32>, %arg21: tensor<256x4x64xf32>, %arg22: tensor<256x4x64xf32>, %arg23: tensor<128x256xf32>, %arg24: tensor<1000x256xf32>, %arg25: tensor<8x128xi32>, %arg26: tensor<8x128xi32>) -> (tensor<256xf32> {jax.result_info = "result['b']"}, tensor<256xf32> {jax.result_info = "result['g']"}, tensor<256x1000xf32> {jax.result_info = "result['head']"}, tensor<256xf32> {jax.result_info = "result['layers'][0]['b1']"}, tensor<256xf32> {jax.result_info = "result['layers'][0]['b2']"}, tensor<256xf32> {jax.result_info = "result['layers'][0]['g1']"}, tensor<256xf32> {jax.result_info = "result['layers'][0]['g2']"}, tensor<256x1024xf32> {jax.result_info = "result['layers'][0]['w1']"}, tensor<1024x256xf32> {jax.result_info = "result['layers'][0]['w2']"}, tensor<256x4x64xf32> {jax.result_info = "result['layers'][0]['wk']"}, tensor<4x64x256xf32> {jax.result_info = "result['layers'][0]['wo']"}, tensor<256x4x64xf32> {jax.result_info = "result['layers'][0]['wq']"}, tensor<256x4x64xf32> {jax.result_info = "result['layers'][0]['wv']"}, tensor<256xf32> {jax.result_info = "result['layers'][1]['b1']"}, tensor<256xf32> {jax.result_info = "result['layers'][1]['b2']"}, tensor<256xf32> {jax.result_info = "result['layers'][1]['g1']"}, tensor<256xf32> {jax.result_info = "result['layers'][1]['g2']"}, tensor<256x1024xf32> {jax.result_info = "result['layers'][1]['w1']"}, tensor<1024x256xf32> {jax.result_info = "result['layers'][1]['w2']"}, tensor<256x4x64xf32> {jax.result_info = "result['layers'][1]['wk']"}, tensor<4x64x256xf32> {jax.result_info = "result['layers'][1]['wo']"}, tensor<256x4x64xf32> {jax.result_info = "result['layers'][1]['wq']"}, tensor<256x4x64xf32> {jax.result_info = "result['layers'][1]['wv']"}, tensor<128x256xf32> {jax.result_info = "result['pos']"}, tensor<1000x256xf32> {jax.result_info = "result['tok']"}) {
    %c = stablehlo.constant dense<1000> : tensor<i32>
    %0 = call @remainder(%arg25, %c) : (tensor<8x128xi32>, tensor<i32>) -> tensor<8x128xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x128xi32>
    %2 = stablehlo.compare LT, %0, %1, SIGNED : (tensor<8x128xi32>, tensor<8x128xi32>) -> tensor<8x128xi1>
    %c_1 = stablehlo.constant dense<1000> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<8x128xi32>
    %4 = stablehlo.add %0, %3 : tensor<8x128xi32>
    %5 = stablehlo.select %2, %4, %0 : tensor<8x128xi1>, tensor<8x128xi32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<8x128xi32>) -> tensor<8x128x1xi32>
    %7 = "stablehlo.gather"(%arg24, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 256>}> : (tensor<1000x256xf32>, tensor<8x128x1xi32>) -> tensor<8x128x256xf32>
    %8 = stablehlo.broadcast_in_dim %arg23, dims = [1, 2] : (tensor<128x256xf32>) -> tensor<1x128x256xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x128x256xf32>) -> tensor<8x128x256xf32>
    %10 = stablehlo.add %7, %9 : tensor<8x128x256xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<8x128xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %cst_2 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %14 = stablehlo.divide %12, %13 : tensor<8x128x1xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<8x128x1xf32>) -> tensor<8x128x256xf32>
    %16 = stablehlo.subtract %10, %15 : tensor<8x128x256xf32>
    %17 = stablehlo.multiply %16, %16 : tensor<8x128x256xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_3) applies stablehlo.add across dimensions = [2] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<8x128xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %cst_4 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %21 = stablehlo.divide %19, %20 : tensor<8x128x1xf32>
    %cst_5 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %23 = stablehlo.add %21, %22 : tensor<8x128x1xf32>
    %24 = stablehlo.rsqrt %23 : tensor<8x128x1xf32>
    %25 = stablehlo.divide %24, %23 : tensor<8x128x1xf32>
    %cst_6 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %27 = stablehlo.multiply %26, %25 : tensor<8x128x1xf32>
    %28 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<8x128x1xf32>) -> tensor<8x128x256xf32>
    %29 = stablehlo.multiply %16, %28 : tensor<8x128x256xf32>
    %30 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<8x128x256xf32>
    %32 = stablehlo.multiply %29, %31 : tensor<8x128x256xf32>
    %33 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<8x128x256xf32>
    %35 = stablehlo.add %32, %34 : tensor<8x128x256xf32>
    %36 = stablehlo.dot_general %arg11, %35, contracting_dims = [0] x [2], precision = [DEFAULT, DEFAULT] : (tensor<256x4x64xf32>, tensor<8x128x256xf32>) -> tensor<4x64x8x128xf32>
    %37 = stablehlo.transpose %36, dims = [2, 0, 3, 1] : (tensor<4x64x8x128xf32>) -> tensor<8x4x128x64xf32>
    %38 = stablehlo.dot_general %arg9, %35, contracting_dims = [0] x [2], precision = [DEFAULT, DEFAULT] : (tensor<256x4x64xf32>, tensor<8x128x256xf32>) -> tensor<4x64x8x128xf32>
    %39 = stablehlo.transpose %38, dims = [2, 0, 3, 1] : (tensor<4x64x8x128xf32>) -> tensor<8x4x128x64xf32>
    %40 = stablehlo.dot_general %arg12, %35, contracting_dims = [0] x [2], precision = [DEFAULT, DEFAULT] : (tensor<256x4x64xf32>, tensor<8x128x256xf32>) -> tensor<4x64x8x128xf32>
    %41 = stablehlo.transpose %40, dims = [2, 0, 3, 1] : (tensor<4x64x8x128xf32>) -> tensor<8x4x128x64xf32>
    %42 = stablehlo.dot_general %37, %39, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x128x64xf32>, tensor<8x4x128x64xf32>) -> tensor<8x4x128x128xf32>
    %cst_7 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x4x128x128xf32>
    %44 = stablehlo.multiply %42, %43 : tensor<8x4x128x128xf32>
    %45 = stablehlo.iota dim = 0 : tensor<128xi32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0] : (tensor<128xi32>) -> tensor<128x1xi32>
    %47 = stablehlo.broadcast_in_dim %45, dims = [1] : (tensor<128xi32>) -> tensor<1x128xi32>
    %48 = stablehlo.broadcast_in_dim %46, dims = [0, 1] : (tensor<128x1xi32>) -> tensor<128x128xi32>
    %49 = stablehlo.broadcast_in_dim %47, dims = [0, 1] : (tensor<1x128xi32>) -> tensor<128x128xi32>
    %50 = stablehlo.compare GE, %48, %49, SIGNED : (tensor<128x128xi32>, tensor<128x128xi32>) -> tensor<128x128xi1>
    %cst_8 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %51:2 = call @_where_0(%50, %44, %cst_8) : (tensor<128x128xi1>, tensor<8x4x128x128xf32>, tensor<f32>) -> (tensor<8x4x128x128xf32>, tensor<8x4x128x128xi1>)
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %52 = stablehlo.reduce(%51#0 init: %cst_9) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x128x128xf32>, tensor<f32>) -> tensor<8x4x128xf32>
    %cst_10 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x4x128xf32>
    %54 = stablehlo.maximum %53, %52 : tensor<8x4x128xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2] : (tensor<8x4x128xf32>) -> tensor<8x4x128x1xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2, 3] : (tensor<8x4x128x1xf32>) -> tensor<8x4x128x128xf32>
    %57 = stablehlo.subtract %51#0, %56 : tensor<8x4x128x128xf32>
    %58 = stablehlo.exponential %57 : tensor<8x4x128x128xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.reduce(%58 init: %cst_11) applies stablehlo.add across dimensions = [3] : (tensor<8x4x128x128xf32>, tensor<f32>) -> tensor<8x4x128xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2] : (tensor<8x4x128xf32>) -> tensor<8x4x128x1xf32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2, 3] : (tensor<8x4x128x1xf32>) -> tensor<8x4x128x128xf32>
    %62 = stablehlo.divide %58, %61 : tensor<8x4x128x128xf32>
    %63 = stablehlo.multiply %60, %60 : tensor<8x4x128x1xf32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x4x128x1xf32>
    %65 = stablehlo.divide %64, %63 : tensor<8x4x128x1xf32>
    %66 = stablehlo.dot_general %62, %41, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x128x128xf32>, tensor<8x4x128x64xf32>) -> tensor<8x4x128x64xf32>
    %67 = stablehlo.dot_general %66, %arg10, contracting_dims = [3, 1] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x128x64xf32>, tensor<4x64x256xf32>) -> tensor<8x128x256xf32>
    %68 = stablehlo.add %10, %67 : tensor<8x128x256xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %69 = stablehlo.reduce(%68 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<8x128xf32>
    %70 = stablehlo.broadcast_in_dim %69, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %cst_14 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %72 = stablehlo.divide %70, %71 : tensor<8x128x1xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2] : (tensor<8x128x1xf32>) -> tensor<8x128x256xf32>
    %74 = stablehlo.subtract %68, %73 : tensor<8x128x256xf32>
    %75 = stablehlo.multiply %74, %74 : tensor<8x128x256xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %76 = stablehlo.reduce(%75 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<8x128xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %cst_16 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %79 = stablehlo.divide %77, %78 : tensor<8x128x1xf32>
    %cst_17 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %81 = stablehlo.add %79, %80 : tensor<8x128x1xf32>
    %82 = stablehlo.rsqrt %81 : tensor<8x128x1xf32>
    %83 = stablehlo.divide %82, %81 : tensor<8x128x1xf32>
    %cst_18 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %85 = stablehlo.multiply %84, %83 : tensor<8x128x1xf32>
    %86 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<8x128x1xf32>) -> tensor<8x128x256xf32>
    %87 = stablehlo.multiply %74, %86 : tensor<8x128x256xf32>
    %88 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<8x128x256xf32>
    %90 = stablehlo.multiply %87, %89 : tensor<8x128x256xf32>
    %91 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %92 = stablehlo.broadcast_in_dim %91, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<8x128x256xf32>
    %93 = stablehlo.add %90, %92 : tensor<8x128x256xf32>
    %94 = stablehlo.dot_general %93, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x128x256xf32>, tensor<256x1024xf32>) -> tensor<8x128x1024xf32>
    %95 = stablehlo.multiply %94, %94 : tensor<8x128x1024xf32>
    %96 = stablehlo.multiply %95, %94 : tensor<8x128x1024xf32>
    %97 = stablehlo.multiply %94, %94 : tensor<8x128x1024xf32>
    %cst_19 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %98 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x128x1024xf32>
    %99 = stablehlo.multiply %98, %97 : tensor<8x128x1024xf32>
    %cst_20 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x128x1024xf32>
    %101 = stablehlo.multiply %100, %96 : tensor<8x128x1024xf32>
    %102 = stablehlo.add %94, %101 : tensor<8x128x1024xf32>
    %cst_21 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x128x1024xf32>
    %104 = stablehlo.multiply %103, %102 : tensor<8x128x1024xf32>
    %105 = stablehlo.tanh %104 : tensor<8x128x1024xf32>
    %cst_22 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %106 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x128x1024xf32>
    %107 = stablehlo.subtract %106, %105 : tensor<8x128x1024xf32>
    %cst_23 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x128x1024xf32>
    %109 = stablehlo.add %108, %105 : tensor<8x128x1024xf32>
    %cst_24 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<8x128x1024xf32>
    %111 = stablehlo.multiply %110, %109 : tensor<8x128x1024xf32>
    %112 = stablehlo.multiply %94, %111 : tensor<8x128x1024xf32>
    %113 = stablehlo.dot_general %112, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x128x1024xf32>, tensor<1024x256xf32>) -> tensor<8x128x256xf32>
    %114 = stablehlo.add %68, %113 : tensor<8x128x256xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %115 = stablehlo.reduce(%114 init: %cst_25) applies stablehlo.add across dimensions = [2] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<8x128xf32>
    %116 = stablehlo.broadcast_in_dim %115, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %cst_26 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %117 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %118 = stablehlo.divide %116, %117 : tensor<8x128x1xf32>
    %119 = stablehlo.broadcast_in_dim %118, dims = [0, 1, 2] : (tensor<8x128x1xf32>) -> tensor<8x128x256xf32>
    %120 = stablehlo.subtract %114, %119 : tensor<8x128x256xf32>
    %121 = stablehlo.multiply %120, %120 : tensor<8x128x256xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %122 = stablehlo.reduce(%121 init: %cst_27) applies stablehlo.add across dimensions = [2] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<8x128xf32>
    %123 = stablehlo.broadcast_in_dim %122, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %cst_28 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %124 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %125 = stablehlo.divide %123, %124 : tensor<8x128x1xf32>
    %cst_29 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %127 = stablehlo.add %125, %126 : tensor<8x128x1xf32>
    %128 = stablehlo.rsqrt %127 : tensor<8x128x1xf32>
    %129 = stablehlo.divide %128, %127 : tensor<8x128x1xf32>
    %cst_30 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %130 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %131 = stablehlo.multiply %130, %129 : tensor<8x128x1xf32>
    %132 = stablehlo.broadcast_in_dim %128, dims = [0, 1, 2] : (tensor<8x128x1xf32>) -> tensor<8x128x256xf32>
    %133 = stablehlo.multiply %120, %132 : tensor<8x128x256xf32>
    %134 = stablehlo.broadcast_in_dim %arg15, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %135 = stablehlo.broadcast_in_dim %134, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<8x128x256xf32>
    %136 = stablehlo.multiply %133, %135 : tensor<8x128x256xf32>
    %137 = stablehlo.broadcast_in_dim %arg13, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %138 = stablehlo.broadcast_in_dim %137, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<8x128x256xf32>
    %139 = stablehlo.add %136, %138 : tensor<8x128x256xf32>
    %140 = stablehlo.dot_general %arg21, %139, contracting_dims = [0] x [2], precision = [DEFAULT, DEFAULT] : (tensor<256x4x64xf32>, tensor<8x128x256xf32>) -> tensor<4x64x8x128xf32>
    %141 = stablehlo.transpose %140, dims = [2, 0, 3, 1] : (tensor<4x64x8x128xf32>) -> tensor<8x4x128x64xf32>
    %142 = stablehlo.dot_general %arg19, %139, contracting_dims = [0] x [2], precision = [DEFAULT, DEFAULT] : (tensor<256x4x64xf32>, tensor<8x128x256xf32>) -> tensor<4x64x8x128xf32>
    %143 = stablehlo.transpose %142, dims = [2, 0, 3, 1] : (tensor<4x64x8x128xf32>) -> tensor<8x4x128x64xf32>
    %144 = stablehlo.dot_general %arg22, %139, contracting_dims = [0] x [2], precision = [DEFAULT, DEFAULT] : (tensor<256x4x64xf32>, tensor<8x128x256xf32>) -> tensor<4x64x8x128xf32>
    %145 = stablehlo.transpose %144, dims = [2, 0, 3, 1] : (tensor<4x64x8x128xf32>) -> tensor<8x4x128x64xf32>
    %146 = stablehlo.dot_general %141, %143, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x128x64xf32>, tensor<8x4x128x64xf32>) -> tensor<8x4x128x128xf32>
    %cst_31 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %147 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x4x128x128xf32>
    %148 = stablehlo.multiply %146, %147 : tensor<8x4x128x128xf32>
    %149 = stablehlo.iota dim = 0 : tensor<128xi32>
    %150 = stablehlo.broadcast_in_dim %149, dims = [0] : (tensor<128xi32>) -> tensor<128x1xi32>
    %151 = stablehlo.broadcast_in_dim %149, dims = [1] : (tensor<128xi32>) -> tensor<1x128xi32>
    %152 = stablehlo.broadcast_in_dim %150, dims = [0, 1] : (tensor<128x1xi32>) -> tensor<128x128xi32>
    %153 = stablehlo.broadcast_in_dim %151, dims = [0, 1] : (tensor<1x128xi32>) -> tensor<128x128xi32>
    %154 = stablehlo.compare GE, %152, %153, SIGNED : (tensor<128x128xi32>, tensor<128x128xi32>) -> tensor<128x128xi1>
    %cst_32 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %155:2 = call @_where_0(%154, %148, %cst_32) : (tensor<128x128xi1>, tensor<8x4x128x128xf32>, tensor<f32>) -> (tensor<8x4x128x128xf32>, tensor<8x4x128x128xi1>)
    %cst_33 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %156 = stablehlo.reduce(%155#0 init: %cst_33) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x128x128xf32>, tensor<f32>) -> tensor<8x4x128xf32>
    %cst_34 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %157 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8x4x128xf32>
    %158 = stablehlo.maximum %157, %156 : tensor<8x4x128xf32>
    %159 = stablehlo.broadcast_in_dim %158, dims = [0, 1, 2] : (tensor<8x4x128xf32>) -> tensor<8x4x128x1xf32>
    %160 = stablehlo.broadcast_in_dim %159, dims = [0, 1, 2, 3] : (tensor<8x4x128x1xf32>) -> tensor<8x4x128x128xf32>
    %161 = stablehlo.subtract %155#0, %160 : tensor<8x4x128x128xf32>
    %162 = stablehlo.exponential %161 : tensor<8x4x128x128xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %163 = stablehlo.reduce(%162 init: %cst_35) applies stablehlo.add across dimensions = [3] : (tensor<8x4x128x128xf32>, tensor<f32>) -> tensor<8x4x128xf32>
    %164 = stablehlo.broadcast_in_dim %163, dims = [0, 1, 2] : (tensor<8x4x128xf32>) -> tensor<8x4x128x1xf32>
    %165 = stablehlo.broadcast_in_dim %164, dims = [0, 1, 2, 3] : (tensor<8x4x128x1xf32>) -> tensor<8x4x128x128xf32>
    %166 = stablehlo.divide %162, %165 : tensor<8x4x128x128xf32>
    %167 = stablehlo.multiply %164, %164 : tensor<8x4x128x1xf32>
    %cst_36 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %168 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<8x4x128x1xf32>
    %169 = stablehlo.divide %168, %167 : tensor<8x4x128x1xf32>
    %170 = stablehlo.dot_general %166, %145, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x128x128xf32>, tensor<8x4x128x64xf32>) -> tensor<8x4x128x64xf32>
    %171 = stablehlo.dot_general %170, %arg20, contracting_dims = [3, 1] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x128x64xf32>, tensor<4x64x256xf32>) -> tensor<8x128x256xf32>
    %172 = stablehlo.add %114, %171 : tensor<8x128x256xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %173 = stablehlo.reduce(%172 init: %cst_37) applies stablehlo.add across dimensions = [2] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<8x128xf32>
    %174 = stablehlo.broadcast_in_dim %173, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %cst_38 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %176 = stablehlo.divide %174, %175 : tensor<8x128x1xf32>
    %177 = stablehlo.broadcast_in_dim %176, dims = [0, 1, 2] : (tensor<8x128x1xf32>) -> tensor<8x128x256xf32>
    %178 = stablehlo.subtract %172, %177 : tensor<8x128x256xf32>
    %179 = stablehlo.multiply %178, %178 : tensor<8x128x256xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %180 = stablehlo.reduce(%179 init: %cst_39) applies stablehlo.add across dimensions = [2] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<8x128xf32>
    %181 = stablehlo.broadcast_in_dim %180, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %cst_40 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %182 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %183 = stablehlo.divide %181, %182 : tensor<8x128x1xf32>
    %cst_41 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %184 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %185 = stablehlo.add %183, %184 : tensor<8x128x1xf32>
    %186 = stablehlo.rsqrt %185 : tensor<8x128x1xf32>
    %187 = stablehlo.divide %186, %185 : tensor<8x128x1xf32>
    %cst_42 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %188 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %189 = stablehlo.multiply %188, %187 : tensor<8x128x1xf32>
    %190 = stablehlo.broadcast_in_dim %186, dims = [0, 1, 2] : (tensor<8x128x1xf32>) -> tensor<8x128x256xf32>
    %191 = stablehlo.multiply %178, %190 : tensor<8x128x256xf32>
    %192 = stablehlo.broadcast_in_dim %arg16, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %193 = stablehlo.broadcast_in_dim %192, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<8x128x256xf32>
    %194 = stablehlo.multiply %191, %193 : tensor<8x128x256xf32>
    %195 = stablehlo.broadcast_in_dim %arg14, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %196 = stablehlo.broadcast_in_dim %195, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<8x128x256xf32>
    %197 = stablehlo.add %194, %196 : tensor<8x128x256xf32>
    %198 = stablehlo.dot_general %197, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x128x256xf32>, tensor<256x1024xf32>) -> tensor<8x128x1024xf32>
    %199 = stablehlo.multiply %198, %198 : tensor<8x128x1024xf32>
    %200 = stablehlo.multiply %199, %198 : tensor<8x128x1024xf32>
    %201 = stablehlo.multiply %198, %198 : tensor<8x128x1024xf32>
    %cst_43 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %202 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<8x128x1024xf32>
    %203 = stablehlo.multiply %202, %201 : tensor<8x128x1024xf32>
    %cst_44 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %204 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<8x128x1024xf32>
    %205 = stablehlo.multiply %204, %200 : tensor<8x128x1024xf32>
    %206 = stablehlo.add %198, %205 : tensor<8x128x1024xf32>
    %cst_45 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %207 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<8x128x1024xf32>
    %208 = stablehlo.multiply %207, %206 : tensor<8x128x1024xf32>
    %209 = stablehlo.tanh %208 : tensor<8x128x1024xf32>
    %cst_46 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %210 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<8x128x1024xf32>
    %211 = stablehlo.subtract %210, %209 : tensor<8x128x1024xf32>
    %cst_47 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %212 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<8x128x1024xf32>
    %213 = stablehlo.add %212, %209 : tensor<8x128x1024xf32>
    %cst_48 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %214 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<8x128x1024xf32>
    %215 = stablehlo.multiply %214, %213 : tensor<8x128x1024xf32>
    %216 = stablehlo.multiply %198, %215 : tensor<8x128x1024xf32>
    %217 = stablehlo.dot_general %216, %arg18, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x128x1024xf32>, tensor<1024x256xf32>) -> tensor<8x128x256xf32>
    %218 = stablehlo.add %172, %217 : tensor<8x128x256xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %219 = stablehlo.reduce(%218 init: %cst_49) applies stablehlo.add across dimensions = [2] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<8x128xf32>
    %220 = stablehlo.broadcast_in_dim %219, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %cst_50 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %221 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %222 = stablehlo.divide %220, %221 : tensor<8x128x1xf32>
    %223 = stablehlo.broadcast_in_dim %222, dims = [0, 1, 2] : (tensor<8x128x1xf32>) -> tensor<8x128x256xf32>
    %224 = stablehlo.subtract %218, %223 : tensor<8x128x256xf32>
    %225 = stablehlo.multiply %224, %224 : tensor<8x128x256xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %226 = stablehlo.reduce(%225 init: %cst_51) applies stablehlo.add across dimensions = [2] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<8x128xf32>
    %227 = stablehlo.broadcast_in_dim %226, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %cst_52 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %228 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %229 = stablehlo.divide %227, %228 : tensor<8x128x1xf32>
    %cst_53 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %230 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %231 = stablehlo.add %229, %230 : tensor<8x128x1xf32>
    %232 = stablehlo.rsqrt %231 : tensor<8x128x1xf32>
    %233 = stablehlo.divide %232, %231 : tensor<8x128x1xf32>
    %cst_54 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %234 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %235 = stablehlo.multiply %234, %233 : tensor<8x128x1xf32>
    %236 = stablehlo.broadcast_in_dim %232, dims = [0, 1, 2] : (tensor<8x128x1xf32>) -> tensor<8x128x256xf32>
    %237 = stablehlo.multiply %224, %236 : tensor<8x128x256xf32>
    %238 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %239 = stablehlo.broadcast_in_dim %238, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<8x128x256xf32>
    %240 = stablehlo.multiply %237, %239 : tensor<8x128x256xf32>
    %241 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %242 = stablehlo.broadcast_in_dim %241, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<8x128x256xf32>
    %243 = stablehlo.add %240, %242 : tensor<8x128x256xf32>
    %244 = stablehlo.dot_general %243, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x128x256xf32>, tensor<256x1000xf32>) -> tensor<8x128x1000xf32>
    %245:2 = call @log_softmax(%244) : (tensor<8x128x1000xf32>) -> (tensor<8x128x1000xf32>, tensor<8x128x1xf32>)
    %c_55 = stablehlo.constant dense<1000> : tensor<i32>
    %246 = call @remainder(%arg26, %c_55) : (tensor<8x128xi32>, tensor<i32>) -> tensor<8x128xi32>
    %247 = stablehlo.broadcast_in_dim %246, dims = [0, 1] : (tensor<8x128xi32>) -> tensor<8x128x1xi32>
    %248 = call @take_along_axis(%247) : (tensor<8x128x1xi32>) -> tensor<8x128x1x1xi32>
    %cst_56 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %249 = stablehlo.negate %cst_56 : tensor<f32>
    %cst_57 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %250 = stablehlo.divide %249, %cst_57 : tensor<f32>
    %251 = stablehlo.broadcast_in_dim %250, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %252 = call @take_along_axis_1(%248, %251) : (tensor<8x128x1x1xi32>, tensor<8x128x1xf32>) -> tensor<8x128x1000xf32>
    %253 = call @log_softmax_2(%245#0, %245#1, %252) : (tensor<8x128x1000xf32>, tensor<8x128x1xf32>, tensor<8x128x1000xf32>) -> tensor<8x128x1000xf32>
    %254 = stablehlo.dot_general %253, %243, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x128x1000xf32>, tensor<8x128x256xf32>) -> tensor<1000x256xf32>
    %255 = stablehlo.transpose %254, dims = [1, 0] : (tensor<1000x256xf32>) -> tensor<256x1000xf32>
    %256 = stablehlo.dot_general %253, %arg2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x128x1000xf32>, tensor<256x1000xf32>) -> tensor<8x128x256xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %257 = stablehlo.reduce(%256 init: %cst_58) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<256xf32>
    %258 = stablehlo.reshape %257 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %259 = stablehlo.reduce(%258 init: %cst_59) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %260 = stablehlo.multiply %237, %256 : tensor<8x128x256xf32>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %261 = stablehlo.reduce(%260 init: %cst_60) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<256xf32>
    %262 = stablehlo.reshape %261 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %263 = stablehlo.broadcast_in_dim %238, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<8x128x256xf32>
    %264 = stablehlo.multiply %256, %263 : tensor<8x128x256xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %265 = stablehlo.reduce(%262 init: %cst_61) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %266 = stablehlo.multiply %224, %264 : tensor<8x128x256xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %267 = stablehlo.reduce(%266 init: %cst_62) applies stablehlo.add across dimensions = [2] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<8x128xf32>
    %268 = stablehlo.reshape %267 : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %269 = stablehlo.broadcast_in_dim %232, dims = [0, 1, 2] : (tensor<8x128x1xf32>) -> tensor<8x128x256xf32>
    %270 = stablehlo.multiply %264, %269 : tensor<8x128x256xf32>
    %271 = stablehlo.multiply %268, %235 : tensor<8x128x1xf32>
    %cst_63 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %272 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %273 = stablehlo.divide %271, %272 : tensor<8x128x1xf32>
    %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %274 = stablehlo.reduce(%273 init: %cst_64) applies stablehlo.add across dimensions = [2] : (tensor<8x128x1xf32>, tensor<f32>) -> tensor<8x128xf32>
    %275 = stablehlo.broadcast_in_dim %274, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x256xf32>
    %276 = stablehlo.multiply %224, %275 : tensor<8x128x256xf32>
    %277 = stablehlo.add %270, %276 : tensor<8x128x256xf32>
    %278 = stablehlo.multiply %275, %224 : tensor<8x128x256xf32>
    %279 = stablehlo.add %277, %278 : tensor<8x128x256xf32>
    %280 = stablehlo.negate %279 : tensor<8x128x256xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %281 = stablehlo.reduce(%280 init: %cst_65) applies stablehlo.add across dimensions = [2] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<8x128xf32>
    %282 = stablehlo.reshape %281 : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %cst_66 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %283 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %284 = stablehlo.divide %282, %283 : tensor<8x128x1xf32>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %285 = stablehlo.reduce(%284 init: %cst_67) applies stablehlo.add across dimensions = [2] : (tensor<8x128x1xf32>, tensor<f32>) -> tensor<8x128xf32>
    %286 = stablehlo.broadcast_in_dim %285, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x256xf32>
    %287 = stablehlo.add %279, %286 : tensor<8x128x256xf32>
    %288 = stablehlo.dot_general %287, %216, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x128x256xf32>, tensor<8x128x1024xf32>) -> tensor<256x1024xf32>
    %289 = stablehlo.transpose %288, dims = [1, 0] : (tensor<256x1024xf32>) -> tensor<1024x256xf32>
    %290 = stablehlo.dot_general %287, %arg18, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x128x256xf32>, tensor<1024x256xf32>) -> tensor<8x128x1024xf32>
    %291 = stablehlo.multiply %198, %290 : tensor<8x128x1024xf32>
    %292 = stablehlo.multiply %290, %215 : tensor<8x128x1024xf32>
    %cst_68 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %293 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<8x128x1024xf32>
    %294 = stablehlo.multiply %293, %291 : tensor<8x128x1024xf32>
    %295 = stablehlo.multiply %294, %211 : tensor<8x128x1024xf32>
    %296 = stablehlo.multiply %295, %209 : tensor<8x128x1024xf32>
    %297 = stablehlo.add %295, %296 : tensor<8x128x1024xf32>
    %cst_69 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %298 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<8x128x1024xf32>
    %299 = stablehlo.multiply %298, %297 : tensor<8x128x1024xf32>
    %300 = stablehlo.add %292, %299 : tensor<8x128x1024xf32>
    %cst_70 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %301 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<8x128x1024xf32>
    %302 = stablehlo.multiply %301, %299 : tensor<8x128x1024xf32>
    %303 = stablehlo.multiply %302, %203 : tensor<8x128x1024xf32>
    %304 = stablehlo.add %300, %303 : tensor<8x128x1024xf32>
    %305 = stablehlo.dot_general %304, %197, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x128x1024xf32>, tensor<8x128x256xf32>) -> tensor<1024x256xf32>
    %306 = stablehlo.transpose %305, dims = [1, 0] : (tensor<1024x256xf32>) -> tensor<256x1024xf32>
    %307 = stablehlo.dot_general %304, %arg17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x128x1024xf32>, tensor<256x1024xf32>) -> tensor<8x128x256xf32>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %308 = stablehlo.reduce(%307 init: %cst_71) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<256xf32>
    %309 = stablehlo.reshape %308 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %310 = stablehlo.reduce(%309 init: %cst_72) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %311 = stablehlo.multiply %191, %307 : tensor<8x128x256xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %312 = stablehlo.reduce(%311 init: %cst_73) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<256xf32>
    %313 = stablehlo.reshape %312 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %314 = stablehlo.broadcast_in_dim %192, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<8x128x256xf32>
    %315 = stablehlo.multiply %307, %314 : tensor<8x128x256xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %316 = stablehlo.reduce(%313 init: %cst_74) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %317 = stablehlo.multiply %178, %315 : tensor<8x128x256xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %318 = stablehlo.reduce(%317 init: %cst_75) applies stablehlo.add across dimensions = [2] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<8x128xf32>
    %319 = stablehlo.reshape %318 : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %320 = stablehlo.broadcast_in_dim %186, dims = [0, 1, 2] : (tensor<8x128x1xf32>) -> tensor<8x128x256xf32>
    %321 = stablehlo.multiply %315, %320 : tensor<8x128x256xf32>
    %322 = stablehlo.multiply %319, %189 : tensor<8x128x1xf32>
    %cst_76 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %323 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %324 = stablehlo.divide %322, %323 : tensor<8x128x1xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %325 = stablehlo.reduce(%324 init: %cst_77) applies stablehlo.add across dimensions = [2] : (tensor<8x128x1xf32>, tensor<f32>) -> tensor<8x128xf32>
    %326 = stablehlo.broadcast_in_dim %325, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x256xf32>
    %327 = stablehlo.multiply %178, %326 : tensor<8x128x256xf32>
    %328 = stablehlo.add %321, %327 : tensor<8x128x256xf32>
    %329 = stablehlo.multiply %326, %178 : tensor<8x128x256xf32>
    %330 = stablehlo.add %328, %329 : tensor<8x128x256xf32>
    %331 = stablehlo.negate %330 : tensor<8x128x256xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %332 = stablehlo.reduce(%331 init: %cst_78) applies stablehlo.add across dimensions = [2] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<8x128xf32>
    %333 = stablehlo.reshape %332 : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %334 = stablehlo.add %287, %330 : tensor<8x128x256xf32>
    %cst_79 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %335 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %336 = stablehlo.divide %333, %335 : tensor<8x128x1xf32>
    %cst_80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %337 = stablehlo.reduce(%336 init: %cst_80) applies stablehlo.add across dimensions = [2] : (tensor<8x128x1xf32>, tensor<f32>) -> tensor<8x128xf32>
    %338 = stablehlo.broadcast_in_dim %337, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x256xf32>
    %339 = stablehlo.add %334, %338 : tensor<8x128x256xf32>
    %340 = stablehlo.dot_general %339, %170, contracting_dims = [0, 1] x [0, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x128x256xf32>, tensor<8x4x128x64xf32>) -> tensor<256x4x64xf32>
    %341 = stablehlo.transpose %340, dims = [1, 2, 0] : (tensor<256x4x64xf32>) -> tensor<4x64x256xf32>
    %342 = stablehlo.dot_general %339, %arg20, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x128x256xf32>, tensor<4x64x256xf32>) -> tensor<8x128x4x64xf32>
    %343 = stablehlo.transpose %342, dims = [0, 2, 1, 3] : (tensor<8x128x4x64xf32>) -> tensor<8x4x128x64xf32>
    %344 = stablehlo.dot_general %343, %166, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x128x64xf32>, tensor<8x4x128x128xf32>) -> tensor<8x4x64x128xf32>
    %345 = stablehlo.transpose %344, dims = [0, 1, 3, 2] : (tensor<8x4x64x128xf32>) -> tensor<8x4x128x64xf32>
    %346 = stablehlo.dot_general %343, %145, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x128x64xf32>, tensor<8x4x128x64xf32>) -> tensor<8x4x128x128xf32>
    %347 = stablehlo.broadcast_in_dim %169, dims = [0, 1, 2, 3] : (tensor<8x4x128x1xf32>) -> tensor<8x4x128x128xf32>
    %348 = stablehlo.multiply %346, %347 : tensor<8x4x128x128xf32>
    %349 = stablehlo.multiply %348, %162 : tensor<8x4x128x128xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %350 = stablehlo.reduce(%349 init: %cst_81) applies stablehlo.add across dimensions = [3] : (tensor<8x4x128x128xf32>, tensor<f32>) -> tensor<8x4x128xf32>
    %351 = stablehlo.reshape %350 : (tensor<8x4x128xf32>) -> tensor<8x4x128x1xf32>
    %352 = stablehlo.negate %351 : tensor<8x4x128x1xf32>
    %353 = stablehlo.broadcast_in_dim %164, dims = [0, 1, 2, 3] : (tensor<8x4x128x1xf32>) -> tensor<8x4x128x128xf32>
    %354 = stablehlo.divide %346, %353 : tensor<8x4x128x128xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %355 = stablehlo.reduce(%352 init: %cst_82) applies stablehlo.add across dimensions = [3] : (tensor<8x4x128x1xf32>, tensor<f32>) -> tensor<8x4x128xf32>
    %356 = stablehlo.broadcast_in_dim %355, dims = [0, 1, 2] : (tensor<8x4x128xf32>) -> tensor<8x4x128x128xf32>
    %357 = stablehlo.add %354, %356 : tensor<8x4x128x128xf32>
    %358 = stablehlo.multiply %357, %162 : tensor<8x4x128x128xf32>
    %359 = call @_where_3(%155#1, %358) : (tensor<8x4x128x128xi1>, tensor<8x4x128x128xf32>) -> tensor<8x4x128x128xf32>
    %cst_83 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %360 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<8x4x128x128xf32>
    %361 = stablehlo.multiply %359, %360 : tensor<8x4x128x128xf32>
    %362 = stablehlo.dot_general %361, %141, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x128x128xf32>, tensor<8x4x128x64xf32>) -> tensor<8x4x128x64xf32>
    %363 = stablehlo.dot_general %361, %143, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x128x128xf32>, tensor<8x4x128x64xf32>) -> tensor<8x4x128x64xf32>
    %364 = stablehlo.transpose %345, dims = [1, 3, 0, 2] : (tensor<8x4x128x64xf32>) -> tensor<4x64x8x128xf32>
    %365 = stablehlo.dot_general %364, %arg22, contracting_dims = [0, 1] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x64x8x128xf32>, tensor<256x4x64xf32>) -> tensor<8x128x256xf32>
    %366 = stablehlo.dot_general %364, %139, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x64x8x128xf32>, tensor<8x128x256xf32>) -> tensor<4x64x256xf32>
    %367 = stablehlo.transpose %366, dims = [2, 0, 1] : (tensor<4x64x256xf32>) -> tensor<256x4x64xf32>
    %368 = stablehlo.transpose %362, dims = [1, 3, 0, 2] : (tensor<8x4x128x64xf32>) -> tensor<4x64x8x128xf32>
    %369 = stablehlo.dot_general %368, %arg19, contracting_dims = [0, 1] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x64x8x128xf32>, tensor<256x4x64xf32>) -> tensor<8x128x256xf32>
    %370 = stablehlo.add %365, %369 : tensor<8x128x256xf32>
    %371 = stablehlo.dot_general %368, %139, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x64x8x128xf32>, tensor<8x128x256xf32>) -> tensor<4x64x256xf32>
    %372 = stablehlo.transpose %371, dims = [2, 0, 1] : (tensor<4x64x256xf32>) -> tensor<256x4x64xf32>
    %373 = stablehlo.transpose %363, dims = [1, 3, 0, 2] : (tensor<8x4x128x64xf32>) -> tensor<4x64x8x128xf32>
    %374 = stablehlo.dot_general %373, %arg21, contracting_dims = [0, 1] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x64x8x128xf32>, tensor<256x4x64xf32>) -> tensor<8x128x256xf32>
    %375 = stablehlo.add %370, %374 : tensor<8x128x256xf32>
    %376 = stablehlo.dot_general %373, %139, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x64x8x128xf32>, tensor<8x128x256xf32>) -> tensor<4x64x256xf32>
    %377 = stablehlo.transpose %376, dims = [2, 0, 1] : (tensor<4x64x256xf32>) -> tensor<256x4x64xf32>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %378 = stablehlo.reduce(%375 init: %cst_84) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<256xf32>
    %379 = stablehlo.reshape %378 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %380 = stablehlo.reduce(%379 init: %cst_85) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %381 = stablehlo.multiply %133, %375 : tensor<8x128x256xf32>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %382 = stablehlo.reduce(%381 init: %cst_86) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<256xf32>
    %383 = stablehlo.reshape %382 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %384 = stablehlo.broadcast_in_dim %134, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<8x128x256xf32>
    %385 = stablehlo.multiply %375, %384 : tensor<8x128x256xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %386 = stablehlo.reduce(%383 init: %cst_87) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %387 = stablehlo.multiply %120, %385 : tensor<8x128x256xf32>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %388 = stablehlo.reduce(%387 init: %cst_88) applies stablehlo.add across dimensions = [2] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<8x128xf32>
    %389 = stablehlo.reshape %388 : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %390 = stablehlo.broadcast_in_dim %128, dims = [0, 1, 2] : (tensor<8x128x1xf32>) -> tensor<8x128x256xf32>
    %391 = stablehlo.multiply %385, %390 : tensor<8x128x256xf32>
    %392 = stablehlo.multiply %389, %131 : tensor<8x128x1xf32>
    %cst_89 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %393 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %394 = stablehlo.divide %392, %393 : tensor<8x128x1xf32>
    %cst_90 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %395 = stablehlo.reduce(%394 init: %cst_90) applies stablehlo.add across dimensions = [2] : (tensor<8x128x1xf32>, tensor<f32>) -> tensor<8x128xf32>
    %396 = stablehlo.broadcast_in_dim %395, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x256xf32>
    %397 = stablehlo.multiply %120, %396 : tensor<8x128x256xf32>
    %398 = stablehlo.add %391, %397 : tensor<8x128x256xf32>
    %399 = stablehlo.multiply %396, %120 : tensor<8x128x256xf32>
    %400 = stablehlo.add %398, %399 : tensor<8x128x256xf32>
    %401 = stablehlo.negate %400 : tensor<8x128x256xf32>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %402 = stablehlo.reduce(%401 init: %cst_91) applies stablehlo.add across dimensions = [2] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<8x128xf32>
    %403 = stablehlo.reshape %402 : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %404 = stablehlo.add %339, %400 : tensor<8x128x256xf32>
    %cst_92 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %405 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %406 = stablehlo.divide %403, %405 : tensor<8x128x1xf32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %407 = stablehlo.reduce(%406 init: %cst_93) applies stablehlo.add across dimensions = [2] : (tensor<8x128x1xf32>, tensor<f32>) -> tensor<8x128xf32>
    %408 = stablehlo.broadcast_in_dim %407, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x256xf32>
    %409 = stablehlo.add %404, %408 : tensor<8x128x256xf32>
    %410 = stablehlo.dot_general %409, %112, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x128x256xf32>, tensor<8x128x1024xf32>) -> tensor<256x1024xf32>
    %411 = stablehlo.transpose %410, dims = [1, 0] : (tensor<256x1024xf32>) -> tensor<1024x256xf32>
    %412 = stablehlo.dot_general %409, %arg8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x128x256xf32>, tensor<1024x256xf32>) -> tensor<8x128x1024xf32>
    %413 = stablehlo.multiply %94, %412 : tensor<8x128x1024xf32>
    %414 = stablehlo.multiply %412, %111 : tensor<8x128x1024xf32>
    %cst_94 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %415 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<8x128x1024xf32>
    %416 = stablehlo.multiply %415, %413 : tensor<8x128x1024xf32>
    %417 = stablehlo.multiply %416, %107 : tensor<8x128x1024xf32>
    %418 = stablehlo.multiply %417, %105 : tensor<8x128x1024xf32>
    %419 = stablehlo.add %417, %418 : tensor<8x128x1024xf32>
    %cst_95 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %420 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<8x128x1024xf32>
    %421 = stablehlo.multiply %420, %419 : tensor<8x128x1024xf32>
    %422 = stablehlo.add %414, %421 : tensor<8x128x1024xf32>
    %cst_96 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %423 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<8x128x1024xf32>
    %424 = stablehlo.multiply %423, %421 : tensor<8x128x1024xf32>
    %425 = stablehlo.multiply %424, %99 : tensor<8x128x1024xf32>
    %426 = stablehlo.add %422, %425 : tensor<8x128x1024xf32>
    %427 = stablehlo.dot_general %426, %93, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x128x1024xf32>, tensor<8x128x256xf32>) -> tensor<1024x256xf32>
    %428 = stablehlo.transpose %427, dims = [1, 0] : (tensor<1024x256xf32>) -> tensor<256x1024xf32>
    %429 = stablehlo.dot_general %426, %arg7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x128x1024xf32>, tensor<256x1024xf32>) -> tensor<8x128x256xf32>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %430 = stablehlo.reduce(%429 init: %cst_97) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<256xf32>
    %431 = stablehlo.reshape %430 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %cst_98 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %432 = stablehlo.reduce(%431 init: %cst_98) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %433 = stablehlo.multiply %87, %429 : tensor<8x128x256xf32>
    %cst_99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %434 = stablehlo.reduce(%433 init: %cst_99) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<256xf32>
    %435 = stablehlo.reshape %434 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %436 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<8x128x256xf32>
    %437 = stablehlo.multiply %429, %436 : tensor<8x128x256xf32>
    %cst_100 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %438 = stablehlo.reduce(%435 init: %cst_100) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %439 = stablehlo.multiply %74, %437 : tensor<8x128x256xf32>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %440 = stablehlo.reduce(%439 init: %cst_101) applies stablehlo.add across dimensions = [2] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<8x128xf32>
    %441 = stablehlo.reshape %440 : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %442 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<8x128x1xf32>) -> tensor<8x128x256xf32>
    %443 = stablehlo.multiply %437, %442 : tensor<8x128x256xf32>
    %444 = stablehlo.multiply %441, %85 : tensor<8x128x1xf32>
    %cst_102 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %445 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %446 = stablehlo.divide %444, %445 : tensor<8x128x1xf32>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %447 = stablehlo.reduce(%446 init: %cst_103) applies stablehlo.add across dimensions = [2] : (tensor<8x128x1xf32>, tensor<f32>) -> tensor<8x128xf32>
    %448 = stablehlo.broadcast_in_dim %447, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x256xf32>
    %449 = stablehlo.multiply %74, %448 : tensor<8x128x256xf32>
    %450 = stablehlo.add %443, %449 : tensor<8x128x256xf32>
    %451 = stablehlo.multiply %448, %74 : tensor<8x128x256xf32>
    %452 = stablehlo.add %450, %451 : tensor<8x128x256xf32>
    %453 = stablehlo.negate %452 : tensor<8x128x256xf32>
    %cst_104 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %454 = stablehlo.reduce(%453 init: %cst_104) applies stablehlo.add across dimensions = [2] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<8x128xf32>
    %455 = stablehlo.reshape %454 : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %456 = stablehlo.add %409, %452 : tensor<8x128x256xf32>
    %cst_105 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %457 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %458 = stablehlo.divide %455, %457 : tensor<8x128x1xf32>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %459 = stablehlo.reduce(%458 init: %cst_106) applies stablehlo.add across dimensions = [2] : (tensor<8x128x1xf32>, tensor<f32>) -> tensor<8x128xf32>
    %460 = stablehlo.broadcast_in_dim %459, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x256xf32>
    %461 = stablehlo.add %456, %460 : tensor<8x128x256xf32>
    %462 = stablehlo.dot_general %461, %66, contracting_dims = [0, 1] x [0, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x128x256xf32>, tensor<8x4x128x64xf32>) -> tensor<256x4x64xf32>
    %463 = stablehlo.transpose %462, dims = [1, 2, 0] : (tensor<256x4x64xf32>) -> tensor<4x64x256xf32>
    %464 = stablehlo.dot_general %461, %arg10, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x128x256xf32>, tensor<4x64x256xf32>) -> tensor<8x128x4x64xf32>
    %465 = stablehlo.transpose %464, dims = [0, 2, 1, 3] : (tensor<8x128x4x64xf32>) -> tensor<8x4x128x64xf32>
    %466 = stablehlo.dot_general %465, %62, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x128x64xf32>, tensor<8x4x128x128xf32>) -> tensor<8x4x64x128xf32>
    %467 = stablehlo.transpose %466, dims = [0, 1, 3, 2] : (tensor<8x4x64x128xf32>) -> tensor<8x4x128x64xf32>
    %468 = stablehlo.dot_general %465, %41, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x128x64xf32>, tensor<8x4x128x64xf32>) -> tensor<8x4x128x128xf32>
    %469 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2, 3] : (tensor<8x4x128x1xf32>) -> tensor<8x4x128x128xf32>
    %470 = stablehlo.multiply %468, %469 : tensor<8x4x128x128xf32>
    %471 = stablehlo.multiply %470, %58 : tensor<8x4x128x128xf32>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %472 = stablehlo.reduce(%471 init: %cst_107) applies stablehlo.add across dimensions = [3] : (tensor<8x4x128x128xf32>, tensor<f32>) -> tensor<8x4x128xf32>
    %473 = stablehlo.reshape %472 : (tensor<8x4x128xf32>) -> tensor<8x4x128x1xf32>
    %474 = stablehlo.negate %473 : tensor<8x4x128x1xf32>
    %475 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2, 3] : (tensor<8x4x128x1xf32>) -> tensor<8x4x128x128xf32>
    %476 = stablehlo.divide %468, %475 : tensor<8x4x128x128xf32>
    %cst_108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %477 = stablehlo.reduce(%474 init: %cst_108) applies stablehlo.add across dimensions = [3] : (tensor<8x4x128x1xf32>, tensor<f32>) -> tensor<8x4x128xf32>
    %478 = stablehlo.broadcast_in_dim %477, dims = [0, 1, 2] : (tensor<8x4x128xf32>) -> tensor<8x4x128x128xf32>
    %479 = stablehlo.add %476, %478 : tensor<8x4x128x128xf32>
    %480 = stablehlo.multiply %479, %58 : tensor<8x4x128x128xf32>
    %481 = call @_where_3(%51#1, %480) : (tensor<8x4x128x128xi1>, tensor<8x4x128x128xf32>) -> tensor<8x4x128x128xf32>
    %cst_109 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %482 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<8x4x128x128xf32>
    %483 = stablehlo.multiply %481, %482 : tensor<8x4x128x128xf32>
    %484 = stablehlo.dot_general %483, %37, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x128x128xf32>, tensor<8x4x128x64xf32>) -> tensor<8x4x128x64xf32>
    %485 = stablehlo.dot_general %483, %39, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x128x128xf32>, tensor<8x4x128x64xf32>) -> tensor<8x4x128x64xf32>
    %486 = stablehlo.transpose %467, dims = [1, 3, 0, 2] : (tensor<8x4x128x64xf32>) -> tensor<4x64x8x128xf32>
    %487 = stablehlo.dot_general %486, %arg12, contracting_dims = [0, 1] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x64x8x128xf32>, tensor<256x4x64xf32>) -> tensor<8x128x256xf32>
    %488 = stablehlo.dot_general %486, %35, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x64x8x128xf32>, tensor<8x128x256xf32>) -> tensor<4x64x256xf32>
    %489 = stablehlo.transpose %488, dims = [2, 0, 1] : (tensor<4x64x256xf32>) -> tensor<256x4x64xf32>
    %490 = stablehlo.transpose %484, dims = [1, 3, 0, 2] : (tensor<8x4x128x64xf32>) -> tensor<4x64x8x128xf32>
    %491 = stablehlo.dot_general %490, %arg9, contracting_dims = [0, 1] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x64x8x128xf32>, tensor<256x4x64xf32>) -> tensor<8x128x256xf32>
    %492 = stablehlo.add %487, %491 : tensor<8x128x256xf32>
    %493 = stablehlo.dot_general %490, %35, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x64x8x128xf32>, tensor<8x128x256xf32>) -> tensor<4x64x256xf32>
    %494 = stablehlo.transpose %493, dims = [2, 0, 1] : (tensor<4x64x256xf32>) -> tensor<256x4x64xf32>
    %495 = stablehlo.transpose %485, dims = [1, 3, 0, 2] : (tensor<8x4x128x64xf32>) -> tensor<4x64x8x128xf32>
    %496 = stablehlo.dot_general %495, %arg11, contracting_dims = [0, 1] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x64x8x128xf32>, tensor<256x4x64xf32>) -> tensor<8x128x256xf32>
    %497 = stablehlo.add %492, %496 : tensor<8x128x256xf32>
    %498 = stablehlo.dot_general %495, %35, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x64x8x128xf32>, tensor<8x128x256xf32>) -> tensor<4x64x256xf32>
    %499 = stablehlo.transpose %498, dims = [2, 0, 1] : (tensor<4x64x256xf32>) -> tensor<256x4x64xf32>
    %cst_110 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %500 = stablehlo.reduce(%497 init: %cst_110) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<256xf32>
    %501 = stablehlo.reshape %500 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %502 = stablehlo.reduce(%501 init: %cst_111) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %503 = stablehlo.multiply %29, %497 : tensor<8x128x256xf32>
    %cst_112 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %504 = stablehlo.reduce(%503 init: %cst_112) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<256xf32>
    %505 = stablehlo.reshape %504 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %506 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<8x128x256xf32>
    %507 = stablehlo.multiply %497, %506 : tensor<8x128x256xf32>
    %cst_113 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %508 = stablehlo.reduce(%505 init: %cst_113) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %509 = stablehlo.multiply %16, %507 : tensor<8x128x256xf32>
    %cst_114 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %510 = stablehlo.reduce(%509 init: %cst_114) applies stablehlo.add across dimensions = [2] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<8x128xf32>
    %511 = stablehlo.reshape %510 : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %512 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<8x128x1xf32>) -> tensor<8x128x256xf32>
    %513 = stablehlo.multiply %507, %512 : tensor<8x128x256xf32>
    %514 = stablehlo.multiply %511, %27 : tensor<8x128x1xf32>
    %cst_115 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %515 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %516 = stablehlo.divide %514, %515 : tensor<8x128x1xf32>
    %cst_116 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %517 = stablehlo.reduce(%516 init: %cst_116) applies stablehlo.add across dimensions = [2] : (tensor<8x128x1xf32>, tensor<f32>) -> tensor<8x128xf32>
    %518 = stablehlo.broadcast_in_dim %517, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x256xf32>
    %519 = stablehlo.multiply %16, %518 : tensor<8x128x256xf32>
    %520 = stablehlo.add %513, %519 : tensor<8x128x256xf32>
    %521 = stablehlo.multiply %518, %16 : tensor<8x128x256xf32>
    %522 = stablehlo.add %520, %521 : tensor<8x128x256xf32>
    %523 = stablehlo.negate %522 : tensor<8x128x256xf32>
    %cst_117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %524 = stablehlo.reduce(%523 init: %cst_117) applies stablehlo.add across dimensions = [2] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<8x128xf32>
    %525 = stablehlo.reshape %524 : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %526 = stablehlo.add %461, %522 : tensor<8x128x256xf32>
    %cst_118 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %527 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<8x128x1xf32>
    %528 = stablehlo.divide %525, %527 : tensor<8x128x1xf32>
    %cst_119 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %529 = stablehlo.reduce(%528 init: %cst_119) applies stablehlo.add across dimensions = [2] : (tensor<8x128x1xf32>, tensor<f32>) -> tensor<8x128xf32>
    %530 = stablehlo.broadcast_in_dim %529, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x256xf32>
    %531 = stablehlo.add %526, %530 : tensor<8x128x256xf32>
    %cst_120 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %532 = stablehlo.reduce(%531 init: %cst_120) applies stablehlo.add across dimensions = [0] : (tensor<8x128x256xf32>, tensor<f32>) -> tensor<128x256xf32>
    %533 = stablehlo.reshape %532 : (tensor<128x256xf32>) -> tensor<1x128x256xf32>
    %cst_121 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %534 = stablehlo.reduce(%533 init: %cst_121) applies stablehlo.add across dimensions = [0] : (tensor<1x128x256xf32>, tensor<f32>) -> tensor<128x256xf32>
    %cst_122 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %535 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<1000x256xf32>
    %536 = "stablehlo.scatter"(%535, %6, %531) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg27: tensor<f32>, %arg28: tensor<f32>):
      %612 = stablehlo.add %arg27, %arg28 : tensor<f32>
      stablehlo.return %612 : tensor<f32>
    }) : (tensor<1000x256xf32>, tensor<8x128x1xi32>, tensor<8x128x256xf32>) -> tensor<1000x256xf32>
    %cst_123 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %537 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %538 = stablehlo.multiply %537, %259 : tensor<256xf32>
    %539 = stablehlo.subtract %arg0, %538 : tensor<256xf32>
    %cst_124 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %540 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %541 = stablehlo.multiply %540, %265 : tensor<256xf32>
    %542 = stablehlo.subtract %arg1, %541 : tensor<256xf32>
    %cst_125 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %543 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<256x1000xf32>
    %544 = stablehlo.multiply %543, %255 : tensor<256x1000xf32>
    %545 = stablehlo.subtract %arg2, %544 : tensor<256x1000xf32>
    %cst_126 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %546 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %547 = stablehlo.multiply %546, %502 : tensor<256xf32>
    %548 = stablehlo.subtract %arg3, %547 : tensor<256xf32>
    %cst_127 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %549 = stablehlo.broadcast_in_dim %cst_127, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %550 = stablehlo.multiply %549, %432 : tensor<256xf32>
    %551 = stablehlo.subtract %arg4, %550 : tensor<256xf32>
    %cst_128 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %552 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %553 = stablehlo.multiply %552, %508 : tensor<256xf32>
    %554 = stablehlo.subtract %arg5, %553 : tensor<256xf32>
    %cst_129 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %555 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %556 = stablehlo.multiply %555, %438 : tensor<256xf32>
    %557 = stablehlo.subtract %arg6, %556 : tensor<256xf32>
    %cst_130 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %558 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %559 = stablehlo.multiply %558, %428 : tensor<256x1024xf32>
    %560 = stablehlo.subtract %arg7, %559 : tensor<256x1024xf32>
    %cst_131 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %561 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<1024x256xf32>
    %562 = stablehlo.multiply %561, %411 : tensor<1024x256xf32>
    %563 = stablehlo.subtract %arg8, %562 : tensor<1024x256xf32>
    %cst_132 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %564 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<256x4x64xf32>
    %565 = stablehlo.multiply %564, %494 : tensor<256x4x64xf32>
    %566 = stablehlo.subtract %arg9, %565 : tensor<256x4x64xf32>
    %cst_133 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %567 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<4x64x256xf32>
    %568 = stablehlo.multiply %567, %463 : tensor<4x64x256xf32>
    %569 = stablehlo.subtract %arg10, %568 : tensor<4x64x256xf32>
    %cst_134 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %570 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<256x4x64xf32>
    %571 = stablehlo.multiply %570, %499 : tensor<256x4x64xf32>
    %572 = stablehlo.subtract %arg11, %571 : tensor<256x4x64xf32>
    %cst_135 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %573 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<256x4x64xf32>
    %574 = stablehlo.multiply %573, %489 : tensor<256x4x64xf32>
    %575 = stablehlo.subtract %arg12, %574 : tensor<256x4x64xf32>
    %cst_136 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %576 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %577 = stablehlo.multiply %576, %380 : tensor<256xf32>
    %578 = stablehlo.subtract %arg13, %577 : tensor<256xf32>
    %cst_137 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %579 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %580 = stablehlo.multiply %579, %310 : tensor<256xf32>
    %581 = stablehlo.subtract %arg14, %580 : tensor<256xf32>
    %cst_138 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %582 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %583 = stablehlo.multiply %582, %386 : tensor<256xf32>
    %584 = stablehlo.subtract %arg15, %583 : tensor<256xf32>
    %cst_139 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %585 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %586 = stablehlo.multiply %585, %316 : tensor<256xf32>
    %587 = stablehlo.subtract %arg16, %586 : tensor<256xf32>
    %cst_140 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %588 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %589 = stablehlo.multiply %588, %306 : tensor<256x1024xf32>
    %590 = stablehlo.subtract %arg17, %589 : tensor<256x1024xf32>
    %cst_141 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %591 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<f32>) -> tensor<1024x256xf32>
    %592 = stablehlo.multiply %591, %289 : tensor<1024x256xf32>
    %593 = stablehlo.subtract %arg18, %592 : tensor<1024x256xf32>
    %cst_142 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %594 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<f32>) -> tensor<256x4x64xf32>
    %595 = stablehlo.multiply %594, %372 : tensor<256x4x64xf32>
    %596 = stablehlo.subtract %arg19, %595 : tensor<256x4x64xf32>
    %cst_143 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %597 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f32>) -> tensor<4x64x256xf32>
    %598 = stablehlo.multiply %597, %341 : tensor<4x64x256xf32>
    %599 = stablehlo.subtract %arg20, %598 : tensor<4x64x256xf32>
    %cst_144 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %600 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<256x4x64xf32>
    %601 = stablehlo.multiply %600, %377 : tensor<256x4x64xf32>
    %602 = stablehlo.subtract %arg21, %601 : tensor<256x4x64xf32>
    %cst_145 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %603 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<256x4x64xf32>
    %604 = stablehlo.multiply %603, %367 : tensor<256x4x64xf32>
    %605 = stablehlo.subtract %arg22, %604 : tensor<256x4x64xf32>
    %cst_146 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %606 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<128x256xf32>
    %607 = stablehlo.multiply %606, %534 : tensor<128x256xf32>
    %608 = stablehlo.subtract %arg23, %607 : tensor<128x256xf32>
    %cst_147 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %609 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<f32>) -> tensor<1000x256xf32>
    %610 = stablehlo.multiply %609, %536 : tensor<1000x256xf32>
    %611 = stablehlo.subtract %arg24, %610 : tensor<1000x256xf32>
    return %539, %542, %545, %548, %551, %554, %557, %560, %563, %566, %569, %572, %575, %578, %581, %584, %587, %590, %593, %596, %599, %602, %605, %608, %611 : tensor<256xf32>, tensor<256xf32>, tensor<256x1000xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x1024xf32>, tensor<1024x256xf32>, tensor<256x4x64xf32>, tensor<4x64x256xf32>, tensor<256x4x64xf32>, tensor<256x4x64xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x1024xf32>, tensor<1024x256xf32>, tensor<256x4x64xf32>, tensor<4x64x256xf32>, tensor<256x4x64xf32>, tensor<256x4x64xf32>, tensor<128x256xf32>, tensor<1000x256xf32>
  }
  func.func private @remainder(%arg0: tensor<8x128xi32>, %arg1: tensor<i32>) -> tensor<8x128xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<8x128xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<8x128xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<8x128xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<8x128xi32>, tensor<8x128xi32>) -> tensor<8x128xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8x128xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<8x128xi32>, tensor<8x128xi32>) -> tensor<8x128xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<8x128xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<8x128xi1>, tensor<8x128xi1>) -> tensor<8x128xi1>
    %12 = stablehlo.and %11, %6 : tensor<8x128xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<8x128xi32>
    %14 = stablehlo.add %4, %13 : tensor<8x128xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<8x128xi1>, tensor<8x128xi32>
    return %15 : tensor<8x128xi32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @_where_0(%arg0: tensor<128x128xi1>, %arg1: tensor<8x4x128x128xf32>, %arg2: tensor<f32>) -> (tensor<8x4x128x128xf32>, tensor<8x4x128x128xi1>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<128x128xi1>) -> tensor<8x4x128x128xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x4x128x128xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x4x128x128xi1>, tensor<8x4x128x128xf32>
    return %3, %1 : tensor<8x4x128x128xf32>, tensor<8x4x128x128xi1>
  }
  func.func private @log_softmax(%arg0: tensor<8x128x1000xf32>) -> (tensor<8x128x1000xf32>, tensor<8x128x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<8x128x1000xf32>, tensor<f32>) -> tensor<8x128xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x128xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<8x128xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<8x128x1xf32>) -> tensor<8x128x1000xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<8x128x1000xf32>
    %6 = stablehlo.exponential %5 : tensor<8x128x1000xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<8x128x1000xf32>, tensor<f32>) -> tensor<8x128xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    return %6, %8 : tensor<8x128x1000xf32>, tensor<8x128x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<8x128x1xi32>) -> tensor<8x128x1x1xi32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x128x1xi32>
    %1 = stablehlo.compare LT, %arg0, %0, SIGNED : (tensor<8x128x1xi32>, tensor<8x128x1xi32>) -> tensor<8x128x1xi1>
    %c_0 = stablehlo.constant dense<1000> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x128x1xi32>
    %3 = stablehlo.add %arg0, %2 : tensor<8x128x1xi32>
    %4 = stablehlo.select %1, %3, %arg0 : tensor<8x128x1xi1>, tensor<8x128x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<8x128x1xi32>) -> tensor<8x128x1x1xi32>
    return %5 : tensor<8x128x1x1xi32>
  }
  func.func private @take_along_axis_1(%arg0: tensor<8x128x1x1xi32>, %arg1: tensor<8x128x1xf32>) -> tensor<8x128x1000xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x128x1000xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x128x1000xf32>, tensor<8x128x1x1xi32>, tensor<8x128x1xf32>) -> tensor<8x128x1000xf32>
    return %1 : tensor<8x128x1000xf32>
  }
  func.func private @log_softmax_2(%arg0: tensor<8x128x1000xf32>, %arg1: tensor<8x128x1xf32>, %arg2: tensor<8x128x1000xf32>) -> tensor<8x128x1000xf32> {
    %0 = stablehlo.negate %arg2 : tensor<8x128x1000xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x128x1000xf32>, tensor<f32>) -> tensor<8x128xf32>
    %2 = stablehlo.reshape %1 : (tensor<8x128xf32>) -> tensor<8x128x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<8x128x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<8x128x1xf32>, tensor<f32>) -> tensor<8x128xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x128xf32>) -> tensor<8x128x1000xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<8x128x1000xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<8x128x1000xf32>
    return %7 : tensor<8x128x1000xf32>
  }
  func.func private @_where_3(%arg0: tensor<8x4x128x128xi1>, %arg1: tensor<8x4x128x128xf32>) -> tensor<8x4x128x128xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x128x128xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<8x4x128x128xi1>, tensor<8x4x128x128xf32>
    return %1 : tensor<8x4x128x128xf32>
  }
}
