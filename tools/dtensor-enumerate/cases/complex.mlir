// Complex elements.

//! case unary M N
//! alike
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
//! for OP T
//! row conj | complex<f32>
//! row neg | complex<f64>
//! row exp | complex<f32>
//! row expm1 | complex<f32>
//! row cos | complex<f32>
//! row sin | complex<f32>
//! row tan | complex<f32>
//! row tanh | complex<f32>
//! row sqrt | complex<f32>
//! row rsqrt | complex<f32>
//! row sign | complex<f32>
//! row log | complex<f32>
//! row log1p | complex<f32>
//! values 0 unit
func.func @main(%a: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %e = tensor.empty() : tensor<${M}x${N}x${T}>
  %0 = linalg.map ins(%a : tensor<${M}x${N}x${T}>) outs(%e : tensor<${M}x${N}x${T}>)
    (%xa: ${T}, %o: ${T}) {
      %z = complex.${OP} %xa : ${T}
      linalg.yield %z : ${T}
    }
  return %0 : tensor<${M}x${N}x${T}>
}

//! case part M N
//! alike
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
//! values 0 unit
//! for OP
//! row abs
//! row angle
//! row re
//! row im
func.func @main(%a: tensor<${M}x${N}xcomplex<f32>>) -> tensor<${M}x${N}xf32> {
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %0 = linalg.map ins(%a : tensor<${M}x${N}xcomplex<f32>>) outs(%e : tensor<${M}x${N}xf32>)
    (%xa: complex<f32>, %o: f32) {
      %z = complex.${OP} %xa : complex<f32>
      linalg.yield %z : f32
    }
  return %0 : tensor<${M}x${N}xf32>
}

//! case binary M N
//! alike
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1
//! values 1 positive
//! for OP T
//! row add | complex<f32>
//! row sub | complex<f64>
//! row mul | complex<f32>
//! row div | complex<f32>
//! row atan2 | complex<f32>
//! row pow | complex<f32>
func.func @main(%a: tensor<${M}x${N}x${T}>, %b: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %e = tensor.empty() : tensor<${M}x${N}x${T}>
  %0 = linalg.map ins(%a, %b : tensor<${M}x${N}x${T}>, tensor<${M}x${N}x${T}>) outs(%e : tensor<${M}x${N}x${T}>)
    (%xa: ${T}, %xb: ${T}, %o: ${T}) {
      %z = complex.${OP} %xa, %xb : ${T}
      linalg.yield %z : ${T}
    }
  return %0 : tensor<${M}x${N}x${T}>
}

//! case powi M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xcomplex<f32>>, %b: tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xcomplex<f32>> {
  %e = tensor.empty() : tensor<${M}x${N}xcomplex<f32>>
  %0 = linalg.map ins(%a, %b : tensor<${M}x${N}xcomplex<f32>>, tensor<${M}x${N}xi32>) outs(%e : tensor<${M}x${N}xcomplex<f32>>)
    (%xa: complex<f32>, %xb: i32, %o: complex<f32>) {
      %z = complex.powi %xa, %xb : complex<f32>, i32
      linalg.yield %z : complex<f32>
    }
  return %0 : tensor<${M}x${N}xcomplex<f32>>
}

//! case compare M N
//! alike
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1
//! for OP
//! row eq
//! row neq
func.func @main(%a: tensor<${M}x${N}xcomplex<f32>>, %b: tensor<${M}x${N}xcomplex<f32>>) -> tensor<${M}x${N}xi1> {
  %e = tensor.empty() : tensor<${M}x${N}xi1>
  %0 = linalg.map ins(%a, %b : tensor<${M}x${N}xcomplex<f32>>, tensor<${M}x${N}xcomplex<f32>>) outs(%e : tensor<${M}x${N}xi1>)
    (%xa: complex<f32>, %xb: complex<f32>, %o: i1) {
      %z = complex.${OP} %xa, %xb : complex<f32>
      linalg.yield %z : i1
    }
  return %0 : tensor<${M}x${N}xi1>
}

