// Contractions: every axis on every mesh dimension, into zero and into values.

//! case matmul M N K
//! for T
//! row f32
//! row f64
//! row i32
//! row bf16
func.func @main(%a: tensor<${M}x${K}x${T}>, %b: tensor<${K}x${N}x${T}>, %c: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %0 = linalg.matmul ins(%a, %b : tensor<${M}x${K}x${T}>, tensor<${K}x${N}x${T}>) outs(%c : tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case matmul-zero M N K
//! for T ZERO
//! row f32 | 0.0
//! row i8 | 0
func.func @main(%a: tensor<${M}x${K}x${T}>, %b: tensor<${K}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %zero = arith.constant ${ZERO} : ${T}
  %empty = tensor.empty() : tensor<${M}x${N}x${T}>
  %init = linalg.fill ins(%zero : ${T}) outs(%empty : tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}>
  %0 = linalg.matmul ins(%a, %b : tensor<${M}x${K}x${T}>, tensor<${K}x${N}x${T}>) outs(%init : tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case matmul-maps M N K
//! for A MA B MB
//! row ${K}x${M} | (d2, d0) | ${K}x${N} | (d2, d1)
//! row ${M}x${K} | (d0, d2) | ${N}x${K} | (d1, d2)
//! row ${K}x${M} | (d2, d0) | ${N}x${K} | (d1, d2)
func.func @main(%a: tensor<${A}xf32>, %b: tensor<${B}xf32>, %c: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> ${MA}>, affine_map<(d0, d1, d2) -> ${MB}>, affine_map<(d0, d1, d2) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<${A}xf32>, tensor<${B}xf32>) outs(%c : tensor<${M}x${N}xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case matmul-transposed-result M N K
func.func @main(%a: tensor<${M}x${K}xf32>, %b: tensor<${K}x${N}xf32>, %c: tensor<${N}x${M}xf32>) -> tensor<${N}x${M}xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d1, d0)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<${M}x${K}xf32>, tensor<${K}x${N}xf32>) outs(%c : tensor<${N}x${M}xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<${N}x${M}xf32>
  return %0 : tensor<${N}x${M}xf32>
}

//! case matmul-square M
func.func @main(%a: tensor<${M}x${M}xf32>, %c: tensor<${M}x${M}xf32>) -> tensor<${M}x${M}xf32> {
  %0 = linalg.matmul ins(%a, %a : tensor<${M}x${M}xf32>, tensor<${M}x${M}xf32>) outs(%c : tensor<${M}x${M}xf32>) -> tensor<${M}x${M}xf32>
  return %0 : tensor<${M}x${M}xf32>
}

//! case matmul-chain M N K
func.func @main(%a: tensor<${M}x${K}xf32>, %b: tensor<${K}x${N}xf32>, %c: tensor<${N}x${K}xf32>) -> tensor<${M}x${K}xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<${M}x${N}xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<${M}x${K}xf32>, tensor<${K}x${N}xf32>) outs(%i0 : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  %e1 = tensor.empty() : tensor<${M}x${K}xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<${M}x${K}xf32>) -> tensor<${M}x${K}xf32>
  %1 = linalg.matmul ins(%0, %c : tensor<${M}x${N}xf32>, tensor<${N}x${K}xf32>) outs(%i1 : tensor<${M}x${K}xf32>) -> tensor<${M}x${K}xf32>
  return %1 : tensor<${M}x${K}xf32>
}

//! case batch-matmul B M N K
func.func @main(%a: tensor<${B}x${M}x${K}xf32>, %b: tensor<${B}x${K}x${N}xf32>, %c: tensor<${B}x${M}x${N}xf32>) -> tensor<${B}x${M}x${N}xf32> {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<${B}x${M}x${K}xf32>, tensor<${B}x${K}x${N}xf32>) outs(%c : tensor<${B}x${M}x${N}xf32>) -> tensor<${B}x${M}x${N}xf32>
  return %0 : tensor<${B}x${M}x${N}xf32>
}

