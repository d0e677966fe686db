// Cases that say less than is so.

//! case moves-more M N K
//! moves 0
func.func @main(%a: tensor<${M}x${K}xf32>, %b: tensor<${K}x${N}xf32>, %c: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<${M}x${K}xf32>, tensor<${K}x${N}xf32>) outs(%c : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case moves-along M N K
//! moves 0
//! along arg0.1 result0*2
func.func @main(%a: tensor<${M}x${K}xf32>, %b: tensor<${K}x${N}xf32>, %c: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<${M}x${K}xf32>, tensor<${K}x${N}xf32>) outs(%c : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case gathers-more M
//! moves arg0*4
//! tolerance 1e-9
func.func @main(%a: tensor<${M}xcomplex<f64>>) -> tensor<${M}xcomplex<f64>> {
  %e = tensor.empty() : tensor<${M}xcomplex<f64>>
  %0 = linalg_ext.fft ins(%a : tensor<${M}xcomplex<f64>>) outs(%e : tensor<${M}xcomplex<f64>>) axis = 0 -> tensor<${M}xcomplex<f64>>
  return %0 : tensor<${M}xcomplex<f64>>
}