//! case create M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xcomplex<f32>> {
  %e = tensor.empty() : tensor<${M}x${N}xcomplex<f32>>
  %0 = linalg.map ins(%a, %b : tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) outs(%e : tensor<${M}x${N}xcomplex<f32>>)
    (%x: f32, %y: f32, %o: complex<f32>) {
      %z = complex.create %x, %y : complex<f32>
      linalg.yield %z : complex<f32>
    }
  return %0 : tensor<${M}x${N}xcomplex<f32>>
}

//! case constant M
//! moves 0
//! still arg0.0 result0.0
//! exempt complex.bitcast upstream has no lowering of it
func.func @main(%a: tensor<${M}xcomplex<f32>>) -> tensor<${M}xcomplex<f32>> {
  %0 = arith.constant dense<(1.0, -2.0)> : tensor<${M}xcomplex<f32>>
  %e = tensor.empty() : tensor<${M}xcomplex<f32>>
  %1 = linalg.mul ins(%a, %0 : tensor<${M}xcomplex<f32>>, tensor<${M}xcomplex<f32>>) outs(%e : tensor<${M}xcomplex<f32>>) -> tensor<${M}xcomplex<f32>>
  return %1 : tensor<${M}xcomplex<f32>>
}

//! case sum M N
//! moves result0*2
//! still arg0.1 arg1.0 result0.0
//! for T
//! row complex<f32>
//! row complex<f64>
func.func @main(%a: tensor<${M}x${N}x${T}>, %init: tensor<${N}x${T}>) -> tensor<${N}x${T}> {
  %0 = linalg.reduce { complex.add } ins(%a : tensor<${M}x${N}x${T}>) outs(%init : tensor<${N}x${T}>) dimensions = [0]
  return %0 : tensor<${N}x${T}>
}

//! case product M N
//! moves result0*2
//! still arg0.1 arg1.0 result0.0
//! values 0 powers
func.func @main(%a: tensor<${M}x${N}xcomplex<f64>>, %init: tensor<${N}xcomplex<f64>>) -> tensor<${N}xcomplex<f64>> {
  %0 = linalg.reduce { complex.mul } ins(%a : tensor<${M}x${N}xcomplex<f64>>) outs(%init : tensor<${N}xcomplex<f64>>) dimensions = [0]
  return %0 : tensor<${N}xcomplex<f64>>
}

//! case matmul M N K
//! moves result0*2
//! still arg0.0 arg1.1 arg2.0 arg2.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${K}xcomplex<f32>>, %b: tensor<${K}x${N}xcomplex<f32>>, %c: tensor<${M}x${N}xcomplex<f32>>) -> tensor<${M}x${N}xcomplex<f32>> {
  %0 = linalg.matmul ins(%a, %b : tensor<${M}x${K}xcomplex<f32>>, tensor<${K}x${N}xcomplex<f32>>) outs(%c : tensor<${M}x${N}xcomplex<f32>>) -> tensor<${M}x${N}xcomplex<f32>>
  return %0 : tensor<${M}x${N}xcomplex<f32>>
}

//! case transpose M N
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xcomplex<f64>>) -> tensor<${N}x${M}xcomplex<f64>> {
  %e = tensor.empty() : tensor<${N}x${M}xcomplex<f64>>
  %0 = linalg.transpose ins(%a : tensor<${M}x${N}xcomplex<f64>>) outs(%e : tensor<${N}x${M}xcomplex<f64>>) permutation = [1, 0]
  return %0 : tensor<${N}x${M}xcomplex<f64>>
}

//! case identity M N
//! moves 0
//! relayout
func.func @main(%a: tensor<${M}x${N}xcomplex<f32>>) -> tensor<${M}x${N}xcomplex<f32>> {
  return %a : tensor<${M}x${N}xcomplex<f32>>
}
