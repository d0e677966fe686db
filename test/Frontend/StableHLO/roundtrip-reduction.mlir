// RUN: grep -v -e "^//" -e "^$" %s > %t.source
// RUN: dtensor-opt %s | grep -v "^$" | diff %t.source -
// RUN: dtensor-opt %s --mlir-print-op-generic | dtensor-opt | grep -v "^$" | diff %t.source -

// Ops with a function of elements, in the custom form where there is one: what is printed is
// what was read, and the generic form says the same.

module {
  func.func @reduction(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<2x1xi32>, %arg5: tensor<2x6xf32>, %arg6: tensor<4x6xbf16>) {
    %0 = stablehlo.reduce(%arg0 init: %arg2) applies stablehlo.add across dimensions = [0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = stablehlo.reduce(%arg0 init: %arg2) applies stablehlo.maximum across dimensions = [0, 1] {some.attr} : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    %2:2 = stablehlo.reduce(%arg0 init: %arg2), (%arg1 init: %arg3) across dimensions = [1] : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
     reducer(%arg7: tensor<f32>, %arg9: tensor<f32>) (%arg8: tensor<i32>, %arg10: tensor<i32>)  {
      %11 = stablehlo.maximum %arg7, %arg9 : tensor<f32>
      %12 = stablehlo.minimum %arg8, %arg10 : tensor<i32>
      stablehlo.return %11, %12 : tensor<f32>, tensor<i32>
    }
    %3 = stablehlo.reduce(%arg0 init: %arg2) across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
     reducer(%arg7: tensor<f32>, %arg8: tensor<f32>)  {
      %11 = stablehlo.add %arg8, %arg7 : tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }
    %4 = stablehlo.reduce(%arg6 init: %arg2) applies stablehlo.add across dimensions = [1] : (tensor<4x6xbf16>, tensor<f32>) -> tensor<4xf32>
    %5 = "stablehlo.reduce_window"(%arg0, %arg2) <{padding = dense<[[3, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 4, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %11 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    %6 = "stablehlo.reduce_window"(%arg0, %arg2) <{base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 3, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %11 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
    %7 = "stablehlo.select_and_scatter"(%arg0, %arg5, %arg2) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %11 = stablehlo.compare GE, %arg7, %arg8, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %11 : tensor<i1>
    }, {
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %11 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    %8 = "stablehlo.scatter"(%arg0, %arg4, %arg5) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      stablehlo.return %arg8 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x1xi32>, tensor<2x6xf32>) -> tensor<4x6xf32>
    %9 = "stablehlo.map"(%arg0, %arg0) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %11 = stablehlo.compare GE, %arg7, %arg8, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %11 : tensor<i1>
    }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %10:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>, %arg9: tensor<i32>, %arg10: tensor<i32>):
      %11 = stablehlo.compare LT, %arg7, %arg8, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %11 : tensor<i1>
    }) : (tensor<4x6xf32>, tensor<4x6xi32>) -> (tensor<4x6xf32>, tensor<4x6xi32>)
    return
  }
}