//! case batch-reduce-matmul B M N K
func.func @main(%a: tensor<${B}x${M}x${K}xf32>, %b: tensor<${B}x${K}x${N}xf32>, %c: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = linalg.batch_reduce_matmul ins(%a, %b : tensor<${B}x${M}x${K}xf32>, tensor<${B}x${K}x${N}xf32>) outs(%c : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case matvec M K
func.func @main(%a: tensor<${M}x${K}xf32>, %b: tensor<${K}xf32>, %c: tensor<${M}xf32>) -> tensor<${M}xf32> {
  %0 = linalg.matvec ins(%a, %b : tensor<${M}x${K}xf32>, tensor<${K}xf32>) outs(%c : tensor<${M}xf32>) -> tensor<${M}xf32>
  return %0 : tensor<${M}xf32>
}

//! case vecmat M K
func.func @main(%a: tensor<${K}xf32>, %b: tensor<${K}x${M}xf32>, %c: tensor<${M}xf32>) -> tensor<${M}xf32> {
  %0 = linalg.vecmat ins(%a, %b : tensor<${K}xf32>, tensor<${K}x${M}xf32>) outs(%c : tensor<${M}xf32>) -> tensor<${M}xf32>
  return %0 : tensor<${M}xf32>
}

//! case batch-matvec B M K
func.func @main(%a: tensor<${B}x${M}x${K}xf32>, %b: tensor<${B}x${K}xf32>, %c: tensor<${B}x${M}xf32>) -> tensor<${B}x${M}xf32> {
  %0 = linalg.batch_matvec ins(%a, %b : tensor<${B}x${M}x${K}xf32>, tensor<${B}x${K}xf32>) outs(%c : tensor<${B}x${M}xf32>) -> tensor<${B}x${M}xf32>
  return %0 : tensor<${B}x${M}xf32>
}

//! case batch-vecmat B M K
func.func @main(%a: tensor<${B}x${K}xf32>, %b: tensor<${B}x${K}x${M}xf32>, %c: tensor<${B}x${M}xf32>) -> tensor<${B}x${M}xf32> {
  %0 = linalg.batch_vecmat ins(%a, %b : tensor<${B}x${K}xf32>, tensor<${B}x${K}x${M}xf32>) outs(%c : tensor<${B}x${M}xf32>) -> tensor<${B}x${M}xf32>
  return %0 : tensor<${B}x${M}xf32>
}

//! case dot K
//! for T
//! row f32
//! row i64
func.func @main(%a: tensor<${K}x${T}>, %b: tensor<${K}x${T}>, %c: tensor<${T}>) -> tensor<${T}> {
  %0 = linalg.dot ins(%a, %b : tensor<${K}x${T}>, tensor<${K}x${T}>) outs(%c : tensor<${T}>) -> tensor<${T}>
  return %0 : tensor<${T}>
}

//! case mmt4d M N K
func.func @main(%a: tensor<${M}x${K}x2x3xf32>, %b: tensor<${N}x${K}x4x3xf32>, %c: tensor<${M}x${N}x2x4xf32>) -> tensor<${M}x${N}x2x4xf32> {
  %0 = linalg.mmt4d ins(%a, %b : tensor<${M}x${K}x2x3xf32>, tensor<${N}x${K}x4x3xf32>) outs(%c : tensor<${M}x${N}x2x4xf32>) -> tensor<${M}x${N}x2x4xf32>
  return %0 : tensor<${M}x${N}x2x4xf32>
}

//! case contract B M N K
func.func @main(%a: tensor<${B}x${M}x${K}xf32>, %b: tensor<${K}x${N}xf32>, %c: tensor<${M}x${B}x${N}xf32>) -> tensor<${M}x${B}x${N}xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (m, b, n)>]
      ins(%a, %b : tensor<${B}x${M}x${K}xf32>, tensor<${K}x${N}xf32>) outs(%c : tensor<${M}x${B}x${N}xf32>) -> tensor<${M}x${B}x${N}xf32>
  return %0 : tensor<${M}x${B}x${N}xf32>
}

//! case matmul-mixed-types M N K
func.func @main(%a: tensor<${M}x${K}xi8>, %b: tensor<${K}x${N}xi8>, %c: tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<${M}x${K}xi8>, tensor<${K}x${N}xi8>) outs(%c : tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32>
  return %0 : tensor<${M}x${N}xi32>
}

//! case quantized-matmul M N K
func.func @main(%a: tensor<${M}x${K}xi8>, %b: tensor<${K}x${N}xi8>, %c: tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32> {
  %za = arith.constant 3 : i32
  %zb = arith.constant -2 : i32
  %0 = linalg.quantized_matmul ins(%a, %b, %za, %zb : tensor<${M}x${K}xi8>, tensor<${K}x${N}xi8>, i32, i32) outs(%c : tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32>
  return %0 : tensor<${M}x${N}xi32>
}

//! case conv-1x1 B C F
func.func @main(%a: tensor<${B}x4x4x${C}xf32>, %b: tensor<1x1x${C}x${F}xf32>, %c: tensor<${B}x4x4x${F}xf32>) -> tensor<${B}x4x4x${F}xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%a, %b : tensor<${B}x4x4x${C}xf32>, tensor<1x1x${C}x${F}xf32>) outs(%c : tensor<${B}x4x4x${F}xf32>) -> tensor<${B}x4x4x${F}xf32>
  return %0 : tensor<${B}x4x4x${F}xf32>
}

//! case conv-3x3 B C F
func.func @main(%a: tensor<${B}x6x5x${C}xf32>, %b: tensor<3x3x${C}x${F}xf32>, %c: tensor<${B}x4x3x${F}xf32>) -> tensor<${B}x4x3x${F}xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%a, %b : tensor<${B}x6x5x${C}xf32>, tensor<3x3x${C}x${F}xf32>) outs(%c : tensor<${B}x4x3x${F}xf32>) -> tensor<${B}x4x3x${F}xf32>
  return %0 : tensor<${B}x4x3x${F}xf32>
}

//! case pooling B C
func.func @main(%a: tensor<${B}x6x6x${C}xf32>, %b: tensor<2x2xf32>, %c: tensor<${B}x3x3x${C}xf32>) -> tensor<${B}x3x3x${C}xf32> {
  %0 = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%a, %b : tensor<${B}x6x6x${C}xf32>, tensor<2x2xf32>) outs(%c : tensor<${B}x3x3x${C}xf32>) -> tensor<${B}x3x3x${C}xf32>
  return %0 : tensor<${B}x3x3x${C}xf32>
}
