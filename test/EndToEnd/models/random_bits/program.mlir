// Random bits of both generators, and the states after them. The counters wrap
// within the tensors. Expected values are NumPy's.
func.func @main(%t: tensor<2xi64>, %p: tensor<3xi64>) -> (tensor<5x4xi64>, tensor<5x3xi32>, tensor<3x3xi64>, tensor<6x5xi32>, tensor<2xi64>, tensor<2xi64>, tensor<3xi64>, tensor<3xi64>) {
  %e0 = tensor.empty() : tensor<5x4xi64>
  %e1 = tensor.empty() : tensor<5x3xi32>
  %e2 = tensor.empty() : tensor<3x3xi64>
  %e3 = tensor.empty() : tensor<6x5xi32>
  %e4 = tensor.empty() : tensor<2xi64>
  %e5 = tensor.empty() : tensor<3xi64>
  %0 = linalg_ext.random threefry2x32 ins(%t : tensor<2xi64>) outs(%e0 : tensor<5x4xi64>) -> tensor<5x4xi64>
  %1 = linalg_ext.random threefry2x32 ins(%t : tensor<2xi64>) outs(%e1 : tensor<5x3xi32>) -> tensor<5x3xi32>
  %2 = linalg_ext.random philox4x32 ins(%p : tensor<3xi64>) outs(%e2 : tensor<3x3xi64>) -> tensor<3x3xi64>
  %3 = linalg_ext.random philox4x32 ins(%p : tensor<3xi64>) outs(%e3 : tensor<6x5xi32>) -> tensor<6x5xi32>
  %4 = linalg_ext.advance_random threefry2x32 ins(%t : tensor<2xi64>) outs(%e4 : tensor<2xi64>) past tensor<5x4xi64> -> tensor<2xi64>
  %5 = linalg_ext.advance_random threefry2x32 ins(%t : tensor<2xi64>) outs(%e4 : tensor<2xi64>) past tensor<5x3xi32> -> tensor<2xi64>
  %6 = linalg_ext.advance_random philox4x32 ins(%p : tensor<3xi64>) outs(%e5 : tensor<3xi64>) past tensor<3x3xi64> -> tensor<3xi64>
  %7 = linalg_ext.advance_random philox4x32 ins(%p : tensor<3xi64>) outs(%e5 : tensor<3xi64>) past tensor<6x5xi32> -> tensor<3xi64>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<5x4xi64>, tensor<5x3xi32>, tensor<3x3xi64>, tensor<6x5xi32>, tensor<2xi64>, tensor<2xi64>, tensor<3xi64>, tensor<3xi64>
}
