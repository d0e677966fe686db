// Transforms of lengths with primes 2, 3, 7, 11 and 17. Expected values are NumPy's.
func.func @main(%a: tensor<4x12xcomplex<f32>>, %b: tensor<22x4xf64>, %c: tensor<4x5xcomplex<f64>>, %c9: tensor<4x5xcomplex<f64>>, %d: tensor<34xcomplex<f64>>)
    -> (tensor<4x12xcomplex<f32>>, tensor<4x12xcomplex<f32>>, tensor<12x4xcomplex<f64>>, tensor<4x8xf64>, tensor<4x9xf64>, tensor<34xcomplex<f64>>) {
  %e = tensor.empty() : tensor<4x12xcomplex<f32>>
  %0 = linalg_ext.fft ins(%a : tensor<4x12xcomplex<f32>>) outs(%e : tensor<4x12xcomplex<f32>>) axis = 1 -> tensor<4x12xcomplex<f32>>
  %1 = linalg_ext.fft ins(%a : tensor<4x12xcomplex<f32>>) outs(%e : tensor<4x12xcomplex<f32>>) axis = 0 inverse -> tensor<4x12xcomplex<f32>>
  %f = tensor.empty() : tensor<12x4xcomplex<f64>>
  %2 = linalg_ext.fft ins(%b : tensor<22x4xf64>) outs(%f : tensor<12x4xcomplex<f64>>) axis = 0 -> tensor<12x4xcomplex<f64>>
  %g = tensor.empty() : tensor<4x8xf64>
  %3 = linalg_ext.fft ins(%c : tensor<4x5xcomplex<f64>>) outs(%g : tensor<4x8xf64>) axis = 1 inverse -> tensor<4x8xf64>
  %h = tensor.empty() : tensor<4x9xf64>
  %4 = linalg_ext.fft ins(%c9 : tensor<4x5xcomplex<f64>>) outs(%h : tensor<4x9xf64>) axis = 1 inverse -> tensor<4x9xf64>
  %i = tensor.empty() : tensor<34xcomplex<f64>>
  %5 = linalg_ext.fft ins(%d : tensor<34xcomplex<f64>>) outs(%i : tensor<34xcomplex<f64>>) axis = 0 -> tensor<34xcomplex<f64>>
  return %0, %1, %2, %3, %4, %5 : tensor<4x12xcomplex<f32>>, tensor<4x12xcomplex<f32>>, tensor<12x4xcomplex<f64>>, tensor<4x8xf64>, tensor<4x9xf64>, tensor<34xcomplex<f64>>
}
