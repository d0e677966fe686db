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

//! case still M N K
//! moves result0*2
//! still arg0.0 arg0.1
func.func @main(%a: tensor<${M}x${K}xf32>, %b: tensor<${K}x${N}xf32>, %c: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<${M}x${K}xf32>, tensor<${K}x${N}xf32>) outs(%c : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case moves-once M
//! moves 0
func.func @main(%a: tensor<${M}xf32>) -> tensor<${M}xf32> {
  %0 = math.absf %a : tensor<${M}xf32>
  return %0 : tensor<${M}xf32>
}

//! case gathers-cheap M
//! moves arg0*4
//! along arg0.0 arg0*16
//! undivided arg0.0 result0.0
//! tolerance 1e-9
func.func @main(%a: tensor<${M}xcomplex<f64>>) -> tensor<${M}xcomplex<f64>> {
  %e = tensor.empty() : tensor<${M}xcomplex<f64>>
  %0 = linalg_ext.fft ins(%a : tensor<${M}xcomplex<f64>>) outs(%e : tensor<${M}xcomplex<f64>>) axis = 0 -> tensor<${M}xcomplex<f64>>
  return %0 : tensor<${M}xcomplex<f64>>
}

//! case gathers-dear M
//! moves arg0*4
//! along arg0.0 arg0*4
//! tolerance 1e-9
func.func @main(%a: tensor<${M}xcomplex<f64>>) -> tensor<${M}xcomplex<f64>> {
  %e = tensor.empty() : tensor<${M}xcomplex<f64>>
  %0 = linalg_ext.fft ins(%a : tensor<${M}xcomplex<f64>>) outs(%e : tensor<${M}xcomplex<f64>>) axis = 0 -> tensor<${M}xcomplex<f64>>
  return %0 : tensor<${M}xcomplex<f64>>
}

//! case no-rule M>=2
func.func @main(%a: tensor<${M}xf32>) -> tensor<${M}xf32> {
  %e = tensor.empty() : tensor<${M}xf32>
  %0 = scf.forall (%i) in (${M}) shared_outs(%o = %e) -> (tensor<${M}xf32>) {
    %s = tensor.extract_slice %a[%i] [1] [1] : tensor<${M}xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<${M}xf32>
    }
  }
  return %0 : tensor<${M}xf32>
}

//! case undivided M
//! moves arg0*8
//! gathers a transform is of all positions
//! tolerance 1e-9
func.func @main(%a: tensor<${M}xcomplex<f64>>) -> tensor<${M}xcomplex<f64>> {
  %e = tensor.empty() : tensor<${M}xcomplex<f64>>
  %0 = linalg_ext.fft ins(%a : tensor<${M}xcomplex<f64>>) outs(%e : tensor<${M}xcomplex<f64>>) axis = 0 -> tensor<${M}xcomplex<f64>>
  return %0 : tensor<${M}xcomplex<f64>>
}

//! case sums M N
//! moves result0*2
//! undivided arg0.0 result0.0
//! summed arg0.0 arg0.1
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %0 = linalg_ext.sort ins(%a : tensor<${M}x${N}xf32>) outs(%e : tensor<${M}x${N}xf32>) axis = 0 {
  ^bb0(%x: f32, %y: f32):
    %less = arith.cmpf olt, %x, %y : f32
    linalg_ext.yield %less : i1
  } -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}
