// RUN: grep -v -e "^//" -e "^$" %s > %t.source
// RUN: dtensor-opt %s | grep -v "^$" | diff %t.source -
// RUN: dtensor-opt %s --mlir-print-op-generic | dtensor-opt | grep -v "^$" | diff %t.source -

// Ops of linear algebra, in the custom form where there is one: what is printed is
// what was read, and the generic form says the same.

module {
  func.func @contraction(%arg0: tensor<5x2x3xf32>, %arg1: tensor<5x3x4xf32>, %arg2: tensor<2x3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<1x8x8x4xf32>, %arg5: tensor<3x3x2x6xf32>, %arg6: tensor<2x8xcomplex<f32>>, %arg7: tensor<2x8xf32>, %arg8: tensor<5x3x3xf32>, %arg9: tensor<4xf32>, %arg10: tensor<2xui64>, %arg11: tensor<f32>, %arg12: tensor<2xi64>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
    %1 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], precision = [HIGH, HIGHEST] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
    %2 = stablehlo.dot_general %arg3, %arg9, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<4xf32>) -> tensor<3x4xf32>
    %3 = stablehlo.dot %arg2, %arg3, precision = [DEFAULT, HIGH] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
    %4 = stablehlo.dot %arg3, %arg3 : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
    %5 = stablehlo.convolution(%arg4, %arg5) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, -1]], lhs_dilate = [1, 2], rhs_dilate = [2, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x3x12x6xf32>
    %6 = stablehlo.convolution(%arg4, %arg5) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x6x6xf32>
    %7 = stablehlo.fft %arg6, type = FFT, length = [8] : (tensor<2x8xcomplex<f32>>) -> tensor<2x8xcomplex<f32>>
    %8 = stablehlo.fft %arg7, type = RFFT, length = [2, 8] : (tensor<2x8xf32>) -> tensor<2x5xcomplex<f32>>
    %9 = stablehlo.fft %8, type = IRFFT, length = [8] : (tensor<2x5xcomplex<f32>>) -> tensor<2x8xf32>
    %10 = stablehlo.cholesky %arg8, lower = true : tensor<5x3x3xf32>
    %11 = stablehlo.cholesky %arg8 : tensor<5x3x3xf32>
    %12 = "stablehlo.triangular_solve"(%arg8, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<5x3x3xf32>, tensor<5x3x4xf32>) -> tensor<5x3x4xf32>
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg4, %arg9, %arg9) <{epsilon = 1.000000e-03 : f32, feature_index = 3 : i64}> : (tensor<1x8x8x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<1x8x8x4xf32>, tensor<4xf32>, tensor<4xf32>)
    %13 = "stablehlo.batch_norm_inference"(%arg4, %arg9, %arg9, %arg9, %arg9) <{epsilon = 1.000000e-03 : f32, feature_index = 3 : i64}> : (tensor<1x8x8x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x8x8x4xf32>
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg4, %arg9, %arg9, %arg9, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 3 : i64}> : (tensor<1x8x8x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<1x8x8x4xf32>) -> (tensor<1x8x8x4xf32>, tensor<4xf32>, tensor<4xf32>)
    %14 = stablehlo.rng %arg11, %arg11, %arg12, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x4xf32>
    %output_state, %output_0 = stablehlo.rng_bit_generator %arg10, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7xui32>)
    %15 = stablehlo.replica_id : tensor<ui32>
    %16 = stablehlo.partition_id : tensor<ui32>
    return
  }
}
