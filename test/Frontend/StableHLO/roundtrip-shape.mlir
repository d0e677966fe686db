// RUN: grep -v -e "^//" -e "^$" %s > %t.source
// RUN: dtensor-opt %s | grep -v "^$" | diff %t.source -
// RUN: dtensor-opt %s --mlir-print-op-generic | dtensor-opt | grep -v "^$" | diff %t.source -

// Ops that make, move and take elements, in the custom form where there is one: what is printed is
// what was read, and the generic form says the same.

module {
  func.func @shape(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<4xf32>, %arg4: tensor<5x1xi32>, %arg5: tensor<0x3xf32>) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xui8>
    %cst_0 = stablehlo.constant {mhlo.sharding = "{replicated}"} dense<(1.000000e+00,2.000000e+00)> : tensor<3xcomplex<f64>>
    %0 = stablehlo.iota dim = 1 : tensor<2x3xi32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x4x3xf32>
    %2 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %3 = stablehlo.broadcast %arg0, sizes = [4, 5] : (tensor<2x3xf32>) -> tensor<4x5x2x3xf32>
    %4 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6x1xf32>
    %5 = stablehlo.bitcast_convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3x4xui8>
    %6 = stablehlo.bitcast_convert %arg3 : (tensor<4xf32>) -> tensor<4xi32>
    %7 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %8 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<2x3xf32>
    %9 = stablehlo.concatenate %arg0, %arg0, %arg5, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<0x3xf32>) -> tensor<4x3xf32>
    %10 = stablehlo.concatenate %arg0, dim = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %11 = stablehlo.pad %arg0, %arg1, low = [1, -1], high = [0, 2], interior = [2, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x4xf32>
    %12 = stablehlo.slice %arg0 [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>
    %13 = stablehlo.slice %arg1 [] : (tensor<f32>) -> tensor<f32>
    %14 = stablehlo.dynamic_slice %arg0, %arg2, %arg2, sizes = [1, 3] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
    %15 = stablehlo.dynamic_update_slice %arg3, %arg3, %arg2 : (tensor<4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
    %16 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
    %17 = "stablehlo.gather"(%arg0, %arg4) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
    %c_1 = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
    %18 = stablehlo.dynamic_iota %c_1, dim = 1 : (tensor<2xi64>) -> tensor<2x3xi32>
    %19 = stablehlo.dynamic_reshape %arg0, %c_1 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<3x2xf32>
    %20 = stablehlo.dynamic_broadcast_in_dim %arg1, %c_1, dims = [] : (tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
    return
  }
}
