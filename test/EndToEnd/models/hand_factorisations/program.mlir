// Factors and systems, real and complex, of both sides. Expected values are NumPy's.
func.func @main(%a: tensor<6x5x5xf64>, %h: tensor<3x4x4xcomplex<f64>>, %b: tensor<6x5x8xf64>, %c: tensor<3x7x4xcomplex<f64>>, %t: tensor<6x5x5xf64>, %u: tensor<3x4x4xcomplex<f64>>)
    -> (tensor<6x5x5xf64>, tensor<3x4x4xcomplex<f64>>, tensor<6x5x8xf64>, tensor<6x5x8xf64>, tensor<3x7x4xcomplex<f64>>, tensor<3x7x4xcomplex<f64>>) {
  %e = tensor.empty() : tensor<6x5x5xf64>
  %0 = linalg_ext.cholesky ins(%a : tensor<6x5x5xf64>) outs(%e : tensor<6x5x5xf64>) lower -> tensor<6x5x5xf64>
  %f = tensor.empty() : tensor<3x4x4xcomplex<f64>>
  %1 = linalg_ext.cholesky ins(%h : tensor<3x4x4xcomplex<f64>>) outs(%f : tensor<3x4x4xcomplex<f64>>) -> tensor<3x4x4xcomplex<f64>>
  %g = tensor.empty() : tensor<6x5x8xf64>
  %2 = linalg_ext.triangular_solve ins(%t, %b : tensor<6x5x5xf64>, tensor<6x5x8xf64>) outs(%g : tensor<6x5x8xf64>) lower -> tensor<6x5x8xf64>
  %3 = linalg_ext.triangular_solve ins(%t, %b : tensor<6x5x5xf64>, tensor<6x5x8xf64>) outs(%g : tensor<6x5x8xf64>) unit_diagonal transpose -> tensor<6x5x8xf64>
  %i = tensor.empty() : tensor<3x7x4xcomplex<f64>>
  %4 = linalg_ext.triangular_solve ins(%u, %c : tensor<3x4x4xcomplex<f64>>, tensor<3x7x4xcomplex<f64>>) outs(%i : tensor<3x7x4xcomplex<f64>>) right adjoint -> tensor<3x7x4xcomplex<f64>>
  %5 = linalg_ext.triangular_solve ins(%u, %c : tensor<3x4x4xcomplex<f64>>, tensor<3x7x4xcomplex<f64>>) outs(%i : tensor<3x7x4xcomplex<f64>>) right lower -> tensor<3x7x4xcomplex<f64>>
  return %0, %1, %2, %3, %4, %5 : tensor<6x5x5xf64>, tensor<3x4x4xcomplex<f64>>, tensor<6x5x8xf64>, tensor<6x5x8xf64>, tensor<3x7x4xcomplex<f64>>, tensor<3x7x4xcomplex<f64>>
}
