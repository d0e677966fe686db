// What optimisations of collectives make of programs: sums that are put off,
// merged and joined.

//! case accumulate M N K
//! moves result0*2
//! still arg0.0 arg1.1 arg2.0 arg3.1 arg4.0 arg4.1 result0.0 result0.1
//! for T
//! row f32
//! row i32
func.func @main(%a: tensor<${M}x${K}x${T}>, %b: tensor<${K}x${N}x${T}>, %c: tensor<${M}x${K}x${T}>, %d: tensor<${K}x${N}x${T}>, %e: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %0 = linalg.matmul ins(%a, %b : tensor<${M}x${K}x${T}>, tensor<${K}x${N}x${T}>) outs(%e : tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}>
  %1 = linalg.matmul ins(%c, %d : tensor<${M}x${K}x${T}>, tensor<${K}x${N}x${T}>) outs(%0 : tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}>
  return %1 : tensor<${M}x${N}x${T}>
}

//! case accumulate-max M K
//! moves result0*2
//! still arg0.0 arg1.0 arg2.0 result0.0
//! undivided arg0.1 arg1.1
func.func @main(%a: tensor<${M}x${K}xf32>, %b: tensor<${M}x${K}xf32>, %e: tensor<${M}xf32>) -> tensor<${M}xf32> {
  %0 = linalg.reduce { arith.maximumf } ins(%a : tensor<${M}x${K}xf32>) outs(%e : tensor<${M}xf32>) dimensions = [1]
  %1 = linalg.reduce { arith.maximumf } ins(%b : tensor<${M}x${K}xf32>) outs(%0 : tensor<${M}xf32>) dimensions = [1]
  return %1 : tensor<${M}xf32>
}

//! case several-sums M K
//! moves result0+result1+result2+result3*2
//! undivided arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result1.0 result3.0
func.func @main(%a: tensor<${M}x${K}xf32>, %b: tensor<${M}x${K}xf32>, %z: tensor<f32>) -> (tensor<${M}xf32>, tensor<${K}xf32>, tensor<f32>, tensor<${M}xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<${M}xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<${M}xf32>) -> tensor<${M}xf32>
  %g = tensor.empty() : tensor<${K}xf32>
  %h = linalg.fill ins(%zero : f32) outs(%g : tensor<${K}xf32>) -> tensor<${K}xf32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<${M}x${K}xf32>) outs(%f : tensor<${M}xf32>) dimensions = [1]
  %1 = math.sin %0 : tensor<${M}xf32>
  %2 = linalg.reduce { arith.addf } ins(%a : tensor<${M}x${K}xf32>) outs(%h : tensor<${K}xf32>) dimensions = [0]
  %3 = linalg.reduce { arith.addf } ins(%b : tensor<${M}x${K}xf32>) outs(%z : tensor<f32>) dimensions = [0, 1]
  %4 = linalg.reduce { arith.addf } ins(%b : tensor<${M}x${K}xf32>) outs(%f : tensor<${M}xf32>) dimensions = [1]
  return %1, %2, %3, %4 : tensor<${M}xf32>, tensor<${K}xf32>, tensor<f32>, tensor<${M}xf32>
}
