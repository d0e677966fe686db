// The known answers that Random123 publishes for threefry2x32 of 20 rounds and
// philox4x32 of 10: zeros, ones, and digits of pi.
func.func @main(%t0: tensor<2xi64>, %t1: tensor<2xi64>, %t2: tensor<2xi64>, %p0: tensor<3xi64>, %p1: tensor<3xi64>, %p2: tensor<3xi64>) -> (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) {
  %e = tensor.empty() : tensor<1xi64>
  %d = tensor.empty() : tensor<2xi64>
  %0 = linalg_ext.random threefry2x32 ins(%t0 : tensor<2xi64>) outs(%e : tensor<1xi64>) -> tensor<1xi64>
  %1 = linalg_ext.random threefry2x32 ins(%t1 : tensor<2xi64>) outs(%e : tensor<1xi64>) -> tensor<1xi64>
  %2 = linalg_ext.random threefry2x32 ins(%t2 : tensor<2xi64>) outs(%e : tensor<1xi64>) -> tensor<1xi64>
  %3 = linalg_ext.random philox4x32 ins(%p0 : tensor<3xi64>) outs(%d : tensor<2xi64>) -> tensor<2xi64>
  %4 = linalg_ext.random philox4x32 ins(%p1 : tensor<3xi64>) outs(%d : tensor<2xi64>) -> tensor<2xi64>
  %5 = linalg_ext.random philox4x32 ins(%p2 : tensor<3xi64>) outs(%d : tensor<2xi64>) -> tensor<2xi64>
  return %0, %1, %2, %3, %4, %5 : tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>
}
