// Reads and writes at positions that are data, some of them outside. Expected
// values are NumPy's.
func.func @main(%table: tensor<13x6xf32>, %at: tensor<7xi64>, %rows: tensor<7x6xf32>, %points: tensor<5x2xi32>, %values: tensor<5xf32>, %update: tensor<4x6xf32>, %i: index, %j: index) -> (tensor<7x6xf32>, tensor<13x6xf32>, tensor<13x6xf32>, tensor<7x3x6xf32>, tensor<3x2xf32>, tensor<13x6xf32>) {
  %e0 = tensor.empty() : tensor<7x6xf32>
  %0 = linalg_ext.gather ins(%table, %at : tensor<13x6xf32>, tensor<7xi64>) outs(%e0 : tensor<7x6xf32>)
      {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 1, 6>} -> tensor<7x6xf32>
  %1 = linalg_ext.scatter ins(%at, %rows : tensor<7xi64>, tensor<7x6xf32>) outs(%table : tensor<13x6xf32>)
      attributes {start_axes = array<i64: 0>, inserted_axes = array<i64: 0>, window_axes = array<i64: 1>, index_vector_axis = 1} {
  ^bb0(%old: f32, %new: f32):
    %sum = arith.addf %old, %new : f32
    linalg_ext.yield %sum : f32
  } -> tensor<13x6xf32>
  %2 = linalg_ext.scatter ins(%points, %values : tensor<5x2xi32>, tensor<5xf32>) outs(%table : tensor<13x6xf32>)
      attributes {start_axes = array<i64: 0, 1>, inserted_axes = array<i64: 0, 1>, index_vector_axis = 1} {
  ^bb0(%old: f32, %new: f32):
    linalg_ext.yield %new : f32
  } -> tensor<13x6xf32>
  %e3 = tensor.empty() : tensor<7x3x6xf32>
  %3 = linalg_ext.gather ins(%table, %at : tensor<13x6xf32>, tensor<7xi64>) outs(%e3 : tensor<7x3x6xf32>)
      {start_axes = array<i64: 0>, offset_axes = array<i64: 1, 2>, index_vector_axis = 1, slice_sizes = array<i64: 3, 6>} -> tensor<7x3x6xf32>
  %e4 = tensor.empty() : tensor<3x2xf32>
  %4 = linalg_ext.dynamic_slice ins(%table : tensor<13x6xf32>) at [%i, %j] sizes = [3, 2] outs(%e4 : tensor<3x2xf32>) -> tensor<3x2xf32>
  %5 = linalg_ext.dynamic_update_slice ins(%update : tensor<4x6xf32>) at [%i, %j] outs(%table : tensor<13x6xf32>) -> tensor<13x6xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<7x6xf32>, tensor<13x6xf32>, tensor<13x6xf32>, tensor<7x3x6xf32>, tensor<3x2xf32>, tensor<13x6xf32>
}
